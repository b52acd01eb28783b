package command

import (
	"context"
	"fmt"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/show/terminal"
)

// help prints the overview of the program, or the manual of a command.
func (p *Program) help(_ context.Context, env *terminal.Console, names []string) error {
	if len(names) == 0 {
		return env.Print(env.Stdout, p.overview(env.Lang))
	}
	if c, ok := p.named(names[0]); ok {
		_, manual := p.Manual(c, env.Lang)
		return env.Print(env.Stdout, manual)
	}
	return say.Errorf("help %s: no such command", names[0]).Hint("%s", suggest.Perhaps(names[0], p.commandNames()))
}

// text reads a manual. Those of version and help are the same for every program.
func (p *Program) text(l say.Language, name string) string {
	file := "manual/" + string(l) + "/" + name + ".txt"
	text, err := p.Manuals.ReadFile(file)
	if err != nil {
		text, err = manuals.ReadFile(file)
	}
	if err != nil {
		panic(err) // it is part of this program
	}
	return strings.ReplaceAll(string(text), "{program}", p.Name)
}

// Manual returns the purpose of a command in one line, and its manual: usage, explanation, flags, examples. They are
// the two parts of one file, with an empty line between them.
func (p *Program) Manual(c Command, l say.Language) (summary, manual string) {
	summary, manual, _ = strings.Cut(p.text(l, c.Name), "\n\n")
	if c.Shared != nil {
		manual = c.Shared(l) + manual
	}
	return strings.TrimSpace(summary), manual
}

// overview returns the text of "judge help".
func (p *Program) overview(l say.Language) string {
	var list strings.Builder
	for _, c := range p.All() {
		summary, _ := p.Manual(c, l)
		fmt.Fprintf(&list, "  %-11s %s\n", c.Name, summary)
	}
	return strings.Replace(p.text(l, "overview"), "COMMANDS\n", list.String(), 1)
}
