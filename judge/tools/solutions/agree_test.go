package solutions_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/sudoku"
)

var (
	boards = flag.Int("boards", 1000, "how many random boards the solutions are given to agree on; try 1000000")
	among  = flag.String("among", "", "which solutions these are, as in bands,hidden; all if none is named")
)

// TestAgree gives all solutions the same random boards. Each answer is believed by rule, and where a board has none, all
// have to say so.
func TestAgree(t *testing.T) {
	a, rnd := arenas(t)["acwing166"], rand.New(rand.NewPCG(uint64(*boards), 81))
	for done := 0; done < *boards; done += 1000 {
		dense, sparse := randomBoards(rnd, 500, 32, 64), randomBoards(rnd, 500, 0, 31)
		for range 2 { // these take longer to make than all others
			sparse = append(sparse, minimal(rnd))
		}
		var odd []sudoku.Board
		for range 5 {
			odd = append(odd, impossible(rnd, 32), spoilt(rnd, thinned(rnd, 3, 3, 40)))
		}
		many, free := a.ask(dense), a.ask(sparse)
		t.Run(fmt.Sprint("from board ", done), func(t *testing.T) {
			for _, s := range all(t) {
				named := *among == "" || slices.Contains(strings.Split(*among, ","), s.name)
				if s.exe == "" || !named || !slices.Contains(s.problems, a.id) {
					continue
				}
				t.Run(s.name, func(t *testing.T) {
					t.Parallel()
					s.accepted(t, a, many, many.input)
					if *among != "" || !s.slow() {
						s.accepted(t, a, free, free.input)
					}
					for _, b := range odd {
						n := b.Count(1)
						if o := s.run(t, b.Line()+"\n"); o.exit != 1-n || (o.stderr == "") != (n == 1) {
							t.Errorf("%s: exit status %d, %q; it has %d solutions or more", b.Line(), o.exit, o.stderr, n)
						}
					}
				})
			}
		})
	}
}

// randomBoards makes boards with a solution: with few clues, with thousands of them.
func randomBoards(rnd *rand.Rand, n, least, most int) (all []sudoku.Board) {
	for range n {
		all = append(all, keep(rnd, full(rnd, 3, 3), least+rnd.IntN(most-least+1)))
	}
	return all
}

// impossible makes a board with some clues that clash nowhere, and yet has no solution.
func impossible(rnd *rand.Rand, clues int) sudoku.Board {
	for {
		b := spoilt(rnd, thinned(rnd, 3, 3, clues))
		if _, broken := b.Broken(); !broken && b.Count(1) == 0 {
			return b
		}
	}
}

// slow says that a solution promises to be too slow for some board with few clues.
func (s *solution) slow() bool {
	return slices.ContainsFunc(s.expects, func(e string) bool { return strings.HasPrefix(e, "TLE ") })
}
