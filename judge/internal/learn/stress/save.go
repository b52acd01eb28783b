package stress

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// Save writes a finding as the last case of the problem and returns its path without the ending. Whence tells from which
// input it was made.
func (a *Grading) Save(whence say.Message, found *Finding) (string, error) {
	program := a.Programs[found.Program].Solution.Name
	if !ByRule(a.Problem) && found.Program == 0 {
		return "", say.Errorf("not saved: the right answer is not known, because %s gives it", program).
			Hint("after mending it, run the command above again")
	}
	dir, next, err := a.nextCase()
	if err != nil {
		return "", err
	}
	word := strings.Trim(notPlain().ReplaceAllString(strings.ToLower(strings.TrimSuffix(filepath.Base(program), filepath.Ext(program))), "-"), "-")
	name := filepath.Join(dir, fmt.Sprintf("%02d-stress-%s", next, cmp.Or(word, "found")))
	origin := say.Of("found by judge stress: a program ended with %s (%s)", string(found.Result.Verdict), whence)
	if whose := a.WhoseAnswer(); whose.Said() {
		origin = say.Join(origin, say.Of("the answer is %s", whose))
	}
	says := fmt.Sprintf("description:\n  en: %q\n  zh: %q\n", origin.String(), say.Chinese.Text(origin))
	return name, tempfile.WriteNew(map[string]string{name + ".in": found.Input, name + ".ans": found.Answer, name + ".yaml": says})
}

// nextCase returns the folder of the secret cases, and the number that comes after theirs.
func (a *Grading) nextCase() (dir string, next int, err error) {
	dir = filepath.Join(a.Problem.Data, "secret")
	failed := os.MkdirAll(dir, 0o755)
	entries, err := os.ReadDir(dir)
	last := 0
	for _, e := range entries {
		digits := e.Name()[:len(e.Name())-len(strings.TrimLeft(e.Name(), "0123456789"))]
		if n, err := strconv.Atoi(digits); err == nil {
			last = max(last, n)
		}
	}
	return dir, last + 1, cmp.Or(failed, err)
}

var notPlain = match.Lazy(`[^a-z0-9]+`)
