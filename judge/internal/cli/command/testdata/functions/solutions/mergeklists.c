//judge:problem mergeklists
struct ListNode* mergeKLists(struct ListNode** lists, int listsSize) {
    struct ListNode *first = NULL, **to = &first;
    for (;;) {
        int least = -1;
        for (int i = 0; i < listsSize; i++)
            if (lists[i] && (least < 0 || lists[i]->val < lists[least]->val)) least = i;
        if (least < 0) return first;
        *to = lists[least];
        to = &lists[least]->next;
        lists[least] = lists[least]->next;
    }
}
