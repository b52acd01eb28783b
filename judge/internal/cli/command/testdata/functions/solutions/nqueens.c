//judge:problem nqueens
static int columns[16], found;
static char*** boards;

static void place(int n, int r) {
    if (r == n) {
        boards = realloc(boards, (found + 1) * sizeof *boards);
        boards[found] = malloc(n * sizeof **boards);
        for (int i = 0; i < n; i++) {
            boards[found][i] = malloc(n + 1);
            memset(boards[found][i], '.', n);
            boards[found][i][columns[i]] = 'Q';
            boards[found][i][n] = 0;
        }
        found++;
        return;
    }
    for (int c = 0; c < n; c++) {
        int free = 1;
        for (int i = 0; i < r; i++)
            if (columns[i] == c || abs(columns[i] - c) == r - i) free = 0;
        columns[r] = c;
        if (free) place(n, r + 1);
    }
}

char*** solveNQueens(int n, int* returnSize, int** returnColumnSizes) {
    found = 0;
    boards = NULL;
    place(n, 0);
    *returnSize = found;
    *returnColumnSizes = malloc((found + 1) * sizeof(int));
    for (int i = 0; i < found; i++) (*returnColumnSizes)[i] = n;
    return boards;
}
