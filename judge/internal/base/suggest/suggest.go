// Package suggest finds the name that the user probably meant.
package suggest

import (
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// longest is how long a word may be: the work grows with the product, and a longer one is no typing error.
const longest = 100

// Nearest returns the candidate that the word was probably meant to be, or "" where none is near
// enough to be worth a suggestion. Upper and lower case count as equal.
func Nearest(word string, candidates []string) string {
	best, bestDistance := "", len(word)/2+1
	if len(word) > longest {
		return ""
	}
	word = strings.ToLower(word)
	for _, c := range candidates {
		if d := distance(word, strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance counts the edits that turn a into b: one rune put in, left out or changed, or two
// neighbours swapped.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if len(t) > longest {
		return longest
	}
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			change := last[j]
			if s[i] != t[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}

// Perhaps returns the advice for an unknown word: "did you mean lowbit?", or nothing if no name is near.
func Perhaps(word string, known []string) say.Message {
	if near := Nearest(word, known); near != "" {
		return say.Of("did you mean %s?", near)
	}
	return say.Message{}
}

// PerhapsListed is Perhaps for a problem's name; if none is near, it says where to find the names.
func PerhapsListed(id string, known []string) say.Message {
	if near := Perhaps(id, known); near.Said() {
		return near
	}
	return say.Of("judge list shows them")
}

// DidYouMean returns the same for the middle of a message: ": did you mean lowbit?".
func DidYouMean(word string, known []string) say.Message {
	if near := Nearest(word, known); near != "" {
		return say.Of(": did you mean %s?", near)
	}
	return say.Message{}
}
