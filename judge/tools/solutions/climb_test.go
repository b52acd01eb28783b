package solutions_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
	"testing"
)

var (
	climb = flag.Int("climb", 300, "how many steps to look for a puzzle that makes a solution slow; try 100000")
	slow  = flag.String("slow", "bands", "which solution that is: bands or lanes")
)

// mostGuesses is about 0.3 milliseconds of bands.
const mostGuesses = 500

// The hardest puzzles known are no trouble to bands and lanes; this looks for others that are. From a random puzzle
// it goes to its neighbours, as long as the program guesses more often there, and then starts anew.
func TestNoPuzzleIsSlow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(81, 17))
	count := guessCounter(t)
	solutions := func(b sudoku.Board) int { n, _ := count(b); return n }
	var worst sudoku.Board
	most, starts := -1, 0
	for step := 0; step < *climb; starts++ {
		solution := full(rnd, 3, 3)
		puzzle := thin(rnd, solution, solutions)
		_, here := count(puzzle)
		for idle := 0; idle < 300 && step < *climb; step++ {
			if here > most {
				worst, most = puzzle, here
			}
			next := thin(rnd, fill(rnd, puzzle, solution, solutions), solutions)
			_, there := count(next)
			if there < here || next.Equal(puzzle) {
				idle++
				continue
			}
			if there > here {
				idle = 0
			}
			puzzle, here = next, there
		}
	}
	t.Logf("%d steps from %d puzzles: at most %d guesses, in %s", *climb, starts, most, worst.Line())
	for _, s := range all(t) {
		if s.name == *slow {
			const times = 5000
			o := s.run(t, strings.Repeat(worst.Line()+"\n", times))
			t.Logf("solved %d times: %v of CPU time each", times, o.cpu/times)
		}
	}
	must.Be(t, most <= mostGuesses, "%d guesses, want %d at most", most, mostGuesses)
}

// With few clues there are solutions everywhere, and yet a search that guesses here and there can spoil the
// board without noticing: the last of these once took bands for ever.
func TestFewCluesAreNotSlow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 20))
	count := guessCounter(t)
	hard, _ := sudoku.ParseAny("...12....5...............3............................1.6.............5..3.......")
	puzzles := append(randomBoards(rnd, 2000, 0, 20),
		hard)
	for _, p := range puzzles {
		if n, guesses := count(p); n == 0 || guesses > mostGuesses {
			t.Errorf("%s: %d solutions, the first after %d guesses", p.Line(), n, guesses)
		}
	}
}

// fill takes two clues away and gives others, until there is one solution again.
func fill(rnd *rand.Rand, puzzle, solution sudoku.Board, count func(sudoku.Board) int) sudoku.Board {
	b := puzzle.Clone()
	order := rnd.Perm(81)
	gone := 0
	for _, i := range order {
		if b.Cells[i] != 0 && gone < 2 {
			b.Cells[i] = 0
			gone++
		}
	}
	slices.Reverse(order) // the two again only at the very end
	for _, i := range order {
		if count(b) == 1 {
			break
		}
		b.Cells[i] = solution.Cells[i]
	}
	return b
}

// guessCounter starts a copy of the solution that says for each board how many solutions there are, 1 or 2, and
// how many guesses led to the first.
func guessCounter(t *testing.T) func(sudoku.Board) (solutions, guesses int) {
	short.Skip(t)
	text := must.Get(os.ReadFile(home + *slow + "/main.go"))(t)
	source, first, search, env := string(text), "type cells ", "search(0, cells{})", os.Environ()
	if *slow == "lanes" {
		first, search, env = "type vec ", "search(0)", append(env, "GOEXPERIMENT=simd", "GOAMD64=v3")
	}
	for was, becomes := range map[string]string{
		"\t\tguess := ": "\t\tguesses++\n\t\tguess := ",
		"\t\t\ts.write()\n\t\t\treturn true\n": `
			if found++; found == 1 {
				first = guesses
			}
			return found == 2
`,
		"\t\tif err := solve(line); err != nil {": `
		found, guesses = 0, 0
		read(line)
		` + search + `
		fmt.Fprintln(out, found, first)
		out.(*bufio.Writer).Flush()
		continue
		if err := solve(line); err != nil {`,
		first: "var found, first, guesses int\n\n" + first,
	} {
		if strings.Count(source, was) != 1 {
			t.Fatalf("%s/main.go has changed: want %q once", *slow, was)
		}
		source = strings.Replace(source, was, becomes, 1)
	}
	dir := t.TempDir()
	must.Succeed(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o644))
	build := exec.Command("go", "build", "-o", "counter.exe", "main.go")
	build.Dir, build.Env = dir, env
	must.Run(t, build)

	cmd := exec.Command(filepath.Join(dir, "counter.exe"))
	in := must.Get(cmd.StdinPipe())(t)
	out, err := cmd.StdoutPipe()
	must.Succeed(t, err)
	must.Succeed(t, cmd.Start())
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	answers := bufio.NewReader(out)
	return func(b sudoku.Board) (solutions, guesses int) {
		if _, err := io.WriteString(in, b.Line()+"\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fscanln(answers, &solutions, &guesses); err != nil {
			t.Fatal(err)
		}
		return solutions, guesses
	}
}
