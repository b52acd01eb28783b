// Package submit turns a solution into the text to paste on a site, and finds out whether the site would accept it.
// It knows the sites' habits.
package submit

import (
	"go/version"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// Site is a place that takes submissions.
type Site struct {
	Name    string // as -site takes it
	Title   string
	Problem string // the problem here that is the site's own
	Go      string // the newest Go version the site is known to take
	cut     func(path string, source []byte, release string) (Cut, error)
}

// Cut returns the text of a solution to paste on the site. A *Refused error explains why the site would
// not take it.
func (s Site) Cut(path string, source []byte) (Cut, error) { return s.cut(path, source, s.Go) }

// Cut is the text to paste.
type Cut struct {
	Text     string
	Function bool // it is a function, which the site calls
}

// Sites lists the known sites.
var Sites = []Site{
	{Name: "acwing", Title: "AcWing 166", Problem: "acwing166", Go: "go1.17", cut: wholeFile},
	{Name: "leetcode", Title: "LeetCode 37", Problem: "leetcode37", Go: "go1.23", cut: leetcode},
}

// SiteFor finds the one site whose problem is among those that a solution claims.
func SiteFor(claimed []string) (Site, error) {
	var found []Site
	var all []say.Message
	for _, s := range Sites {
		if slices.Contains(claimed, s.Problem) {
			found = append(found, s)
		}
		all = append(all, say.Of("-site %s (%s)", s.Name, s.Title))
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return Site{}, say.Errorf("submit: no site is named").Hint("add %s", say.Of("%s or %s", all[0], all[1]))
}

// SiteByName finds a site.
func SiteByName(name string) (Site, error) {
	var names []string
	for _, s := range Sites {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Site{}, say.Errorf("-site %q: the sites are %s", name, say.List(names))
}

var directive = match.Lazy(`^\s*(//|#|--|;|/?\*)\s*judge:`)

// wholeFile returns the file without the judge's directives, which mean nothing to the site.
func wholeFile(_ string, source []byte, _ string) (Cut, error) {
	var out strings.Builder
	lines := strings.SplitAfter(string(source), "\n")
	for i, line := range lines {
		switch {
		case directive().MatchString(line):
		case bareComment(line) && i+1 < len(lines) && directive().MatchString(lines[i+1]):
			// The empty comment line that set the directives apart.
		default:
			out.WriteString(line)
		}
	}
	return Cut{Text: out.String()}, nil
}

func bareComment(line string) bool {
	s := strings.TrimSpace(line)
	return s == "//" || s == "#"
}

// Refused explains why a site would not take a solution, each reason with its place in the file.
type Refused struct {
	Site    string
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
func refused(why say.Message) error { return &Refused{"LeetCode", []say.Message{why}} }

// newerThan reports whether release a ("go1.24") is newer than b.
func newerThan(a, b string) bool { return version.Compare(a, b) > 0 }
