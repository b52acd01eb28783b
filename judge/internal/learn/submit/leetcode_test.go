package submit_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
)

var update = flag.Bool("update", false, "write what is pasted into testdata")

// asks is a problem that asks for a function, or for a class if there are several.
func asks(t *testing.T, signature string) problem.Problem {
	t.Helper()
	s, err := function.Parse(signature)
	if methods := strings.Split(signature, "; "); len(methods) > 1 {
		class, _, _ := strings.Cut(signature, "(")
		s, err = function.ParseClass(class, methods)
	} else if s.Inner != nil {
		s.Class = "Codec"
	}
	must.Succeed(t, err)
	if strings.HasPrefix(signature, "void") {
		s.Place = 0
	}
	return problem.Problem{ID: "leetcode37", Function: &s}
}

// TestWhatIsPasted pastes the files of testdata: above the file is the function, and below it what is pasted, and
// either notes or the reason why nothing is.
func TestWhatIsPasted(t *testing.T) {
	files, err := filepath.Glob("testdata/leetcode/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			a := must.Get(txtar.ParseFile(path))(t)
			leetcode := submit.Target{Site: site(t, "leetcode"), Problem: asks(t, strings.TrimSpace(string(a.Comment)))}
			cut, err := leetcode.Cut(a.Files[0].Name, a.Files[0].Data)
			if _, refused := errors.AsType[*submit.Refused](err); err != nil && !refused {
				t.Fatal(err)
			}
			got := &txtar.Archive{Comment: a.Comment, Files: append(a.Files[:1:1], pasted(cut, err)...)}
			if *update {
				must.Succeed(t, os.WriteFile(path, txtar.Format(got), 0o644))
			}
			if d := cmp.Diff(string(txtar.Format(a)), string(txtar.Format(got))); d != "" && !*update {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// pasted is what came of a file.
func pasted(cut submit.Cut, err error) (all []txtar.File) {
	if err != nil {
		return []txtar.File{{Name: "refused", Data: []byte(err.Error() + "\n")}}
	}
	all = []txtar.File{{Name: "pasted", Data: []byte(cut.Text)}}
	var notes strings.Builder
	for _, n := range cut.Notes {
		notes.WriteString(n.String() + "\n")
	}
	if notes.Len() > 0 {
		all = append(all, txtar.File{Name: "notes", Data: []byte(notes.String())})
	}
	return all
}
