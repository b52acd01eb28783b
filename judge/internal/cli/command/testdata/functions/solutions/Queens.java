//judge:problem nqueens
class Solution {
    private final List<List<String>> found = new ArrayList<>();

    private void place(int n, List<Integer> columns) {
        if (columns.size() == n) {
            List<String> rows = new ArrayList<>();
            for (int c : columns) rows.add(".".repeat(c) + "Q" + ".".repeat(n - c - 1));
            found.add(rows);
            return;
        }
        next:
        for (int c = 0; c < n; c++) {
            for (int r = 0; r < columns.size(); r++)
                if (columns.get(r) == c || Math.abs(columns.get(r) - c) == columns.size() - r) continue next;
            columns.add(c);
            place(n, columns);
            columns.remove(columns.size() - 1);
        }
    }

    public List<List<String>> solveNQueens(int n) {
        place(n, new ArrayList<>());
        return found;
    }
}
