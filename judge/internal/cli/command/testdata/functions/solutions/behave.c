//judge:problem behave
//judge:expect WA behave/secret/wrong
//judge:expect RE behave/secret/throws
//judge:expect WA behave/secret/null
//judge:expect RE behave/secret/exits
static int by_value(const void* a, const void* b) {
    return *(const int*)a - *(const int*)b;
}

int* behave(char* how, int* nums, int numsSize, int* returnSize) {
    *returnSize = numsSize;
    if (!strcmp(how, "wrong")) *returnSize = 2;
    if (!strcmp(how, "throws")) abort();
    if (!strcmp(how, "prints")) printf("[9,9]\n");
    if (!strcmp(how, "forges")) puts("R");
    if (!strcmp(how, "exits")) exit(0);
    if (!strcmp(how, "null")) return NULL;
    qsort(nums, numsSize, sizeof *nums, by_value);
    return nums;
}
