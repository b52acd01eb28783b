#include <iostream>
#include <string>

int board[9][9], row[9], col[9], box[9];

bool search() {
    int best = 10, r = 0, c = 0;
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++)
            if (!board[i][j]) {
                int n = __builtin_popcount(row[i] & col[j] & box[i / 3 * 3 + j / 3]);
                if (n < best) best = n, r = i, c = j;
            }
    if (best == 10) return true;
    int &across = row[r], &down = col[c], &around = box[r / 3 * 3 + c / 3];
    for (int m = across & down & around; m; m &= m - 1) {
        int bit = m & -m;
        board[r][c] = __builtin_ctz(bit) + 1;
        across ^= bit, down ^= bit, around ^= bit;
        if (search()) return true;
        across ^= bit, down ^= bit, around ^= bit;
        board[r][c] = 0;
    }
    return false;
}

int main() {
    std::string s;
    while (std::cin >> s && s != "end") {
        for (int i = 0; i < 9; i++) row[i] = col[i] = box[i] = 511;
        for (int i = 0; i < 81; i++) {
            int d = board[i / 9][i % 9] = s[i] == '.' ? 0 : s[i] - '0';
            if (d) row[i / 9] ^= 1 << (d - 1), col[i % 9] ^= 1 << (d - 1), box[i / 27 * 3 + i % 9 / 3] ^= 1 << (d - 1);
        }
        search();
        for (auto &line : board) for (int d : line) std::cout << d;
        std::cout << "\n";
    }
}
