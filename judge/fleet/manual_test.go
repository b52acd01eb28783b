package main

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestHelp: fleet answers help and version as the judge does.
func TestHelp(t *testing.T) {
	for asked, want := range map[string]string{"": "Usage: fleet COMMAND", "help": "Usage: fleet COMMAND",
		"-h": "Usage: fleet COMMAND", "--help": "Usage: fleet COMMAND",
		"-lang en help": "Usage: fleet COMMAND", "help version": "Usage: fleet " +
			"version", "help run": "Usage: judge [run]", "help worker": "Usage: fleet worker", "worker -h": "Usage: fleet " +
			"worker", "version": "fleet ", "-version": "fleet "} {
		var out, fault strings.Builder
		if code := program.Run(t.Context(), strings.Fields(asked), strings.NewReader(""), &out, &fault); code != 0 ||
			!strings.Contains(out.String(), want) {
			t.Errorf("%q: exit %d, %s%s", asked, code, out.String(), fault.String())
		}
	}
}

// Every flag is explained and has an example, in both languages, and no other flag is mentioned.
func TestManuals(t *testing.T) {
	for _, v := range program.Commands {
		fs := flag.NewFlagSet(v.Name, flag.ContinueOnError)
		v.SetUp(fs)
		var takes []string
		fs.VisitAll(func(f *flag.Flag) { takes = append(takes, f.Name) })
		for _, lang := range []string{"en", "zh"} {
			var out strings.Builder
			if code := program.Run(t.Context(), []string{"-lang", lang, "help", v.Name}, nil, &out, &out); code != 0 {
				t.Fatal(out.String())
			}
			text := []byte(out.String())
			var explains []string
			for _, m := range regexp.MustCompile(`(?m)^  -([a-z][a-z-]*)`).FindAllSubmatch(text, -1) {
				if name := string(m[1]); name != "lang" && !(v.Name == "run" && slices.Contains([]string{"changed", "fresh", "fail-fast",
					"all", "watch"}, name)) { // all commands have -lang, only judge run has the others
					explains = append(explains, name)
				}
			}
			examples := fmt.Sprintf("%s", regexp.MustCompile(`(?m)^  (FLEET=\S+ )?(fleet|serve|judge)\b.*$`).FindAll(text, -1))
			slices.Sort(explains)
			must.Equal(t, takes, explains, lang, v.Name, "- flags it takes, + flags its manual explains")
			for _, name := range takes {
				if !regexp.MustCompile(` -` + name + `\b`).MatchString(examples) {
					t.Errorf("%s %s: no example shows -%s", lang, v.Name, name)
				}
			}
		}
	}
}
