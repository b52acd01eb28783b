package solutions_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var (
	boards = flag.Int("boards", 2000, "how many random boards the solutions are given to agree on; try 1000000")
	among  = flag.String("among", "", "which solutions these are, as in bands,hidden; all if none is named")
)

// All solutions are given the same random boards. Each answer is believed by rule, and where a board has
// none, all have to say so.
func TestAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(uint64(*boards), 81))
	var able []*solution
	for _, s := range all(t) {
		named := *among == "" || slices.Contains(strings.Split(*among, ","), s.name)
		if s.exe != "" && named && slices.Contains(s.problems, "acwing166") {
			able = append(able, s)
		}
	}
	for done := 0; done < *boards; done += 1000 {
		dense, sparse := randomBoards(rnd, 500, 32, 64), randomBoards(rnd, 500, 0, 31)
		for range 2 { // these take longer to make than all others
			sparse = append(sparse, full(rnd, 3, 3).minimal(rnd))
		}
		var odd []board
		for range 5 {
			odd = append(odd, impossible(rnd, 32), spoilt(rnd, full(rnd, 3, 3).keep(rnd, 40)))
		}
		t.Run(fmt.Sprint("from board ", done), func(t *testing.T) {
			for _, s := range able {
				t.Run(s.name, func(t *testing.T) {
					t.Parallel()
					agree(t, s, dense)
					if *among != "" || !s.slow() {
						agree(t, s, sparse)
					}
					agreeAlone(t, s, odd)
				})
			}
		})
	}
}

// agreeAlone wants the right exit status for each board; it may have no solution.
func agreeAlone(t *testing.T, s *solution, boards []board) {
	t.Helper()
	for _, b := range boards {
		n, _ := b.count(1)
		if o := s.run(t, b.String()+"\n"); o.exit != 1-n || (o.stderr == "") != (n == 1) {
			t.Errorf("%s: %v: exit status %d, %q; it has %d solutions or more", s.name, b, o.exit, o.stderr, n)
		}
	}
}

// randomBoards makes boards with a solution: with few clues, with thousands of them.
func randomBoards(rnd *rand.Rand, n, least, most int) (boards []board) {
	for range n {
		boards = append(boards, full(rnd, 3, 3).keep(rnd, least+rnd.IntN(most-least+1)))
	}
	return boards
}

// impossible makes a board with some clues that clash nowhere, and yet has no solution.
func impossible(rnd *rand.Rand, clues int) board {
	for {
		b := spoilt(rnd, full(rnd, 3, 3).keep(rnd, clues))
		if n, _ := b.count(1); n == 0 && b.clash() == "" {
			return b
		}
	}
}

// slow says that a solution promises to be too slow for some board with few clues.
func (s *solution) slow() bool {
	return slices.ContainsFunc(s.expects, func(e string) bool { return strings.HasPrefix(e, "TLE ") })
}

// agree wants the right answers to boards that have one.
func agree(t *testing.T, s *solution, puzzles []board) {
	t.Helper()
	cmd := exec.Command(s.exe)
	cmd.Stdin = strings.NewReader(writeAcWing(puzzles))
	out, err := cmd.Output()
	if err != nil {
		exit := &exec.ExitError{}
		errors.As(err, &exit)
		t.Fatalf("%s: %v: %s", s.name, err, exit.Stderr)
	}
	if err := checkAcWing(puzzles, string(out)); err != nil {
		t.Errorf("%s: %v", s.name, err)
	}
}
