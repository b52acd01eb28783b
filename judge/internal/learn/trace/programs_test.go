package trace_test

import (
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// programs returns those of a folder of testdata/programs.txtar, by their names.
func programs(folder string) map[string]string {
	archive, err := txtar.ParseFile("testdata/programs.txtar")
	if err != nil {
		panic(err)
	}
	all := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, folder+"/"); ok {
			all[name] = string(f.Data)
		}
	}
	return all
}

const (
	digits  = ".123456789ABCDEFG"
	letters = "-ABCDEFGHIJKLMNOP"
)

// unusual holds the totals of programs that take other steps than the rest.
var unusual = map[string]int{
	"a loop that counts in the board":        6490, // it also writes digits that do not fit
	"counted up, digits that do not fit too": 6490,
	"counted up and down":                    5842, // from 0 up to each digit, and back
	"pointers on a stack":                    816,  // it makes all boards of a guess before it looks into the first
}

// mainGo begins the programs in Go, each of which has a function solve.
const mainGo = `
func main() {
	in, _ := io.ReadAll(os.Stdin)
	fmt.Println(solve(string(in)))
}

// cells returns the numbers of a board in its text.
func cells(in, signs string) (all []int) {
	if signs[0] == '-' {
		for _, c := range []byte(strings.Join(strings.Fields(in), "")) {
			all = append(all, strings.IndexByte(signs, c))
		}
		return all
	}
	for _, s := range strings.Fields(in)[3:] {
		v, _ := strconv.ParseInt(s, 16, 8)
		all = append(all, int(v))
	}
	return all
}

// digit reads a clue of a line, 0 for a blank.
func digit(c byte) int {
	if c == '.' {
		return 0
	}
	return int(c - '0')
}

// fits reports whether d may be in cell i of a board that at reads.
func fits(n int, at func(i int) int, i, d int) bool {
	w := 3 + n/16
	for j := range n * n {
		if j/n == i/n || j%n == i%n || j/n/w == i/n/w && j%n/w == i%n/w {
			if j != i && at(j) == d {
				return false
			}
		}
	}
	return true
}
`
