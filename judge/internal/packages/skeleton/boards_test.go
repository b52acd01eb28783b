package skeleton_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/skeleton"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestSkeletonsReadTheirBoards: a skeleton hands the boards back as it read them, so that its output has the words of the
// input.
func TestSkeletonsReadTheirBoards(t *testing.T) {
	short.Skip(t)
	for lang, run := range map[string]string{
		"c": "gcc -Wall -Werror -x c $0 -o a && ./a", "cpp": "g++ -Wall -Werror -x c++ $0 -o a && ./a", "go": "go run $0", "java": "java $0",
		"javascript": "node $0", "python": "python3 $0", "rust": "rustc -D warnings -o a $0 && ./a", "csharp": "mcs -out:a $0 && mono a",
	} {
		if _, err := exec.LookPath(strings.Fields(run)[0]); err != nil {
			continue
		}
		l, _ := language.ByID(lang)
		for id, drops := range map[string]int{"luogup1784": 0, "poj2676": 1, "acwing183": 0, "sudokusize": 0} {
			t.Run(lang+" "+id, func(t *testing.T) {
				t.Parallel()
				p := must.Get(problem.Load("../../../..", id))(t)
				begun := must.Get(skeleton.Of(l, "mine", p))(t)
				file := filepath.Join(t.TempDir(), begun.File)
				must.Succeed(t, os.WriteFile(file, []byte(begun.Head+begun.Code), 0o666))
				input := must.Get(os.ReadFile(p.Cases[0].In))(t)
				cmd := exec.Command("sh", "-c", run, file)
				cmd.Dir, cmd.Stdin = filepath.Dir(file), strings.NewReader(string(input))
				out, err := cmd.CombinedOutput()
				must.Succeed(t, err, string(out), begun.Code)
				want := strings.Join(strings.Fields(string(input))[drops:], " ")
				if id == "acwing183" { // its answer is a line
					want = strings.ReplaceAll(want, " ", "")
				}
				must.Equal(t, want, strings.Join(strings.Fields(string(out)), " "))
			})
		}
	}
}
