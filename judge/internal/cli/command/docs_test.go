package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// shown is a command that a page of docs/ shows, and what it is said to print.
type shown struct{ command, prints string }

// shownIn reads the commands of a page: lines that begin with four spaces, up to the next words of the page.
func shownIn(t *testing.T, page string) (all []shown) {
	text := strings.ReplaceAll(string(must.Get(os.ReadFile(page))(t)), "\\\n        ", "")
	var last *shown
	for line := range strings.Lines(text) {
		code, is := strings.CutPrefix(line, "    ")
		if typed, begins := strings.CutPrefix(code, "$ go run ./judge "); begins {
			all = append(all, shown{command: strings.TrimSpace(typed)})
			last = &all[len(all)-1]
		} else if is && last != nil {
			last.prints += code
		} else if line != "\n" {
			last = nil
		}
	}
	return all
}

// spaced returns a text with one space between words, because columns are as wide as what stands in them.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// TestDocs types commands as the docs show them, in both languages, and expects what stands below them there.
func TestDocs(t *testing.T) {
	short.Skip(t)
	root := must.Get(filepath.Abs("../../../.."))(t)
	lowbit := string(must.Get(os.ReadFile(root + "/solutions/lowbit/main.go"))(t))
	t.Chdir(t.TempDir())
	for _, name := range []string{"problems", "solutions", "testdata", "judge"} {
		must.Succeed(t, os.Symlink(filepath.Join(root, name), name))
	}
	must.Succeed(t, os.WriteFile("buggy.go", []byte(strings.Replace(lowbit, "\tbox[boxOf[i]] ^= bit\n", "", 1)), 0o600))
	tried := 0
	for _, lang := range []string{"en", "zh"} {
		for _, page := range must.Get(filepath.Glob(root + "/docs/*.md"))(t) {
			if strings.HasSuffix(page, ".zh-CN.md") != (lang == "zh") {
				continue
			}
			for _, s := range shownIn(t, page) {
				args := strings.Fields(s.command)
				if !slices.Contains([]string{"gen -n", "stress buggy.go", "explain lowbit"}, strings.Join(args[:2], " ")) {
					continue
				}
				tried++
				t.Run(lang+" "+s.command, func(t *testing.T) {
					args := slices.DeleteFunc(args, func(a string) bool { return a == "naive" }) // it takes seconds: its lines are left out
					if args[0] == "stress" {
						// a busy machine may not be done with it in ten seconds
						args = append(args, "-time", "10m")
					}
					var out, errs bytes.Buffer
					command.Judge().Run(t.Context(), append(args, "-lang", lang), strings.NewReader(""), &out, &errs)
					got := spaced(strings.ReplaceAll(out.String(), command.Self(), "go run ./judge"))
					for line := range strings.Lines(s.prints) {
						if !regexp.MustCompile("naive|9,727,396").MatchString(line) && !strings.Contains(got, spaced(line)) {
							t.Errorf("%q is not in what it prints: %s%s", line, got, errs.String())
						}
					}
				})
			}
		}
	}
	must.Equal(t, 6, tried, "commands of the docs")
}
