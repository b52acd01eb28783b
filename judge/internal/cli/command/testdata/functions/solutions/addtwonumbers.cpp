//judge:problem addtwonumbers
/**
 * struct ListNode {
 *     int val;
 *     ListNode *next;
 * };
 */
class Solution {
public:
    ListNode* addTwoNumbers(ListNode* l1, ListNode* l2) {
        ListNode head;
        ListNode* last = &head;
        for (int carry = 0; l1 || l2 || carry; carry /= 10) {
            if (l1) carry += l1->val, l1 = l1->next;
            if (l2) carry += l2->val, l2 = l2->next;
            last = last->next = new ListNode(carry % 10);
        }
        return head.next;
    }
};
