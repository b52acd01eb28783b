// Package submit turns a solution into the text to paste on a site, and finds out whether the site would accept it.
// It knows the sites' habits.
package submit

import (
	"errors"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
)

// Site is a place that takes submissions.
type Site struct {
	Name   string      // as -site takes it
	Called say.Message // by people
	takes  func(p problem.Problem) (title string, yes bool)
	cut    func(p problem.Problem, path string, source []byte) (Cut, error)
}

var leetcodeTitle = say.Text("LeetCode")

// Sites lists the known sites.
var Sites = []Site{
	whole(rules{name: "acwing", title: say.Text("AcWing")}),
	{"leetcode", leetcodeTitle, leetcodeHas, leetcode},
	whole(rules{name: "luogu", title: say.Of("Luogu")}),
	whole(poj),
}

var numbered = match.Lazy(`^leetcode(\d+)$`)

// leetcodeHas: any function may be a problem of LeetCode's. Its number is known if it is part of the problem's name.
func leetcodeHas(p problem.Problem) (title string, yes bool) {
	if number := numbered().FindStringSubmatch(p.ID); number != nil {
		return "LeetCode " + number[1], p.Function != nil
	}
	return "LeetCode (" + p.ID + ")", p.Function != nil
}

// Target is a problem on a site.
type Target struct {
	Site
	Problem problem.Problem
	Title   string // "LeetCode 37"
}

// Takes returns the problem as the site has it.
func (s Site) Takes(p problem.Problem) (Target, bool) {
	title, ok := s.takes(p)
	return Target{s, p, title}, ok
}

// Cut returns the text of a solution to paste on the site. A *Refused error explains why the site would
// not take it.
func (t Target) Cut(path string, source []byte) (Cut, error) { return t.cut(t.Problem, path, source) }

// Cut is the text to paste.
type Cut struct {
	Text     string
	Function bool          // it is a function, which the site calls
	Notes    []say.Message // how it differs from the file
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

// IsRefused reports whether err is a site's refusal rather than the judge's own failure.
func IsRefused(err error) bool {
	_, ok := errors.AsType[*Refused](err)
	return ok
}

// refused is the refusal of LeetCode for one reason.
func refused(why say.Message) error { return &Refused{leetcodeTitle, []say.Message{why}} }
