package reason

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// history plays moves on a board of 4 by 4. A move is a cell and a digit, 0 to take it back.
func history(puzzle string, moves ...[2]int) result.Replay {
	r := result.Replay{Solution: "mine.cpp", Puzzle: puzzle, Size: 4, W: 2, H: 2}
	for _, m := range moves {
		r.Steps = append(r.Steps, result.Step{Cell: m[0], Value: m[1]})
		if m[1] != 0 {
			r.Placed++
		} else {
			r.Back++
		}
	}
	r.Total = len(r.Steps)
	return r
}

// TestLetters: the values of a board of letters are named by their letters.
func TestLetters(t *testing.T) {
	r := history(strings.Repeat("-", 256), [2]int{0, 3}, [2]int{1, 3}, [2]int{2, 4}, [2]int{3, 5}, [2]int{1, 0})
	r.Size, r.W, r.H = 16, 4, 4
	if got := Of(r); got.First == nil || got.First.Text.String() != "row 1 has C twice" {
		t.Errorf("%+v", got)
	}
}

func nine(r result.Replay) result.Replay {
	r.Size, r.W, r.H = 9, 3, 3
	return r
}

func upright(r result.Replay) result.Replay {
	r.Size, r.W, r.H = 6, 2, 3
	return r
}

// cut pretends that a history goes on after its kept steps.
func cut(r result.Replay) result.Replay {
	r.Total++
	return r
}

// finish ends a history with a solution, which is then known.
func finish(r result.Replay, end string) result.Replay {
	now := []byte(r.Puzzle)
	for _, s := range r.Steps {
		now[s.Cell] = '0' + byte(s.Value)
	}
	for cell := range now {
		if now[cell] != end[cell] && now[cell] != '.' {
			r.Steps = append(r.Steps, result.Step{Cell: cell})
			r.Back++
		}
	}
	for cell := range now {
		if now[cell] != end[cell] {
			r.Steps = append(r.Steps, result.Step{Cell: cell, Value: int(end[cell] - '0')})
			r.Placed++
		}
	}
	r.Total, r.Solved = len(r.Steps), true
	return r
}

// Each row plays on a board of its own.
const (
	blanks = "................"
	corner = "12.4341.2143.321" // the solution begins with 1234
)

