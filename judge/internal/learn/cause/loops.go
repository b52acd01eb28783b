package cause

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
)

// mostPairs is how many pairs of loops are swapped, one after the other.
const mostPairs = 3

// loopPair is a program in which the headers of two loops are swapped, one of which is all that the other does.
type loopPair struct {
	lines [2]int
	last  int // line of what they do
	text  string
}

var (
	forBefore = match.Lazy(`\bfor\s*\(`)
	forGo     = match.Lazy(`\bfor\s+([^{}\n]+?)\s*\{\s*\n?\s*for\s+([^{}\n]+?)\s*\{`)
	forPython = match.Lazy(`(?m)^[ \t]*for\s+([^\n:]+):[ \t]*\n[ \t]*for\s+([^\n:]+):[ \t]*$`)
	leaves    = match.Lazy(`\b(?:break|return|continue|goto|throw|raise|yield)\b`)
)

// loops finds the pairs of loops that can be swapped: they index memory, and none is left before its end, since then the
// order decides what is done.
func loops(language, text, code string) (all []loopPair) {
	swap := func(a, b, c, d, end int) {
		if leaves().MatchString(code[d:end]) || !strings.Contains(code[d:end], "[") {
			return
		}
		line := func(at int) int { return 1 + strings.Count(code[:at], "\n") }
		all = append(all, loopPair{[2]int{line(a), line(c)}, line(end), text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]})
	}
	switch language {
	case "python", "go", "rust":
		pattern := forGo
		if language == "python" {
			pattern = forPython
		}
		for from := 0; ; {
			m := pattern().FindStringSubmatchIndex(code[from:])
			if m == nil {
				return all
			}
			end := closed(code, from+m[1]-1)
			if language == "python" {
				end = indented(code, from+m[1])
			}
			swap(from+m[2], from+m[3], from+m[4], from+m[5], max(end, from+m[5]))
			from += m[3] // the inner loop may be the outer one of another pair
		}
	}
	for _, m := range forBefore().FindAllStringIndex(code, -1) {
		a, b := m[1], closed(code, m[1]-1)-1
		if b <= a {
			continue
		}
		rest := strings.TrimLeft(code[b+1:], " \t\r\n{")
		next := forBefore().FindStringIndex(rest)
		if next == nil || next[0] != 0 || strings.Count(code[b+1:len(code)-len(rest)], "{") > 1 {
			continue
		}
		c := len(code) - len(rest) + next[1]
		d := closed(code, c-1) - 1
		if d <= c {
			continue
		}
		end := d
		if body := strings.TrimLeft(code[d+1:], " \t\r\n"); strings.HasPrefix(body, "{") {
			end = closed(code, len(code)-len(body))
		} else if semicolon := strings.IndexByte(code[d:], ';'); semicolon >= 0 {
			end = d + semicolon
		}
		swap(a, b, c, d, max(end, d))
	}
	return all
}

// closed returns the place behind the bracket that closes the one at a place; 0 if there is none.
func closed(code string, at int) int {
	depth := 0
	for i := at; i < len(code); i++ {
		switch code[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// indented returns the end of the lines that are indented more than the one that ends at a place.
func indented(code string, at int) int {
	begin := strings.LastIndexByte(code[:at], '\n') + 1
	margin := len(code[begin:]) - len(strings.TrimLeft(code[begin:], " \t"))
	end := at
	for line := range strings.Lines(code[min(len(code), at+1):]) {
		text := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(text) != "" && len(line)-len(text) <= margin {
			break
		}
		end += len(line)
	}
	return min(end, len(code))
}
