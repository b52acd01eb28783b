package samples

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// Source is a Go program whose search is recursive, so that its nodes can be counted.
const Source = `// Sudoku by trying every digit in every cell.
package main

import "fmt"

var board [81]byte

func fits(i int, d byte) bool {
	for k := 0; k < 9; k++ {
		if board[i/9*9+k] == d || board[k*9+i%9] == d {
			return false
		}
	}
	return true
}

func search(i int) bool {
	if i == 81 {
		return true
	}
	for d := byte(1); d <= 9; d++ {
		if fits(i, d) {
			board[i] = d
			if search(i + 1) {
				return true
			}
			board[i] = 0
		}
	}
	return false
}

func main() { fmt.Println(search(0), "<done>") }
`

// Hard is a puzzle that makes a search guess; Mild is one that does not, with its solution and a wrong one.
const Hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
const Mild = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// Large is a run of typical size: solutions of very different speed, with wrong Answers, time-outs and a program
// that does not compile.
func Large(solutions, cases int) result.Run {
	random := rand.New(rand.NewPCG(1, 2))
	run := result.Run{
		Host: result.Host{OS: "linux", Arch: "amd64", CPUs: 2, CPU: "A processor", Go: "go1.26", Isolation: say.Text("namespaces + Landlock + seccomp + rlimits"),
			MemoryMethod: say.Text("ru_maxrss through a small helper")},
		Elapsed: 12 * time.Second,
	}
	names := []string{"lowbit", "naive", "hidden", "dancing", "propagate", "bands", "crack", "compute"}
	for s := range solutions {
		name := names[s%len(names)]
		if s >= len(names) {
			name += fmt.Sprint(s)
		}
		r := result.Solution{
			Problem: "acwing166", Title: say.Words{English: "Sudoku"}, Solution: name, Path: "solutions/" + name + "/main.go", Language: "Go",
			Source: Source, CodeBytes: int64(len(Source)), Verdict: result.AC, Expected: "AC", AsExpected: true,
			Limits:  result.Limits{CPU: 2 * time.Second, Wall: 5 * time.Second, Memory: 256 << 20, Output: 8 << 20},
			Compile: result.Compile{OK: true, Time: 400 * time.Millisecond},
		}
		pace := math.Pow(3.2, float64(s%8))
		for c := range cases {
			hard := math.Exp(random.NormFloat64()*1.6 + float64(c)/12)
			cpu := time.Duration(9e5 + 4e3*pace*hard*float64(1+random.IntN(3))).Round(time.Microsecond)
			one := result.Case{
				Case: fmt.Sprintf("secret/%02d-%s", c+1, []string{"easy", "17-clues", "hard", "many", "empty"}[c%5]), Verdict: result.AC, Expected: "AC",
				AsExpected: true, CPU: cpu, Wall: cpu + time.Millisecond, PeakKiB: int64(2600 + 300*s + random.IntN(400)), Input: Hard + "\nend\n",
			}
			nodes := int64(4000 * hard)
			one.Work = &result.Work{Statements: nodes * 9, Calls: map[string]int64{"main": 1, "search": nodes, "fits": nodes * 9}, Lines: Lines(nodes)}
			if cpu > 2*time.Second {
				one.CPU, one.Verdict, one.Expected, one.Message = 2*time.Second, result.TLE, "TLE", say.Of("used up its %s of CPU time", "2 s")
			}
			if s == 2 && c%20 == 7 {
				one.Verdict, one.AsExpected = result.WA, false
				one.Difference = &result.Difference{Line: 1, Column: 4, Want: MildSolved, Got: WrongMild, Text: Sentence("row 1 has two 8s"), Puzzle: Mild}
			}
			if s == 4 && c == 3 {
				one.Verdict, one.AsExpected, one.Exit, one.Message = result.RE, false, 2, say.Of("exit status %d", 2)
				one.Stderr = "\x1b[31mpanic: index out of range\x1b[0m\n\ngoroutine 1 [running]:\nmain.search(...)\n"
			}
			if s == 5 && c == 9 {
				one.Verdict, one.AsExpected = result.WA, false
				one.Difference = &result.Difference{Line: 3, Column: 7, Want: "there are 2 solutions", Got: "there is 1 solution", Text: Sentence("the counts differ")}
			}
			r.Cases = append(r.Cases, one)
			r.Verdict = result.Worst(r.Verdict, one.Verdict)
			r.AsExpected = r.AsExpected && one.AsExpected
		}
		run.Results = append(run.Results, r)
	}
	return run
}

const MildSolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

var WrongMild = strings.Replace(MildSolved, "534678912672195", "538678912674195", 1)

func Lines(nodes int64) []int64 {
	lines := make([]int64, strings.Count(Source, "\n"))
	for i, text := range strings.Split(strings.TrimSuffix(Source, "\n"), "\n") {
		switch {
		case strings.Contains(text, "board[i/9*9+k]"):
			lines[i] = nodes * 31
		case strings.Contains(text, "return false"):
			lines[i] = nodes / 3
		case i > 16 && strings.HasPrefix(text, "\t"):
			lines[i] = nodes
		case strings.HasPrefix(text, "\t"):
			lines[i] = nodes * 9
		default:
			lines[i] = -1
		}
	}
	return lines
}

// Naive and Fewest solve a puzzle in two ways and record every step.
func Naive(puzzle string, keep int) result.Replay {
	return record("naive", puzzle, keep, firstBlank)
}
func Fewest(puzzle string, keep int) result.Replay {
	return record("lowbit", puzzle, keep, fewest)
}

func record(name, puzzle string, keep int, choose func(cells []int, free []uint16) int) result.Replay {
	board, _ := sudoku.ParseAny(puzzle)
	cells := board.Cells
	replay := result.Replay{Solution: name, Problem: "acwing166", Case: "sample/01", Puzzle: puzzle, Size: 9, W: 3, H: 3, PartSteps: 1}
	depth, rose := 0, false
	step := func(cell, value int) {
		cells[cell] = value
		if value == 0 {
			depth--
		} else {
			depth++
		}
		replay.Total++
		if value != 0 {
			replay.Placed++
		} else if replay.Back++; rose {
			replay.DeadEnds++
			replay.Deepest = max(replay.Deepest, depth+1)
		}
		rose = value != 0
		if len(replay.Steps) < keep {
			replay.Steps = append(replay.Steps, result.Step{Cell: cell, Value: value, Depth: depth, Line: 22})
		}
	}
	var search func() bool
	search = func() bool {
		free := board.Candidates()
		cell := choose(cells, free)
		if cell < 0 {
			return true
		}
		for v := 1; v <= 9; v++ {
			if free[cell]&(1<<(v-1)) == 0 {
				continue
			}
			step(cell, v)
			if search() {
				return true
			}
			step(cell, 0)
		}
		return false
	}
	replay.Solved = search()
	return replay
}

func firstBlank(cells []int, _ []uint16) int { return slices.Index(cells, 0) }

func fewest(cells []int, free []uint16) int {
	best := firstBlank(cells, free)
	for i, v := range cells {
		if v == 0 && bits.OnesCount16(free[i]) < bits.OnesCount16(free[best]) {
			best = i
		}
	}
	return best
}