func TestOf(t *testing.T) {
	tests := []struct {
		name  string
		r     result.Replay
		lacks result.Lack
		first result.Moment
		says  string
		text  string
	}{
		{"a blank without a digit", history(blanks, [2]int{0, 1}, [2]int{1, 2}, [2]int{6, 3}, [2]int{7, 4}, [2]int{8, 2}, [2]int{9, 1}),
			result.LacksNoDigit,
			result.Moment{Steps: 4, Cells: []int{2}},
			"2 of the 6 digits that mine.cpp placed stood on boards that were already lost: some blank had no digit left.",
			"row 1, column 3 has no digit left"},
		{"a digit without a place", history(blanks, [2]int{4, 2}, [2]int{10, 2}, [2]int{3, 1}, [2]int{2, 3}, [2]int{5, 1}), result.LacksNoPlace,
			result.Moment{Steps: 3, Cells: []int{0, 1, 2, 3}, Digit: 2},
			"2 of the 5 digits that mine.cpp placed stood on boards that were already lost: some digit had no place left in a row, column or box.",
			"row 1 has no place left for 2"},
		{"a digit twice", history(blanks, [2]int{0, 1}, [2]int{3, 1}, [2]int{5, 2}, [2]int{14, 2}), result.LacksClash,
			result.Moment{Steps: 2, Cells: []int{0, 1, 2, 3}, Digit: 1},
			"2 of the 4 digits that mine.cpp placed stood on boards that were already lost: some digit stood twice in a row, column or box.",
			"row 1 has 1 twice"},
		{"the largest digit twice", history(blanks, [2]int{0, 4}, [2]int{3, 4}, [2]int{5, 2}, [2]int{14, 2}), result.LacksClash,
			result.Moment{Steps: 2, Cells: []int{0, 1, 2, 3}, Digit: 4},
			"2 of the 4 digits that mine.cpp placed stood on boards that were already lost: some digit stood twice in a row, column or box.",
			"row 1 has 4 twice"},
		{"just worth telling", history(corner, append(slices.Repeat([][2]int{{2, 3}, {2, 0}}, 37), [2]int{2, 1}, [2]int{7, 2}, [2]int{12,
			4})...), result.LacksClash,
			result.Moment{Steps: 75, Cells: []int{0, 1, 2, 3}, Digit: 1},
			"2 of the 40 digits that mine.cpp placed were placed while old guesses were still on the board: the program does not clear " +
				"a cell when it backtracks. The same digit written again is not counted.", "row 1 has 1 twice"},
		{"not worth telling", history(corner, append(slices.Repeat([][2]int{{2, 3}, {2, 0}}, 38), [2]int{2, 1}, [2]int{7, 2}, [2]int{12,
			4})...), result.LacksNothing, result.Moment{}, "", ""},
		{"old digits", history(blanks, [2]int{0, 1}, [2]int{3, 2}, [2]int{0, 0}, [2]int{0, 2}, [2]int{5, 4}, [2]int{5, 0}, [2]int{5, 3},
			[2]int{9, 1}), result.LacksClash,
			result.Moment{Steps: 4, Cells: []int{0, 1, 2, 3}, Digit: 2},
			"3 of the 6 digits that mine.cpp placed were placed while old guesses were still on the board: the program does not clear " +
				"a cell when it backtracks. The same digit written again is not counted.", "row 1 has 2 twice"},
		{"wrong beside a forced cell", finish(history("123.............", [2]int{12, 2}, [2]int{9, 3}), "1234341221434321"),
			result.LacksForcedCell,
			result.Moment{Steps: 0, Cells: []int{3}, Digit: 4},
			"2 of the 15 digits that mine.cpp placed were wrong choices, made while some other blank had only one digit left.",
			"row 1, column 4 can only be 4"},
		{"wrong beside a forced place", finish(history("1........1.....1", [2]int{1, 2}, [2]int{4, 3}), "1324241331424231"),
			result.LacksForcedPlace,
			result.Moment{Steps: 0, Cells: []int{4, 5, 6, 7}, Digit: 1},
			"2 of the 15 digits that mine.cpp placed were wrong choices, made while some other digit had only one place left in a row, " +
				"column or box.", "row 2 has one place left for 1"},
		{"an end that is not kept is no solution", cut(finish(history("123.............", [2]int{12, 2}, [2]int{9, 3}), "1234341221434321")),
			result.LacksNothing, result.Moment{},
			"mine.cpp placed no digit on a board that was lost at a glance.", ""},
		{"boxes that stand upright", upright(history(strings.Repeat(".", 36), [2]int{0, 1}, [2]int{13, 1}, [2]int{5, 2}, [2]int{9, 3})),
			result.LacksClash,
			result.Moment{Steps: 2, Cells: []int{0, 1, 6, 7, 12, 13}, Digit: 1},
			"2 of the 4 digits that mine.cpp placed stood on boards that were already lost: some digit stood twice in a row, column or box.",
			"box 1 has 1 twice"},
		{"wrong where nothing is forced", finish(history(blanks, [2]int{0, 2}, [2]int{15, 3}), "1234341221434321"), result.LacksNothing,
			result.Moment{},
			"mine.cpp placed no digit on a board that was lost at a glance.", ""},
		{"two reasons as often: the one that is easier to see", history(blanks, [2]int{0, 1}, [2]int{1, 2}, [2]int{6, 3}, [2]int{7, 4},
			[2]int{8, 2}, [2]int{9, 1},
			[2]int{9, 0}, [2]int{8, 0}, [2]int{7, 0}, [2]int{6, 0}, [2]int{1, 0}, [2]int{3, 1}, [2]int{5, 2}, [2]int{14, 2}), result.LacksClash,
			result.Moment{Steps: 12, Cells: []int{0, 1, 2, 3}, Digit: 1},
			"2 of the 9 digits that mine.cpp placed stood on boards that were already lost: some digit stood twice in a row, column or box.",
			"row 1 has 1 twice"},
		{"once is no reason", finish(history("1........1.....1", [2]int{1, 2}), "1324241331424231"), result.LacksNothing, result.Moment{},
			"mine.cpp placed no digit on a board that was lost at a glance.", ""},
		{"right ones in any order", finish(history("1........1.....1"), "1324241331424231"), result.LacksNothing, result.Moment{},
			"mine.cpp placed 13 digits and took none back.", ""},
		{"nothing taken back", history(corner, [2]int{2, 3}, [2]int{7, 2}, [2]int{12, 4}), result.LacksNothing, result.Moment{},
			"mine.cpp placed 3 digits and took none back.", ""},
		{"only the result", nine(finish(history(
			"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"),
			"417369825632158947958724316825437169791586432346912758289643571573291684164875293")), result.LacksNothing, result.Moment{},
			"mine.cpp placed 64 digits and took none back, though nothing on the board forced 17 of them: it may search in another " +
				"form, as bits or links, and write down only its result.", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Of(tt.r)
			first := result.Moment{}
			if got.First != nil {
				first = *got.First
			}
			text := first.Text.String()
			first.Text = tt.first.Text
			if diff := cmp.Diff(tt.first, first); got.Lacks != tt.lacks || got.Sentence.String() != tt.says || text != tt.text || diff != "" {
				t.Errorf("%s, %v\n%s\n%s\nmoment: want -, got +:\n%s", got.Lacks, got.Counts, got.Sentence, text, diff)
			}
		})
	}
}

