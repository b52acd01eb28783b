package main

import (
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every flag is explained and shown in an example, in both languages, and no other is.
func TestManuals(t *testing.T) {
	for _, v := range program.Verbs {
		fs := flag.NewFlagSet(v.Name, flag.ContinueOnError)
		if v.SetUp != nil {
			v.SetUp(fs)
		} else {
			(&elsewhere{}).Flags(fs)
		}
		var takes []string
		fs.VisitAll(func(f *flag.Flag) { takes = append(takes, f.Name) })
		for _, lang := range []string{"en", "zh"} {
			text, err := manuals.ReadFile("manual/" + lang + "/" + v.Name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			about, examples, found := strings.Cut(string(text), map[string]string{"en": "\nExamples:\n", "zh": "\n示例：\n"}[lang])
			if !found {
				t.Errorf("%s %s: no examples", lang, v.Name)
			}
			var explains []string
			for _, m := range regexp.MustCompile(`(?m)^  -([a-z][a-z-]*)`).FindAllStringSubmatch(about, -1) {
				explains = append(explains, m[1])
			}
			slices.Sort(explains)
			if diff := cmp.Diff(takes, explains); diff != "" {
				t.Errorf("%s %s: - flags it takes, + flags its manual explains:\n%s", lang, v.Name, diff)
			}
			for _, name := range takes {
				if !regexp.MustCompile(` -` + name + `\b`).MatchString(examples) {
					t.Errorf("%s %s: no example shows -%s", lang, v.Name, name)
				}
			}
		}
	}
}
