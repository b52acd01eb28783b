package grade

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// A file that was written for a site has no directive that names a problem here. Its own name, its functions or its
// input often tell.

// Recognise finds the problem of each solution that claims none, if exactly one fits, and reports it. Where several fit,
// or another problem has the same inputs, passes runs the samples: the solution is for the one whose samples it passes.
// passes may be nil. If none or several are left, the solution stays as it is. A problem that cannot be read never fits.
func Recognise(root string, solutions []solution.Solution, passes func(problem.Problem, solution.Solution) bool, tell func(say.Message)) {
	nameless := func(s solution.Solution) bool { return len(s.Problems) == 0 }
	if !slices.ContainsFunc(solutions, nameless) {
		return
	}
	ids, _ := problem.IDs(root)
	var problems []problem.Problem
	for _, id := range ids {
		if p, err := problem.Load(root, id); err == nil {
			problems = append(problems, p)
		}
	}
	for i, s := range solutions {
		if !nameless(s) {
			continue
		}
		fit, why := meant(problems, s)
		if by := bySamples(problems, s, fit, why, passes); by != "" {
			fit, why = []string{by}, say.Of("it passes its samples")
		}
		switch len(fit) {
		case 0:
		case 1:
			solutions[i].Problems = fit
			tell(say.Of("%s: taken for %s, as %s", s.Path, fit[0], why).Hint("use -problem to choose another"))
		default:
			tell(say.Of("%s: may be for %s", s.Path, say.List(fit)).Hint("-problem says which"))
		}
	}
}

// bySamples returns the one problem whose samples a solution passes, among those that it seems to be for and those that
// have the same inputs; "" if that decides nothing.
func bySamples(problems []problem.Problem, s solution.Solution, fit []string, why say.Message, passes func(problem.Problem, solution.Solution) bool) (id string) {
	var open []problem.Problem
	for _, p := range problems {
		if slices.Contains(fit, p.ID) || len(fit) == 1 && why.Format == shapes["rows"].reads.Format && p.ID == target {
			open = append(open, p)
		}
	}
	if len(open) < 2 || passes == nil {
		return ""
	}
	for _, p := range open {
		if passes(p, s) {
			if id != "" {
				return ""
			}
			id = p.ID
		}
	}
	return id
}

// PassesSamples reports whether a solution passes the samples of a problem.
func (g *Grader) PassesSamples(ctx context.Context, p problem.Problem, s solution.Solution) bool {
	e := Entry{Problem: p, Solution: s, Cases: p.Select("sample/*")}
	ready, err := g.Prepare(ctx, e)
	return err == nil && ready.Refused == "" && len(e.Cases) > 0 &&
		!slices.ContainsFunc(e.Cases, func(c problem.Case) bool { return ready.Try(ctx, c).Verdict != result.AC })
}

// target is the problem that has the inputs of one board of numbers and asks for another answer.
const target = "acwing183"

// meant are the problems that a solution seems to be for, and why: those that its name says, else those that its code
// fits, else those that its first lines mention.
func meant(problems []problem.Problem, s solution.Solution) (fit []string, why say.Message) {
	if id := named(problems, s.Path); id != "" {
		return []string{id}, say.Of("its name says")
	}
	for _, p := range problems {
		if because := fits(p, s); because.Said() {
			fit, why = append(fit, p.ID), because
		}
	}
	if len(fit) == 1 {
		return fit, why
	}
	if id := sole(problems, head(s.Text())); id != "" {
		return []string{id}, say.Of("it mentions it in its first lines")
	}
	return fit, why
}

// named returns the problem after which a file is named, or the folder that holds it, or the one around that. A name with
// another number of a site, such as acwing166/acwing167.cpp, is that of a problem that is not here.
func named(problems []problem.Problem, path string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	parts[len(parts)-1] = strings.TrimSuffix(parts[len(parts)-1], filepath.Ext(path))
	for n := 1; n <= min(3, len(parts)); n++ {
		name := strings.Join(parts[len(parts)-n:], "/")
		if id := sole(problems, name); id != "" {
			return id
		}
		if slices.ContainsFunc(problems, func(p problem.Problem) bool { return p.SiteNamedIn(name) }) {
			return ""
		}
	}
	return ""
}

// sole returns the one problem that a text names, "" if it names none or several.
func sole(problems []problem.Problem, text string) (id string) {
	for _, p := range problems {
		if !p.NamedIn(text) {
			continue
		}
		if id != "" {
			return ""
		}
		id = p.ID
	}
	return id
}

// head is where a program says what it is for: as many lines as may hold directives.
func head(text string) string {
	lines := strings.SplitAfterN(text, "\n", solution.DirectiveLines+1)
	return strings.Join(lines[:min(solution.DirectiveLines, len(lines))], "")
}

// fits explains why a solution seems to solve a problem; it is empty if it does not.
func fits(p problem.Problem, s solution.Solution) say.Message {
	if p.Function != nil {
		if len(s.Files) == 1 && s.Lang().Defines(*p.Function, s.Path, s.Text()) {
			return say.Of("it defines %s", p.Function.Callee())
		}
		return say.Message{}
	}
	asks := p.Check.Format
	if p.Check.Kind != "sudoku" { // it does not ask for boards
		asks = p.ID
	}
	shape, ok := shapes[asks]
	if !ok || p.Check.Talks() || !isProgram(s) && s.Lang().LooksBare(s.Text()) {
		return say.Message{}
	}
	if !shape.fits(s.Lang().Without(s.Text(), language.Comment)) {
		return say.Message{}
	}
	return shape.reads
}

