//judge:problem behave
//judge:expect WA behave/secret/wrong
//judge:expect RE behave/secret/throws
//judge:expect WA behave/secret/null
//judge:expect RE behave/secret/exits
impl Solution {
    pub fn behave(how: String, nums: Vec<i32>) -> Vec<i32> {
        let mut nums = nums;
        match how.as_str() {
            "wrong" => return vec![1, 2],
            "throws" => return vec![nums[7]],
            "prints" => println!("[9,9]"),
            "forges" => println!("R"),
            "exits" => std::process::exit(0),
            "null" => return vec![],
            _ => {}
        }
        nums.sort();
        nums
    }
}
