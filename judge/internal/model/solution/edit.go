package solution

import (
	"bytes"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
)

// Declare returns the source with directives put at its top, each as "problem acwing166": after what
// must be first, which is a byte-order mark, a #! line and Python's declaration of its encoding.
func Declare(text []byte, lang language.Language, directives ...string) []byte {
	end := "\n"
	if first, _, ok := bytes.Cut(text, []byte("\n")); ok && bytes.HasSuffix(first, []byte("\r")) {
		end = "\r\n"
	}
	at := 0
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		at = len("\ufeff")
	}
	for line := range bytes.Lines(text[at:]) {
		if !mustStandFirst().Match(line) || !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		at += len(line)
	}
	var lines strings.Builder
	for _, d := range directives {
		lines.WriteString(lang.Comment + "judge:" + d + end)
	}
	if !directive().Match(bytes.TrimSuffix(lineAt(text, at), []byte("\r"))) {
		lines.WriteString(end) // so that a comment that follows is not run together with ours
	}
	return slices.Concat(text[:at], []byte(lines.String()), text[at:])
}

// lineAt is the line that begins there.
func lineAt(text []byte, at int) []byte {
	line, _, _ := bytes.Cut(text[at:], []byte("\n"))
	return line
}

var mustStandFirst = match.Lazy(`^(?:#!|#.*coding[:=])`)

// Retarget returns the source with each problem that it names in its directives replaced by what id
// says, or dropped where that is "". Directives that name nothing any more are left out; other lines
// stay as they are.
func Retarget(text []byte, id func(string) string) []byte {
	var out []byte
	n := 0
	for line := range bytes.Lines(text) {
		if n++; n <= DirectiveLines {
			line = retargetLine(line, id)
		}
		out = append(out, line...)
	}
	return out
}

func retargetLine(line []byte, id func(string) string) []byte {
	body := bytes.TrimRight(line, "\r\n")
	m := directive().FindSubmatchIndex(body)
	if m == nil {
		return line
	}
	key, value := string(body[m[2]:m[3]]), uncomment(string(body[m[4]:m[5]]))
	words := strings.Fields(value)
	var kept []string
	switch {
	case key == "problem":
		for _, w := range words {
			if w = id(w); w != "" && !slices.Contains(kept, w) {
				kept = append(kept, w)
			}
		}
	case key == "expect" && len(words) > 1:
		for _, w := range words[1:] {
			problem, rest, ok := strings.Cut(w, "/")
			if !ok || problem == "sample" || problem == "secret" || problem == result.BeyondFolder || strings.ContainsAny(problem, `*?[\`) {
				kept = append(kept, w) // names no problem
			} else if problem = id(problem); problem != "" {
				kept = append(kept, problem+"/"+rest)
			}
		}
		if len(kept) > 0 {
			kept = append(words[:1:1], kept...)
		}
	default:
		return line
	}
	if slices.Equal(words, kept) {
		return line
	}
	if len(kept) == 0 {
		return nil
	}
	rest := bytes.TrimPrefix(body[m[4]:], []byte(value)) // the end of a comment
	return slices.Concat(body[:m[4]], []byte(strings.Join(kept, " ")), rest, line[len(body):])
}