// shapes are how programs look that read boards, by the formats of the problems that ask for boards, and by the ID of one
// that asks for something else. fits gets code without comments.
var shapes = map[string]struct {
	reads say.Message
	fits  func(code string) bool
}{
	"acwing": {say.Of("it reads boards of 81 characters until end"), func(code string) bool {
		return untilEnd().MatchString(code) && nineByNine().MatchString(code)
	}},
	"digits": {say.Of("it reads how many boards there are, and rows of digits"), func(code string) bool {
		return searches(code) && counts(code) && digit().MatchString(code)
	}},
	"rows": {say.Of("it reads one board as 81 numbers"), func(code string) bool {
		return searches(code) && !counts(code) && !texts().MatchString(code) && !rings().MatchString(code) && (parted().MatchString(code) || !line().MatchString(code))
	}},
	"letters": {say.Of("it reads boards of 16 letters a row"), func(code string) bool {
		return sixteen().MatchString(code) && four().MatchString(code) && minus().MatchString(code) && letterA().MatchString(code) && !number().MatchString(code)
	}},
	target: {say.Of("it knows what the rings of a target are worth"), func(code string) bool {
		return searches(code) && rings().MatchString(code)
	}},
}

var (
	untilEnd   = match.Lazy(`[!=]==?\s*['"]e['"]|["']end["']`)
	nineByNine = match.Lazy(`\b81\b|\b[A-Z]\w*\s*=\s*9\b|<\s*9\b|\brange\(9\)`)

	// What the cells of a target are worth: as a table, or from how far they are from the middle.
	rings = match.Lazy(`\b10\s*-\s*(?:std::|Math\.)?abs\s*\(|\b6\s*\+\s*(?:\w+\s*(?:\.|::)\s*)?min\s*\(|\b6\s*,\s*(?:6|7)\s*,\s*(?:6|7|8)\s*,|\b10\s*-\s*(?:\w+\s*(?:\.|::)\s*)?max\s*\(|\bmin\s*\([^;]*\+\s*[56]\b`)

	// The numbers of a Sudoku: sizes and bounds of 9, and 3 as the side of a box.
	nine  = match.Lazy(`[<>=\[(,;]\s*(?:9|81)\b|\.\.=?9\b|#define\s+\w+\s+9\b`)
	three = match.Lazy(`[/%*]=?\s*3\b|\b3\s*\*|3\s*,\s*3\s*,\s*3|#define\s+\w+\s+3\b|\w\s*=\s*3\s*;|\[3\]\s*\[3\]`)
	other = match.Lazy(`['"][.?]['"]`) // how other formats write blanks

	// The numbers of a board of letters, and how it writes blanks and values.
	sixteen = match.Lazy(`\b(?:16|256|4096)\b|\b1\s*<<\s*4\b`)
	four    = match.Lazy(`[/%]\s*4\b|\b4\s*\*|\*\s*4\b|>>\s*2\b|#define\s+\w+\s+\(?4\b|\w\s*=\s*4\s*[;,]`)
	minus   = match.Lazy(`['"]-['"]|\b45\b`)
	number  = match.Lazy(`\bscanf\w*\s*\(\s*"%d|\bcin\s*>>\s*(?:[tTnNkK]|\w*[tT]ests?|cases?)\s*[;)]|\bnextInt\b|\bint\s*\(\s*input|\bScan\(&`) // before the boards, as on SPOJ
	letterA = match.Lazy(`['"]A['"]|['"]A?BCDE|\b6[45]\b`)

	// digit is needed to read digits that are together; with texts, 81 numbers between blanks are not read.
	digit = match.Lazy(`['"]0['"]|\b48\b|%1d|\bint\s*,\s*(?:list\(\s*)?input\(\)\s*(?:\.\s*strip\(\)\s*)?\)|\bin\s+input\(\)`)
	texts = match.Lazy(`%\d*s|%1d|\bf?gets\s*\(|\bgetline\b|\bstring\s+\w|\bchar\s+\w+\s*\[|"unique`)

	// A line that is read and not parted has its digits side by side.
	line   = match.Lazy(`\b(?:input|readline|readLine|lines)\(\)`)
	parted = match.Lazy(`(?i)split|tokenizer`)

	loopAsRead = match.Lazy(`\brange\(\s*int\(\s*input\b`)
	// A number that is read by itself, and a name that bounds a loop.
	readAlone = match.Lazy(`(?:&\s*|>>\s*)(\w+)\s*[);]|\b(\w+)\s*=\s*(?:int\s*\(|\w+\s*\.\s*nextInt|Integer\s*\.|Number\s*\(|\+|parseInt|read\w*\s*\()`)
	bound     = match.Lazy(`\b(\w+)\s*--|--\s*(\w+)\b|[^<>][<>]=?\s*(\w+)\s*[;){]|\brange\(\s*(?:[01]\s*,\s*)?(\w+)|\.\.=?(\w+)`)
)

// searches reports whether code has the numbers of a Sudoku, and none of the other formats' signs.
func searches(code string) bool {
	return nine().MatchString(code) && three().MatchString(code) && !untilEnd().MatchString(code) && !other().MatchString(code)
}

// counts reports whether code reads a number that tells how often a loop runs.
func counts(code string) bool {
	if loopAsRead().MatchString(code) {
		return true
	}
	bounds := names(bound().FindAllStringSubmatch(code, -1))
	return slices.ContainsFunc(names(readAlone().FindAllStringSubmatch(code, -1)), func(name string) bool { return slices.Contains(bounds, name) })
}

// names are what the groups of a pattern found.
func names(found [][]string) (all []string) {
	for _, groups := range found {
		for _, name := range groups[1:] {
			if name != "" {
				all = append(all, name)
			}
		}
	}
	return all
}