// TestCostliestMistake returns the wrong digit that cost most. A right digit that had to be taken back with it is none.
func TestCostliestMistake(t *testing.T) {
	mistake := func(moves ...[2]int) result.Mistake { return Of(history(corner, moves...)).Wrong }
	tests := []struct {
		name string
		got  result.Mistake
		want result.Mistake
	}{
		{"taken back", mistake([2]int{2, 4}, [2]int{7, 2}, [2]int{12, 4}, [2]int{12, 0}, [2]int{7, 0}, [2]int{2, 0}, [2]int{2, 3}),
			result.Mistake{Cell: 2, Digit: 4, Step: 1, Until: 6, Cost: 2}},
		{"overwritten", mistake([2]int{2, 4}, [2]int{7, 2}, [2]int{2, 3}), result.Mistake{Cell: 2, Digit: 4, Step: 1, Until: 3, Cost: 1}},
		{"still there", mistake([2]int{7, 2}, [2]int{2, 4}, [2]int{12, 4}), result.Mistake{Cell: 2, Digit: 4, Step: 2, Cost: 1}},
		{"the first of two", mistake([2]int{2, 4}, [2]int{7, 2}, [2]int{2, 0}, [2]int{2, 4}, [2]int{12, 4}, [2]int{2, 0}),
			result.Mistake{Cell: 2, Digit: 4, Step: 1, Until: 3, Cost: 1}},
		{"taken back at once", mistake([2]int{2, 4}, [2]int{2, 0}), result.Mistake{}},
		{"a right one", mistake([2]int{7, 2}, [2]int{12, 4}, [2]int{12, 0}, [2]int{7, 0}), result.Mistake{}},
	}
	for _, tt := range tests {
		must.Equal(t, tt.want, tt.got, tt.name)
	}
	moves := [][2]int{{2, 4}}
	for n := range 11 {
		for until, back := range map[string][2]int{"the record stops.": {7, 0}, "it was taken back.": {2, 0}} {
			want := fmt.Sprintf("The costliest mistake of mine.cpp: the 4 in row 1, column 3. On top of it, %d more digits were placed ", n)
			got := Of(history(corner, append(slices.Clone(moves), back)...)).Worst
			if got.Said() != (n >= dearMistake) || n >= dearMistake && (!strings.HasPrefix(got.String(), want) || !strings.HasSuffix(got.String(),
				until)) {
				t.Errorf("after %d more: %s", n, got)
			}
		}
		moves = append(moves, [2]int{7, 2}, [2]int{7, 0})
	}
}

// TestShare: few digits are counted, more are given as a share.
func TestShare(t *testing.T) {
	for placed, want := range map[int]string{fewDigits: "7 of the 100 digits that x placed", fewDigits + 1: "6 of 100 digits that x placed"} {
		must.Equal(t, want, share(7, placed, result.Replay{Solution: "x", Placed: placed}).String())
	}
}

// TestPartOfAHistory: if only some steps are kept, the sentence says that it is about those.
func TestPartOfAHistory(t *testing.T) {
	if got := Of(nine(history(blanks, [2]int{0, 1}))); got != nil {
		t.Errorf("a puzzle of another size: %+v", got)
	}
	r := history(blanks, [2]int{0, 1}, [2]int{1, 2}, [2]int{6, 3}, [2]int{7, 4}, [2]int{8, 2}, [2]int{9, 1})
	r.Placed, r.Total = 9_727_396, 19_000_000
	if got, want := Of(r).Sentence.String(), "33 in 100 of the first 6 digits that mine.cpp placed stood on"; !strings.HasPrefix(got, want) {
		t.Errorf("want %s, got %s", want, got)
	}
}

// TestBeside names another solution only if it needs less.
// TestFewest: a search for the blank with the fewest digits places what solutions/fewest does.
func TestFewest(t *testing.T) {
	for puzzle, want := range map[string][2]int{
		"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......": {481, 154},
		"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9": {45_267, 10_579},
		".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........": {}, // it has no solution, and takes too long
		"1.....4..3.....2": {12, 12},
	} {
		board, ok := sudoku.ParseAny(puzzle)
		r := result.Replay{Puzzle: puzzle, Size: board.Size, W: board.W, H: board.H, Insight: &result.Insight{}}
		Fewest(&r)
		if got := [2]int{r.Insight.Fewest, r.Insight.Both}; !ok || got != want {
			t.Errorf("%s: got %d, want %d", puzzle, got, want)
		}
	}
}

func TestBeside(t *testing.T) {
	mine := result.Replay{Solution: "mine.cpp", Puzzle: blanks, Placed: 1170, Stopped: true}
	ours := result.Replay{Solution: "inplace", Puzzle: blanks, Placed: 481, Solved: true}
	if got, want := Beside(result.LacksNoDigit, mine, ours, "Go").String(),
		"inplace looks at every blank before each guess: 481 digits instead of more than 1,170; see solutions/inplace (in Go)."; got != want {
		t.Errorf("want %s, got %s", want, got)
	}
	for _, none := range []result.Replay{{Placed: 1170, Solved: true}, {Placed: 481}} {
		if got := Beside(result.LacksNoDigit, mine, none, ""); got.Said() {
			t.Errorf("as many are no less, and an unsolved puzzle is no example: %s", got)
		}
	}
}
