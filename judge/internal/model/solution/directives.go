package solution

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/glob"
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
)

// Directive is how the solution's own language writes a directive, as in "problem acwing166".
func (s Solution) Directive(text string) string {
	lang, _ := language.ByID(s.Language)
	return lang.Comment + "judge:" + text
}

// CheckAgainst returns an error if the directives name something that does not exist: an unknown problem, or a
// pattern that picks no case of the claimed problems. A problem without known cases accepts any pattern.
func (s Solution) CheckAgainst(ids []string, cases map[string][]string) error {
	var faults []error
	for i, id := range s.Problems {
		if !slices.Contains(ids, id) {
			line := 0
			if i < len(s.problemLines) {
				line = s.problemLines[i]
			}
			faults = append(faults, s.fault(line, "judge:problem: no problem %q", id).Hint("%s", suggest.Perhaps(id, ids)))
		}
	}
	for _, e := range s.Expect {
		picks := e.Pattern == ""
		for _, id := range s.Problems {
			picks = picks || slices.Contains(ids, id) && cases[id] == nil || slices.ContainsFunc(cases[id], func(name string) bool { return glob.Case(e.Pattern, id, name) })
		}
		if !picks {
			faults = append(faults, s.fault(e.Line, "judge:expect: %q picks no case", e.Pattern).Hint("judge list shows their names"))
		}
	}
	return errors.Join(faults...)
}

// directive is a //judge: line, after any language's sign of a comment.
var directive = match.Lazy(`^\s*(?://|#|--|/\*|\*|;|%|<!--)[ \t]*judge:([^\s:]*)[ \t]*(.*)$`)

// DirectiveLines is how many lines of a file are searched for directives.
const DirectiveLines = 60

// keys are the directives there are.
var keys = []string{"problem", "expect", "document", "board", "table", "env"}

// readDirectives reads what the source says about itself. The error joins all faults.
func (s *Solution) readDirectives(text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var faults []error
	line := 0
	for raw := range bytes.Lines(text) {
		if line++; line > DirectiveLines {
			break
		}
		m := directive().FindSubmatch(bytes.TrimRight(raw, "\r\n"))
		if m == nil {
			continue
		}
		if err := s.obey(line, string(m[1]), uncomment(string(m[2]))); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// uncomment cuts the end of a comment off a directive's value.
func uncomment(value string) string {
	value = strings.TrimSpace(value)
	for _, end := range []string{"*/", "-->"} {
		value = strings.TrimSpace(strings.TrimSuffix(value, end))
	}
	return value
}

// obey applies one directive.
func (s *Solution) obey(line int, key, value string) error {
	words := strings.Fields(value)
	if meant := meantKey(key, value); meant != "" {
		return s.fault(line, "a directive has one colon, and no blank after it").Hint("write %s", printable(s.Directive(meant)))
	}
	if !slices.Contains(keys, key) {
		return s.fault(line, "judge:%s: unknown directive%s (there are %s)", key, suggest.DidYouMean(key, keys), say.List(keys))
	}
	if len(words) == 0 {
		return s.fault(line, "judge:%s: is empty", key).Hint("%s", examples[key])
	}
	switch key {
	case "problem":
		for _, id := range words {
			if slices.Contains(s.Problems, id) {
				return s.fault(line, "judge:problem: %s is claimed twice", id).Hint("keep one")
			}
			s.Problems, s.problemLines = append(s.Problems, id), append(s.problemLines, line)
		}
	case "expect":
		return s.expect(line, words)
	case "document":
		s.Document = value
	case "board":
		if len(words) > 1 {
			return s.fault(line, "judge:board: %q is not the name of one variable", value)
		}
		s.Board = value
	case "table":
		table, ok := parseTable(words)
		if !ok {
			return s.fault(line, "judge:table: %q is no variable with its rows and columns", value).Hint("%s", examples[key])
		}
		s.Tables = append(s.Tables, table)
	case "env":
		name, _, ok := strings.Cut(value, "=")
		if !ok || !envName().MatchString(name) {
			return s.fault(line, "judge:env: %q is not KEY=value", value)
		}
		s.Env = append(s.Env, value)
	}
	return nil
}

// meantKey is the directive meant by "judge: problem a" and "judge:problem: a", "" for any other.
func meantKey(key, value string) string {
	if key != "" && !strings.HasPrefix(value, ":") {
		return ""
	}
	words := strings.Fields(key + " " + strings.TrimPrefix(value, ":"))
	if len(words) == 0 {
		return ""
	}
	words[0] = strings.TrimSuffix(words[0], ":")
	if !slices.Contains(keys, words[0]) {
		return ""
	}
	return strings.Join(words, " ")
}

var envName = match.Lazy(`^[A-Za-z_][A-Za-z0-9_]*$`)

var examples = map[string]say.Message{
	"problem":  say.Of("write %s", "judge:problem acwing166"),
	"expect":   say.Of("write %s, or %s", "judge:expect TLE", "judge:expect TLE|RE acwing166/secret/*slow*"),
	"document": say.Of("write %s", "judge:document 004"),
	"board":    say.Of("write %s", "judge:board grid"),
	"table":    say.Of("write %s", "judge:table dp 3x5"),
	"env":      say.Of("write %s", "judge:env GOAMD64=v3"),
}

// expect adds a promise for the patterns after it; without one it is for the whole solution.
func (s *Solution) expect(line int, words []string) error {
	want, unknown, ok := result.ParsePromise(words[0])
	if !ok {
		var known []string
		for _, v := range result.All {
			known = append(known, string(v))
		}
		return s.fault(line, "judge:expect: unknown verdict %q%s (there are %s)", unknown, suggest.DidYouMean(unknown, known), say.List(known))
	}
	if len(words) == 1 {
		for _, e := range s.Expect {
			if e.Pattern == "" {
				return s.fault(line, "judge:expect: line %d already says %s for the whole", e.Line, e.Promise).Hint("keep one, or name the cases")
			}
		}
		s.Expect = append(s.Expect, Expectation{want, "", line})
	}
	for _, pattern := range words[1:] {
		if !glob.Valid(pattern) {
			return s.fault(line, "judge:expect: bad pattern %q: a [ without its ]", pattern)
		}
		s.Expect = append(s.Expect, Expectation{want, pattern, line})
	}
	return nil
}

// fault makes an error about a line. It may quote a stranger's text, which is shown on a terminal.
func (s *Solution) fault(line int, format string, args ...any) *say.Error {
	what := say.Error{What: say.Of(format, args...).Map(printable)}
	return say.Errorf("%s:%d: %w", s.Path, line, &what)
}

func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '\ufffd'
		}
		return r
	}, text)
}
