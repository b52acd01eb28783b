package trace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// Circle is what a program that runs in a circle was seen to do.
type Circle struct {
	AllRead bool // its whole input was read by then
	Line    int  // of the loop, 0 if that is not known
}

// Handled is what a line does with long things: how often, of how many bytes or items in all, and its share of the
// program's time.
type Handled struct {
	Line   int
	Name   string
	Calls  int64
	Amount int64
	Items  bool // the amount is in items, not in bytes
	Share  float64
}

// slowly watches a program for one of the signs of slowness.
func (t *Tracer) slowly(ctx context.Context, s solution.Solution, want record.Kind, input string, limit time.Duration) (*record.Record, error) {
	if r := language.Of(s.Language).Recorder; want == record.Handling && !slices.Contains([]string{"native", "python", "rust"}, r) {
		return nil, &Untraceable{Solution: s.Name, Why: say.Of("%s: not watched for that", language.NameOf(s.Language))}
	}
	told, _, err := t.watch(ctx, s, watching{want: want, input: input, puzzle: sudoku.Empty(), limit: limit})
	return told, err
}

// Circle finds out whether a program comes back to a state that it was in. It returns nil if that was not seen.
func (t *Tracer) Circle(ctx context.Context, s solution.Solution, input string, limit time.Duration) (*Circle, error) {
	told, err := t.slowly(ctx, s, record.Circle, input, limit)
	if err != nil {
		return nil, err
	}
	for _, b := range told.Blobs {
		var all, line int
		if n, _ := fmt.Sscanf(string(b.Data), "circle %d %d", &all, &line); n > 0 && b.Kind == record.Told {
			return &Circle{AllRead: all == 1, Line: max(0, min(line, 1+strings.Count(s.Text(), "\n")))}, nil
		}
	}
	return nil, nil
}

// fewestLooks is how often a clock must have looked for a share of the time to be told.
const fewestLooks = 30

// Handling finds the lines that handle long things, that with the largest share of the time first.
func (t *Tracer) Handling(ctx context.Context, s solution.Solution, input string, limit time.Duration) (all []Handled, err error) {
	told, err := t.slowly(ctx, s, record.Handling, input, limit)
	if err != nil {
		return nil, err
	}
	total, looks := int64(1), int64(0)
	kinds := map[string]Handled{}
	samples := map[Handled]int64{} // by line, and the kind as a name
	for _, b := range told.Blobs {
		word := strings.Fields(string(b.Data))
		if b.Kind != record.Told || len(word) < 2 {
			continue
		}
		number := func(i int) int64 {
			n, _ := strconv.ParseInt(word[i], 10, 64)
			return max(0, n)
		}
		switch {
		case word[0] == "total":
			total = max(1, number(1))
		case word[0] == "looks":
			looks = number(1)
		case word[0] == "handled" && len(word) == 6:
			all = append(all, Handled{Line: int(number(1)), Name: word[5], Calls: number(2), Amount: number(3), Items: true,
				Share: float64(number(4)) / float64(total)})
		case word[0] == "kind" && len(word) == 5:
			kinds[word[1]] = Handled{Name: word[4], Calls: number(2), Amount: number(3)}
		case word[0] == "sample":
			for i := range word[2:] {
				if line := told.Places[uint16(number(2+i))].Line; line > 0 {
					samples[Handled{Line: line, Name: word[1]}]++
					break
				}
			}
		}
	}
	for at, n := range samples {
		if one := kinds[at.Name]; looks >= fewestLooks {
			one.Line, one.Share = at.Line, float64(n)/float64(looks)
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b Handled) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Line, b.Line), strings.Compare(a.Name, b.Name))
	})
	return all, nil
}
