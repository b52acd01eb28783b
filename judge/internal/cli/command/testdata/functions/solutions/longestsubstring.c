//judge:problem longestsubstring
int lengthOfLongestSubstring(char* s) {
    int last[256], best = 0, from = 0;
    for (int i = 0; i < 256; i++) last[i] = -1;
    for (int i = 0; s[i]; i++) {
        unsigned char c = s[i];
        if (last[c] >= from) from = last[c] + 1;
        last[c] = i;
        if (i - from + 1 > best) best = i - from + 1;
    }
    return best;
}
