//judge:problem validsudoku
class Solution {
public:
    bool isValidSudoku(vector<vector<char>>& board) {
        set<tuple<int, int, char>> seen;
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++) {
                char d = board[r][c];
                if (d == '.') continue;
                for (auto unit : {make_tuple(0, r, d), make_tuple(1, c, d), make_tuple(2, r / 3 * 3 + c / 3, d)})
                    if (!seen.insert(unit).second) return false;
            }
        return true;
    }
};
