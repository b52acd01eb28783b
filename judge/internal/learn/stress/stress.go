// Package stress searches at random for an input on which a program fails, and makes the input it finds
// as small as it can. It knows what inputs to try and how to shrink them; programs are run and judged by
// the Arena that it is given, and the caller says when to stop.
package stress

import (
	"cmp"
	"context"
	"crypto/sha256"
	"io"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// Arena runs the programs, which are numbered from 0.
type Arena interface {
	// Try runs a program on an input and judges its output by the answer.
	Try(ctx context.Context, program int, input, answer string) (result.Case, error)
	// Answer runs program 0 and returns its output; the verdict is AC if it ended well.
	Answer(ctx context.Context, input string) (string, result.Case, error)
	// Generate makes an input with the problem's own generator.
	Generate(ctx context.Context, seed uint64) (string, error)
}

// Options say what to search.
type Options struct {
	Programs int
	Task     *sudoku.Task        // what the problem asks about boards; nil: inputs come from Arena.Generate, answers from program 0
	Function *function.Signature // what the problem asks for where that is a function, else nil
	Bounds   function.Bounds     // of its arguments
	Seed     uint64
	From     int           // the number of the first input, from 0
	Given    string        // the only input to try, in place of those of the seed
	Count    int           // how many; 0 is no bound
	Limit    time.Duration // the CPU limit: batches stay far below it
	Shrink   time.Duration // how long a failure may be made small; 0 is no bound
	Observe  func(Progress)

	Talks       bool   // the problem's own program reads the input, and not the one that is tried
	Reference   string // the name of program 0
	FewestClues bool   // a failure is made small by taking clues away, and not by filling cells in
}

// Progress is the progress of a search.
type Progress struct {
	Tried   int
	Illegal int         // inputs beside these to which the problem allows no answer
	Size    say.Message // of the failure that is being made small; nothing: none was found so far
}

// Finding is a failure, made small.
type Finding struct {
	Program int           // whose
	Result  result.Case   // its result on the input
	Others  []result.Case // what every program did on it, by number
	Input   string
	Answer  string
	Boards  []sudoku.Board // the input, if it consists of boards
	From    int            // the inputs From to From+Count-1 of the seed show it
	Count   int
	Was     say.Message // the size before it was made small: "31 clues"
	Is      say.Message // and after
	Trials  int         // runs that making it small took
	Clues   bool        // it was made small by taking clues away
	Shaky   bool        // it did not fail again when it was run again
	Cut     error       // why shrinking stopped early: the error of ctx, or context.DeadlineExceeded; nil if it did not
}

// Search tries inputs until a program fails or until is over, and returns how many it tried. What ctx
// cancels is the work itself; a failure that was found by then is returned as small as it has become, and
// programs that could not be run on it any more are skipped.
func Search(ctx, until context.Context, arena Arena, o Options) (tried int, found *Finding, err error) {
	s := &search{Arena: arena, Options: o}
	if o.Given != "" {
		found, err = s.tryGiven(ctx)
		return 1, found, err
	}
	size := max(o.Count, 1) // so that a failure that takes several boards shows again when asked for them
	for next, inARow := o.From, 0; (o.Count == 0 || next < o.From+o.Count) && inARow < mostUseless; {
		size = s.batch(size)
		if o.Count > 0 {
			size = min(size, o.From+o.Count-next)
		}
		t, err := s.make(ctx, next, size)
		if err != nil {
			return s.tried, nil, err
		}
		if inARow++; s.again(t) {
			next++
		} else {
			illegal := s.illegal
			found, whole, err := s.try(ctx, t)
			switch {
			case err != nil:
				return s.tried, nil, err
			case found != nil:
				return s.tried + size, found, nil
			case s.illegal > illegal:
				next++
			case whole: // else again, with fewer at once
				next, inARow, s.tried = next+size, 0, s.tried+size
			}
			s.observe(Progress{Tried: s.tried, Illegal: s.illegal})
		}
		if until.Err() != nil {
			break
		}
	}
	if s.tried == 0 && s.illegal > 0 && ctx.Err() == nil {
		return 0, nil, say.Errorf("%s were generated, but %s gives no answer that the problem allows to any of them", say.Count(s.illegal, "input"), s.Reference).
			Hint("write the problem's constraints into its judge.yaml, or name a generator with -gen")
	}
	return s.tried, nil, ctx.Err()
}

// tryGiven tries the input that was given.
func (s *search) tryGiven(ctx context.Context) (*Finding, error) {
	t := test{input: s.Given}
	if s.Task != nil {
		var boards []sudoku.Board
		r := sudoku.NewReader(s.Given, s.Task.Input)
		b, err := r.Next()
		for ; err == nil; b, err = r.Next() {
			boards = append(boards, b)
		}
		if err != io.EOF {
			return nil, err
		}
		t = s.boardTest(0, boards)
	}
	found, whole, err := s.try(ctx, t)
	for i := 0; i < len(t.boards) && found == nil && err == nil && !whole; i++ {
		found, _, err = s.try(ctx, s.boardTest(i, t.boards[i:i+1]))
	}
	if err == nil && found == nil && !whole {
		err = say.Errorf("all boards together take too long, and none alone does")
	}
	return found, err
}

func (s *search) observe(p Progress) {
	if s.Observe != nil {
		s.Observe(p)
	}
}

// search is one Search.
type search struct {
	Arena
	Options
	slowest time.Duration // the longest CPU time of a program in the last batch
	most    int           // a batch this large ran out of time, though no single input does; 0: none has
	stream  boardStream
	tried   int
	illegal int // inputs that are none of the problem's, as their answer shows

	seen map[[sha256.Size]byte]bool // inputs, if they are no boards
}

// mostUseless is how many inputs in a row, illegal ones or ones that were tried before, end a search: there are hardly any
// others.
const mostUseless = 100

// again reports whether an input was tried before: small bounds allow few.
func (s *search) again(t test) bool {
	if s.Task != nil {
		return false
	}
	key := sha256.Sum256([]byte(t.input))
	if s.seen == nil {
		s.seen = map[[sha256.Size]byte]bool{}
	}
	known := s.seen[key]
	s.seen[key] = true
	return known
}

// test is one input, or a batch of boards in one.
type test struct {
	from   int // the number of its first item
	boards []sudoku.Board
	input  string
	answer string
}

// largest bounds a batch: beyond it, the cost of starting a program does not matter.
const largest = 512

// batch returns the number of inputs for the next test: one at first, then twice as many each time, as long as the
// slowest program needs at most a tenth of its limit.
func (s *search) batch(last int) int {
	if s.Task == nil {
		return 1
	}
	size := last
	switch share := s.Limit / 10; {
	case s.slowest == 0: // the first
	case s.slowest < share/2:
		size *= 2
	case s.slowest > share:
		size /= 2
	}
	size = min(size, largest, s.Task.Most)
	if s.most > 0 {
		size = min(size, s.most/2)
	}
	return max(size, 1)
}

// make makes the test of the n inputs from number from on.
func (s *search) make(ctx context.Context, from, n int) (test, error) {
	if s.Task == nil {
		input, err := s.Generate(ctx, s.Seed+uint64(from))
		return test{from: from, input: input}, err
	}
	var boards []sudoku.Board
	for i := from; i < from+n; i++ {
		b, err := s.stream.board(ctx, s.Seed, i, *s.Task)
		if err != nil {
			return test{}, err
		}
		boards = append(boards, b)
	}
	return s.boardTest(from, boards), nil
}

func (s *search) boardTest(from int, boards []sudoku.Board) test {
	return test{from: from, boards: boards, input: s.Task.Input.Join(boards), answer: s.Task.Answer(boards)}
}

// try runs all programs on a test; a failure comes back made small. The test is not judged as a whole if
// it held too many boards for the time limit, and no single one is at fault.
func (s *search) try(ctx context.Context, t test) (found *Finding, whole bool, err error) {
	s.slowest = 1
	for p := range s.Programs {
		r, err := s.run(ctx, &t, p)
		if err == nil && r.Verdict == result.JE { // of a smaller input, that is no more than one not to be shown
			err = s.undecided(t, p, r.Message)
		}
		if err != nil {
			return nil, false, err
		}
		if r.Verdict == result.AC && !s.legal(t.answer) || s.rival(ctx, t, r) {
			s.illegal++
			return nil, true, nil
		}
		s.slowest = max(s.slowest, r.CPU)
		if r.Verdict != result.AC {
			found, err := s.pinDown(ctx, t, p, r)
			return found, false, err
		}
	}
	return nil, true, nil
}

// undecided is the error of a test that the judge cannot decide. Where answers come from program 0, its answer may be
// to blame: a checker complains if the program beside it finds a better one.
func (s *search) undecided(t test, program int, why say.Message) error {
	if s.Task != nil || program == 0 {
		return say.Errorf("%s", why)
	}
	return say.Errorf("input %d of seed %d, %s, to which %s answered %s: %s", t.from, s.Seed, quoted(t.input), s.Reference, quoted(t.answer), why).
		Hint("if the answer of %s is wrong, name another program first, or with -brute", s.Reference)
}

// quoted is the beginning of a text, on one line.
func quoted(text string) string {
	const most = 60
	text = strings.TrimSpace(text)
	if len(text) > most {
		return strconv.Quote(text[:most]) + "…"
	}
	return strconv.Quote(text)
}

// legal reports whether an answer has the type in the signature. Another answer, such as null for a missing pair, means
// that the problem does not allow the input; so does an empty list if every input has an answer. With a single program
// there is no such answer.
func (s *search) legal(answer string) bool {
	if s.Function == nil || s.Programs < 2 {
		return true
	}
	for _, text := range function.Values([]byte(answer)) {
		v, err := function.ReadValue(s.Function.Answer(), text)
		if list, ok := v.([]any); err != nil || s.Bounds.OneAnswer && ok && len(list) == 0 {
			return false
		}
	}
	return true
}

// run runs one program on a test. Where answers come from program 0, it must be the first to run.
func (s *search) run(ctx context.Context, t *test, program int) (result.Case, error) {
	if err := ctx.Err(); err != nil {
		return result.Case{}, err
	}
	var r result.Case
	var err error
	if s.Task == nil && program == 0 {
		t.answer, r, err = s.Arena.Answer(ctx, t.input)
	} else {
		r, err = s.Try(ctx, program, t.input, t.answer)
	}
	return r, cmp.Or(err, ctx.Err()) // an interrupted run says nothing
}
