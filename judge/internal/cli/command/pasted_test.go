package command_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestPasted: sources that the sites accept are accepted unchanged. If one uses more than a site allows, a remark says
// so.
func TestPasted(t *testing.T) {
	t.Parallel()
	short.Skip(t)
	for _, tt := range []struct{ file, problem, compiler, beyond string }{
		{"textbook.cpp", "acwing166", "g++", "20-no-end-line"},
		{"backtracking.cpp", "leetcode37", "g++", ""},
		{"backtracking.js", "leetcode37", "node", ""},
	} {
		t.Run(tt.file, func(t *testing.T) {
			must.Have(t, tt.compiler)
			var out, errs bytes.Buffer
			args := []string{"-root", "../../../..", filepath.Join("testdata", "pasted", tt.file), "-problem", tt.problem,
				"-case", "sample", "-case", "secret", "-json", "-"}
			beyond := 0
			if tt.beyond != "" {
				args, beyond = append(args, "-case", "beyond/"+tt.beyond), 1
			}
			must.Equal(t, command.AllExpected, judge.Run(t.Context(), args, nil, &out, &errs), "exit code", &errs)
			came, err := result.ReadRun(&out)
			if err != nil || len(came.Results) != 1 {
				t.Fatalf("%v\n%s", err, &errs)
			}
			s := came.Results[0]
			if sum := s.Sum(); s.Verdict != result.AC || sum.Judged < 13 || sum.Accepted != sum.Judged || sum.Beyond != beyond || sum.Above != 0 {
				t.Errorf("%s %s", s.Verdict, sum.Passed())
			}
		})
	}
}
