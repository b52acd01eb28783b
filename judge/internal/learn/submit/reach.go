package submit

import (
	"maps"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var (
	prints   = match.Lazy(`\bprint\s*\(|\bconsole\s*\.|\bstdout\b|\b(?:exit|quit)\s*\(`)
	fastened = match.Lazy(`\bcin\s*\.\s*(?:tie|sync_with_stdio)\s*\([^()]*\)`) // sets cin up, and reads nothing
)

// statement reports whether a part runs by itself when the file is loaded.
func (c *cutter) statement(p part) bool {
	return shapes[c.lang.ID].formatted && (p.role == runs || p.role == variable)
}

// tryingOut makes the statements that only try the function out parts of the main program: they read, print, call the
// function, or use what such a statement has set. So does one that calls a function that reads.
func (c *cutter) tryingOut() {
	readers, set := map[string]bool{}, map[string]bool{c.class: c.class != ""}
	if note(set, c.entry); c.asked.IsDesign() {
		set = map[string]bool{c.asked.Class: true}
	}
	for before := -1; before < len(readers)+len(set); {
		before = len(readers) + len(set)
		for i, p := range c.parts {
			reads := c.input(p) != "" || mentions(p, readers)
			switch {
			case reads && p.role == called:
				note(readers, p.names)
			case !c.statement(p):
			case reads || mentions(p, set) || p.role == runs && prints().MatchString(p.code):
				c.parts[i].role = starts
				note(set, p.names)
			}
		}
	}
}

func note(set map[string]bool, names []string) {
	for _, name := range names {
		set[name] = true
	}
}

// mentions reports whether a part uses one of the names that it does not define itself.
func mentions(p part, names map[string]bool) bool {
	for name, is := range names {
		if is && p.words[name] && !slices.Contains(p.names, name) {
			return true
		}
	}
	return false
}

// input returns the word by which a part reads standard input, "" if it reads nothing.
func (c *cutter) input(p part) string {
	if found := c.lang.Input().FindString(fastened().ReplaceAllString(p.code, "")); found != "" {
		return found
	}
	if shapes[c.lang.ID].formatted && c.lang.SeemsToRead(p.text) {
		return "standard input"
	}
	return ""
}

// kept returns the parts to paste. If the file has no main program, nearly all are.
func (c *cutter) kept() (all []part) {
	driven := slices.ContainsFunc(c.parts, func(p part) bool { return p.role == starts })
	if !driven {
		return slices.DeleteFunc(slices.Clone(c.parts), func(p part) bool { return p.role == theirs })
	}
	defined := map[string]bool{}
	for _, p := range c.parts {
		note(defined, p.names)
	}
	tried := c.tried()
	used, in := map[string]bool{c.class: true}, make([]bool, len(c.parts))
	note(used, c.entry)
	for again := true; again; {
		again = false
		for i, p := range c.parts {
			if !in[i] && c.needs(p, used, defined) {
				in[i], again = true, true
				maps.Copy(used, p.uses(tried))
			}
		}
	}
	for i, p := range c.parts {
		if in[i] {
			all = append(all, p)
		}
	}
	return all
}

// tried are the variables that the main program gives to the function. The function's parameters often have their names.
func (c *cutter) tried() map[string]bool {
	all := map[string]bool{}
	for _, p := range c.parts {
		if p.role != variable {
			continue
		}
		own := map[string]bool{}
		note(own, p.names)
		if slices.ContainsFunc(c.parts, func(q part) bool { return q.role == starts && mentions(q, own) }) {
			note(all, p.names)
		}
	}
	return all
}

var parameters = match.Lazy(`\b(?:def|function)\b[^(]*\(([^()]*)\)|\(([^()]*)\)\s*=>|([\w$]+)\s*=>`)

// uses are the words of a part, without those that are parameters and have the name of something tried.
func (p part) uses(tried map[string]bool) map[string]bool {
	all := maps.Clone(p.words)
	for _, list := range parameters().FindAllStringSubmatch(p.code, -1) {
		for _, name := range word().FindAllString(strings.Join(list[1:], ","), -1) {
			if tried[name] && p.role == called {
				delete(all, name)
			}
		}
	}
	return all
}

// needs reports whether a text that uses these words needs a part.
func (c *cutter) needs(p part, used, defined map[string]bool) bool {
	switch {
	case p.owner != "" && !used[p.owner]:
		return false
	case p.role == starts || p.role == theirs:
		return false
	case p.role == stays:
		return true
	case p.role == runs:
		own := false
		for word := range p.words {
			if defined[word] && used[word] {
				return true
			}
			own = own || defined[word]
		}
		return !own // sys.setrecursionlimit(9999)
	}
	return slices.ContainsFunc(p.names, func(name string) bool { return used[name] || c.freed(name) })
}

// freed reports whether C's name is that of the function that frees the class.
func (c *cutter) freed(name string) bool {
	return c.lang.ID == "c" && c.asked.IsDesign() && name == strings.TrimSuffix(c.entry[1], "Create")+"Free"
}

// reading lists the places where parts read standard input.
func (c *cutter) reading(kept []part) (reasons []say.Message) {
	for _, p := range kept {
		n := p.line
		for line := range strings.Lines(fastened().ReplaceAllString(p.code, "")) {
			if found := c.lang.Input().FindString(line); found != "" {
				name, _, _ := strings.Cut(found, "(")
				reasons = append(reasons, say.Of("%s:%d: %s %s", c.path, n, strings.TrimSpace(name), readsInput))
			}
			n++
		}
	}
	return reasons
}

// leftOut says what is not pasted.
func (c *cutter) leftOut(kept []part) (notes []say.Message) {
	there := map[string]bool{}
	for _, p := range kept {
		note(there, p.names)
	}
	var theirOwn, others []string
	main := false
	for _, p := range c.parts {
		names := slices.DeleteFunc(slices.Clone(p.names), func(name string) bool { return there[name] })
		note(there, names)
		switch p.role {
		case theirs:
			theirOwn = append(theirOwn, names...)
		case called, typed:
			others = append(others, names...)
		case starts:
			main = true
		}
	}
	if main {
		notes = append(notes, withoutMain(others))
	}
	if theirOwn != nil {
		notes = append(notes, withoutTheirs(theirOwn))
	}
	return notes
}

func withoutMain(others []string) say.Message {
	if others == nil {
		return say.Of("left out: the main program")
	}
	return say.Of("left out: the main program, and what only it needs: %s", say.List(others))
}

func withoutTheirs(types []string) say.Message {
	return say.Of("left out: %s, which the site defines itself", say.List(types))
}

// renamed is the text of a part, in which the class around the function has the site's name.
func (c *cutter) renamed(p part) string {
	if !c.renames() {
		return p.text
	}
	text := p.text
	for _, at := range slices.Backward(word().FindAllStringIndex(p.code, -1)) {
		if p.code[at[0]:at[1]] == c.class {
			text = text[:at[0]] + c.holder + text[at[1]:]
		}
	}
	return text
}
