package sudoku

import "strings"

// Task is a question that problems ask about boards: the format of the input, and the expected answer. Problems select
// it by the format in their judge.yaml.
type Task struct {
	Input  Format
	Answer func(boards []Board) string // the whole output, one of those that are right
	None   bool                        // it has words for boards without a solution
	Sizes  bool                        // it knows other sizes than 9x9
	Most   int                         // boards in one input
}

// Tasks lists all tasks by name.
var Tasks = map[string]Task{
	"acwing":   {Input: AcWing, Answer: solutions(AcWing), Most: 10_000},
	"leetcode": {Input: LeetCode, Answer: solutions(LeetCode), Most: 10_000},
	"rows":     {Input: Rows, Answer: solutions(Rows), Most: 1},
	"digits":   {Input: Digits, Answer: solutions(Digits), Most: 1_000},
	"letters":  {Input: Letters, Answer: solutions(Letters), Most: 100},
	"check":    {Input: Rows, Answer: findings, None: true, Most: 1_000},
	"file":     {Input: File, Answer: solutions(File), None: true, Sizes: true, Most: 100},
	"board":    {Input: AcWing, Answer: dialogue, None: true, Most: 100},
}

// solutions answers with a solution of each board, or with the words for none.
func solutions(f Format) func([]Board) string {
	return func(boards []Board) string {
		var all []string
		var solver Solver
		for _, b := range boards {
			if solved, ok := solver.Solve(b); ok {
				all = append(all, f.Text(solved))
			} else {
				all = append(all, "no solution\n")
			}
		}
		return strings.Join(all, written[f.at()].between)
	}
}

// findings says of each board which rule it breaks, or how many solutions it has: none, one or many.
func findings(boards []Board) string {
	var s strings.Builder
	var solver Solver
	for _, b := range boards {
		if clash, ok := b.Broken(); ok {
			s.WriteString(clash.Place().String() + "\n")
			continue
		}
		switch n := solver.Count(b, 2); n {
		case 0:
			s.WriteString("none\n")
		case 1:
			s.WriteString("unique\n" + Rows.Text(solver.solution(b)))
		default:
			s.WriteString("many\n")
		}
	}
	return s.String()
}

// The words of the dialogue in which boards are drawn.
const (
	Prompt      = "请输入棋盘(若为空, 则输入 . )\n示例:4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n"
	SolvedWords = "存在一组解为:"
	NoneWords   = "不存在一组解"
	TimeWords   = "运算时间为: 0 ms"
)

// dialogue draws each board and its solution, and prompts before each board and at the end.
func dialogue(boards []Board) string {
	var s strings.Builder
	var solver Solver
	s.WriteString(Prompt)
	for _, b := range boards {
		s.WriteString(b.Draw())
		if solved, ok := solver.Solve(b); ok {
			s.WriteString(SolvedWords + "\n" + solved.Draw())
		} else {
			s.WriteString(NoneWords + "\n")
		}
		s.WriteString(TimeWords + "\n" + Prompt)
	}
	return s.String()
}
