//judge:problem serializetree
use std::cell::RefCell;
use std::rc::Rc;

struct Codec {}

impl Codec {
    fn new() -> Self {
        Codec {}
    }

    fn serialize(&self, root: Option<Rc<RefCell<TreeNode>>>) -> String {
        match root {
            None => ".".to_string(),
            Some(node) => {
                let node = node.borrow();
                format!("{} {} {}", node.val, self.serialize(node.left.clone()), self.serialize(node.right.clone()))
            }
        }
    }

    fn deserialize(&self, data: String) -> Option<Rc<RefCell<TreeNode>>> {
        fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Rc<RefCell<TreeNode>>> {
            let val = words.next()?.parse().ok()?;
            let left = read(words);
            let right = read(words);
            Some(Rc::new(RefCell::new(TreeNode { val, left, right })))
        }
        read(&mut data.split(' '))
    }
}
