package problem

import (
	"regexp"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

var (
	wordOrNumber = match.Lazy(`[0-9]+|\p{L}+`)
	// What a name says at its end of where the problem is from: (Luogu P1784). The last word may do alone.
	atSite = match.Lazy(`[(（](\p{L}[^()（）]*?([A-Z]?)\d+)[)）]$`)
)

// NamedIn reports whether a text, such as the name of a file, contains the problem's ID or what its site calls it, with
// any signs between the words and numbers, and zeros in front of the numbers: LeetCode_036_Zhang names leetcode36. A
// longer number or word is another one.
func (p Problem) NamedIn(text string) bool {
	for _, name := range p.spellings() {
		if spelling(name, "0*$0").MatchString(text) {
			return true
		}
	}
	return false
}

// SiteNamedIn reports whether a text contains what a problem of the same site may be called: the same words with any
// number. One letter, as in P1784, is not enough.
func (p Problem) SiteNamedIn(text string) bool {
	for _, name := range p.spellings() {
		word := strings.TrimRight(name, "0123456789")
		if len(word) > 1 && word != name && spelling(name, "[0-9]+").MatchString(text) {
			return true
		}
	}
	return false
}

// spellings are the ID, and what sites call the problem: Luogu P1784, 洛谷 P1784, P1784, which no other site has, and
// Luogu 1784.
func (p Problem) spellings() []string {
	all, names := []string{p.ID}, []string{}
	for _, name := range p.Names {
		names = append(names, name)
	}
	for _, name := range p.Also {
		names = append(names, "("+name+")")
	}
	for _, name := range names {
		if found := atSite().FindStringSubmatch(name); found != nil {
			all = append(all, found[1])
			if words := strings.Fields(found[1]); found[2] != "" {
				last := words[len(words)-1]
				all = append(all, last, strings.TrimSuffix(found[1], last)+strings.TrimLeft(last, found[2]))
			}
		}
	}
	return all
}

// spelling matches a name that is written with other signs between its parts; number is the form of its numbers, in which
// $0 represents the number.
func spelling(name, number string) *regexp.Regexp {
	parts := wordOrNumber().FindAllString(name, -1)
	for i, part := range parts {
		if digits := strings.TrimLeft(part, "0"); digits != "" && digits[0] <= '9' {
			parts[i] = strings.ReplaceAll(number, "$0", digits)
		}
	}
	return regexp.MustCompile(`(?i)(?:^|[\W_])` + strings.Join(parts, `[\W_]*`) + `(?:$|[\W_])`)
}
