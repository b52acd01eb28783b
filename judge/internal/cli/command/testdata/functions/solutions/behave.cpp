//judge:problem behave
//judge:expect WA behave/secret/wrong
//judge:expect RE behave/secret/throws
//judge:expect WA behave/secret/null
//judge:expect RE behave/secret/exits
class Solution {
public:
    vector<int> behave(string how, vector<int>& nums) {
        if (how == "wrong") return {1, 2};
        if (how == "throws") return {nums.at(7)};
        if (how == "prints") cout << "[9,9]" << endl;
        if (how == "forges") puts("R\x01");
        if (how == "exits") exit(0);
        if (how == "null") return {};
        sort(nums.begin(), nums.end());
        return nums;
    }
};
