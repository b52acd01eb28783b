// Package submit turns a solution into the text to paste on a site, and finds out whether the site would accept it.
// It knows the sites' habits.
package submit

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
)

// Site is a place that takes submissions.
type Site struct {
	Name      string      // as -site takes it; IDs of problems here begin with it
	Called    say.Message // by people
	languages []string    // that it takes; nil: all
	lacks     []lack
	notes     map[string]say.Message // for whoever pastes a program there, by its language
}

var (
	leetcode = Site{Name: "leetcode", Called: say.Text("LeetCode")}
	poj      = Site{Name: "poj", Called: say.Text("POJ"), languages: []string{"c", "cpp", "java"}, lacks: pojLacks,
		notes: map[string]say.Message{"cpp": say.Of("choose G++ there: its C++ is Visual C++")}}
	// Sites lists the known sites.
	Sites = []Site{{Name: "acwing", Called: say.Text("AcWing")}, leetcode, {Name: "luogu", Called: say.Of("Luogu")}, poj}
)

// Target is a problem on a site.
type Target struct {
	Site
	Problem problem.Problem
	Title   string // "LeetCode 37"
}

var siteNumber = match.Lazy(`^[a-z]?\d+$`)

// Takes returns the problem as the site has it. Any function may be a problem of LeetCode's.
func (s Site) Takes(p problem.Problem) (Target, bool) {
	number, yes := strings.CutPrefix(p.ID, s.Name)
	yes = yes && siteNumber().MatchString(number)
	t := Target{s, p, s.Called.String() + " " + strings.ToUpper(number)}
	if s.Name != leetcode.Name {
		return t, yes
	}
	if !yes {
		t.Title = "LeetCode (" + p.ID + ")"
	}
	return t, p.Function != nil
}

// TargetOf returns the one site that has a problem.
func TargetOf(p problem.Problem) (Target, bool) {
	for _, s := range Sites {
		if t, ok := s.Takes(p); ok {
			return t, true
		}
	}
	return Target{}, false
}

// Cut is the text to paste.
type Cut struct {
	Text     string
	Function bool          // it is a function, which the site calls
	Notes    []say.Message // how it differs from the file
}

// Cut returns the text of a solution to paste on the site. A *Refused error explains why the site would
// not take it.
func (t Target) Cut(path string, source []byte) (Cut, error) {
	if t.Name == leetcode.Name {
		return cutFunction(t.Problem, path, source)
	}
	lang, _ := language.ByFile(path)
	if t.languages != nil && !slices.Contains(t.languages, lang.ID) {
		return Cut{}, &Refused{t.Called, []say.Message{say.Of("%s: %s takes no %s", path, t.Called, lang.Name)}}
	}
	if reasons := missing(append(slices.Clip(t.lacks), mainClass...), lang.ID, path, string(source)); reasons != nil {
		return Cut{}, &Refused{t.Called, reasons}
	}
	cut := Cut{Text: undirected(string(source))}
	if note := t.notes[lang.ID]; note.Said() {
		cut.Notes = append(cut.Notes, note)
	}
	return cut, nil
}

var directive = match.Lazy(`^\s*(//|#|--|;|/?\*)\s*judge:`)

// undirected removes the judge's directives from a source: they mean nothing to the site.
func undirected(source string) string {
	var out strings.Builder
	lines := strings.SplitAfter(source, "\n")
	for i, line := range lines {
		switch {
		case directive().MatchString(line):
		case bareComment(line) && i+1 < len(lines) && directive().MatchString(lines[i+1]):
			// The empty comment line that set the directives apart.
		default:
			out.WriteString(line)
		}
	}
	return out.String()
}

func bareComment(line string) bool {
	s := strings.TrimSpace(line)
	return s == "//" || s == "#"
}

// Refused explains why a site would not take a solution, each reason with its place in the file.
type Refused struct {
	Site    say.Message
	Reasons []say.Message
}

func (r *Refused) Error() string { return r.Message().String() }

// Message makes Refused translatable, see say.From.
func (r *Refused) Message() say.Message {
	m := say.Of("%s would not take it:", r.Site)
	for _, reason := range r.Reasons {
		m = say.Of("%s\n  %s", m, reason)
	}
	return m
}

// refused is the refusal of LeetCode for one reason.
func refused(why say.Message) error { return &Refused{leetcode.Called, []say.Message{why}} }
