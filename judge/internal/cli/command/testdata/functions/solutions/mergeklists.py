#judge:problem mergeklists
class Solution:
    def mergeKLists(self, lists: List[Optional[ListNode]]) -> Optional[ListNode]:
        values = []
        for node in lists:
            while node:
                heappush(values, node.val)
                node = node.next
        head = last = ListNode()
        while values:
            last.next = ListNode(heappop(values))
            last = last.next
        return head.next
