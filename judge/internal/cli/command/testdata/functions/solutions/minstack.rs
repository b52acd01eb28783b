//judge:problem minstack
struct MinStack {
    values: Vec<(i32, i32)>,
}

impl MinStack {
    fn new() -> Self {
        MinStack { values: vec![] }
    }

    fn push(&mut self, val: i32) {
        let least = self.values.last().map_or(val, |&(_, m)| m.min(val));
        self.values.push((val, least));
    }

    fn pop(&mut self) {
        self.values.pop();
    }

    fn top(&self) -> i32 {
        self.values.last().unwrap().0
    }

    fn get_min(&self) -> i32 {
        self.values.last().unwrap().1
    }
}
