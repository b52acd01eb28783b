//judge:problem addtwonumbers
impl Solution {
    pub fn add_two_numbers(l1: Option<Box<ListNode>>, l2: Option<Box<ListNode>>) -> Option<Box<ListNode>> {
        fn add(a: Option<Box<ListNode>>, b: Option<Box<ListNode>>, carry: i32) -> Option<Box<ListNode>> {
            if a.is_none() && b.is_none() && carry == 0 {
                return None;
            }
            let (x, a) = a.map_or((0, None), |n| (n.val, n.next));
            let (y, b) = b.map_or((0, None), |n| (n.val, n.next));
            let mut node = ListNode::new((x + y + carry) % 10);
            node.next = add(a, b, (x + y + carry) / 10);
            Some(Box::new(node))
        }
        add(l1, l2, 0)
    }
}
