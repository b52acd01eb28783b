package command_test

import (
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// manualFlag matches the beginning of a flag's explanation.
var manualFlag = regexp.MustCompile(`(?m)^  -([a-z][a-z-]*)`)

// both tests a command's manual in each language.
func both(t *testing.T, c command.Command, try func(t *testing.T, manual string)) {
	for _, l := range say.Languages {
		t.Run(c.Name+"/"+string(l), func(t *testing.T) {
			_, manual := judge.Manual(c, l)
			try(t, manual)
		})
	}
}

// everywhere reports whether every command has this flag: then the overview explains it. The -lang of judge new has a
// second meaning.
func everywhere(c command.Command, f *flag.Flag) bool {
	return f.Name == "color" || f.Name == "lang" && c.Name != "new"
}

func TestManualsAndFlagsAgree(t *testing.T) {
	for _, c := range judge.All() {
		both(t, c, func(t *testing.T, manual string) {
			var known, explained []string
			fs, _ := c.Flags(&terminal.Console{})
			fs.VisitAll(func(f *flag.Flag) {
				if !everywhere(c, f) {
					known = append(known, f.Name)
				}
			})
			for _, m := range manualFlag.FindAllStringSubmatch(manual, -1) {
				explained = append(explained, m[1])
			}
			slices.Sort(explained)
			must.Equal(t, known, explained, "- flags it takes, + flags its manual explains")
		})
	}
}

func TestManualsShowHow(t *testing.T) {
	for _, c := range judge.All() {
		both(t, c, func(t *testing.T, manual string) {
			if !strings.HasPrefix(manual, "Usage: judge ") && !strings.HasPrefix(manual, "用法：judge ") {
				t.Error("the manual does not begin with the usage")
			}
			if !regexp.MustCompile(`(?m)^(?:Examples?:|示例：)\n  (judge|source) `).MatchString(manual) {
				t.Error("the manual has no example")
			}
			examples := manual[strings.LastIndex(manual, "\n\n"+regexp.MustCompile(`(?m)^(?:Examples?:|示例：)`).FindString(manual)):]
			fs, _ := c.Flags(&terminal.Console{})
			fs.VisitAll(func(f *flag.Flag) {
				if !everywhere(c, f) && !regexp.MustCompile(` -`+f.Name+`\b`).MatchString(examples) {
					t.Errorf("no example shows -%s", f.Name)
				}
			})
			for line := range strings.Lines(manual) {
				board := strings.HasPrefix(line, "    -puzzle ") // however long it is
				if n := terminal.Width(strings.TrimSuffix(line, "\n")); n > 80 && !board {
					t.Errorf("a line of %d columns is too wide: %s", n, line)
				}
			}
		})
	}
}

// exampleLine matches a command that a manual shows as an example.
var exampleLine = regexp.MustCompile(`(?m)^  (?:judge|source) `)

func TestManualsShowTheSameInBothLanguages(t *testing.T) {
	for _, c := range judge.All() {
		shows := func(l say.Language) (summary string, examples []string, flags []string) {
			summary, manual := judge.Manual(c, l)
			for line := range strings.Lines(manual) {
				if exampleLine.MatchString(line) { // without the explanation after it
					command, _, _ := strings.Cut(strings.TrimSpace(line), "   ")
					examples = append(examples, command)
				}
			}
			for _, m := range manualFlag.FindAllStringSubmatch(manual, -1) {
				flags = append(flags, m[1])
			}
			return summary, examples, flags
		}
		summary, examples, flags := shows(say.English)
		own, ownExamples, ownFlags := shows(say.Chinese)
		must.Equal(t, examples, ownExamples, c.Name, "examples: - English, + Chinese")
		must.Equal(t, flags, ownFlags, c.Name, "flags: - English, + Chinese")
		if summary == own || !regexp.MustCompile(`\p{Han}`).MatchString(own) || strings.Contains(own, "\n") {
			t.Errorf("%s: for %q the Chinese manual says %q", c.Name, summary, own)
		}
	}
}
