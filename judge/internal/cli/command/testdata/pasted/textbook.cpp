// How an AcWing 166 program of a textbook reads: until a word begins with e, and never looking for the end of the file.
#include <cstring>
#include <iostream>
using namespace std;

const int N = 9;
char str[100];
int row[N], col[N], box[N], ones[1 << N], digit[1 << N];

void put(int cell, int d, bool set) {
    int bit = 1 << d, r = cell / N, c = cell % N, b = r / 3 * 3 + c / 3;
    row[r] ^= bit, col[c] ^= bit, box[b] ^= bit;
    str[cell] = set ? '1' + d : '.';
}

bool search(int blanks) {
    if (!blanks) return true;
    int fewest = 10, at = 0, fits = 0;
    for (int i = 0; i < N * N; i++) {
        if (str[i] != '.') continue;
        int s = row[i / N] & col[i % N] & box[i / 27 * 3 + i % N / 3];
        if (ones[s] < fewest) fewest = ones[s], at = i, fits = s;
    }
    for (; fits; fits &= fits - 1) {
        int d = digit[fits & -fits];
        put(at, d, true);
        if (search(blanks - 1)) return true;
        put(at, d, false);
    }
    return false;
}

int main() {
    for (int i = 0; i < N; i++) digit[1 << i] = i;
    for (int s = 1; s < 1 << N; s++) ones[s] = ones[s & (s - 1)] + 1;
    while (cin >> str, str[0] != 'e') {
        for (int i = 0; i < N; i++) row[i] = col[i] = box[i] = (1 << N) - 1;
        int blanks = 0;
        for (int i = 0; i < N * N; i++)
            if (str[i] == '.') blanks++;
            else put(i, str[i] - '1', true);
        search(blanks);
        puts(str);
    }
}
