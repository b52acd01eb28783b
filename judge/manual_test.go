package main

import (
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// manualFlag is how a manual begins to explain a flag.
var manualFlag = regexp.MustCompile(`(?m)^  -([a-z][a-z-]*)`)

func TestManualsAndFlagsAgree(t *testing.T) {
	for _, c := range commands {
		t.Run(c.name, func(t *testing.T) {
			var known, explained []string
			fs, _ := c.flags()
			fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
			for _, m := range manualFlag.FindAllStringSubmatch(c.manual, -1) {
				explained = append(explained, m[1])
			}
			slices.Sort(explained)
			if diff := cmp.Diff(known, explained); diff != "" {
				t.Errorf("- flags it takes, + flags its manual explains:\n%s", diff)
			}
		})
	}
}

func TestManualsShowHow(t *testing.T) {
	for _, c := range commands {
		t.Run(c.name, func(t *testing.T) {
			if !strings.HasPrefix(c.manual, "Usage: judge ") {
				t.Error("the manual does not begin with the usage")
			}
			if !regexp.MustCompile(`(?m)^Examples?:\n  (judge|source) `).MatchString(c.manual) {
				t.Error("the manual has no example")
			}
			_, examples, _ := strings.Cut(c.manual, "\nExample")
			fs, _ := c.flags()
			fs.VisitAll(func(f *flag.Flag) {
				if !regexp.MustCompile(` -` + f.Name + `\b`).MatchString(examples) {
					t.Errorf("no example shows -%s", f.Name)
				}
			})
			for line := range strings.Lines(c.manual) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 104 {
					t.Errorf("a line of %d characters is too wide for a terminal: %s", n, line)
				}
			}
		})
	}
}
