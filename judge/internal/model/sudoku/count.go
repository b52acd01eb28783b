package sudoku

// Count returns how many solutions the board has, but stops at limit: with 2, the answer is none, one
// or many. Contradictory clues have none. Keep a Solver to count many boards.
func (b Board) Count(limit int) int { return new(Solver).Count(b, limit) }

// Solve returns a solution of the board, or false if there is none.
func (b Board) Solve() (Board, bool) { return new(Solver).Solve(b) }
