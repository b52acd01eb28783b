// Package skeleton makes the first files of a new solution or a new problem. It returns texts by their paths; the
// caller writes them.
package skeleton

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
)

//go:embed text/*.txt
var texts embed.FS

// Solution returns the file of a new solution in a language for a problem, by its path.
func Solution(root, name, id, lang string) (files map[string]string, p problem.Problem, err error) {
	if name == "." || name == ".." || strings.ContainsAny(name, `/\`) {
		return nil, p, say.Errorf("new solution %q: the name becomes a folder under solutions/", name).Hint("give one without / or \\")
	}
	if id == "" {
		return nil, p, say.Errorf("new solution: for which problem? Say -problem ID; judge list shows them")
	}
	if p, err = problem.Load(root, id); err != nil {
		return nil, p, err
	}
	l, ok := language.ByID(lang)
	if !ok {
		ids := language.IDs()
		return nil, p, say.Errorf("-lang %s: no such language%s (there are %s)", lang, suggest.DidYouMean(lang, ids), say.List(ids))
	}
	first, err := Of(l, name, p)
	if err != nil {
		return nil, p, err
	}
	dir := filepath.Join(root, "solutions", name)
	if there, _ := os.ReadDir(dir); len(there) > 0 { // beside another language's file ours would break both
		return nil, p, tempfile.IsThere(filepath.Join(dir, there[0].Name()))
	}
	return map[string]string{filepath.Join(dir, first.File): first.Head + first.Code}, p, nil
}

// Skeleton returns the first file of a solution.
type Skeleton struct {
	File string
	Head string // comments: its name and its problem
	Code string
}

// layouts tell how the input of a format holds its boards.
var layouts = map[string]struct {
	Size    int
	Blank   string
	Gap     string // between two cells
	Counted bool   // the number of boards comes first
	Lined   bool   // each board is a line
	Sized   bool   // each board has a header: size w, h
}{
	"acwing":  {Size: 9, Blank: ".", Lined: true},
	"rows":    {Size: 9, Blank: "0", Gap: " "},
	"check":   {Size: 9, Blank: "0", Gap: " "},
	"digits":  {Size: 9, Blank: "0", Counted: true},
	"letters": {Size: 16, Blank: "-"},
	"file":    {Blank: "?", Sized: true},
}

// Of returns the skeleton of a solution: for a function the code in the site's editor, else a program
// that reads lines; in an interactive problem it says each of its own at once.
func Of(l language.Language, name string, p problem.Problem) (Skeleton, error) {
	directive := "judge:problem " + p.ID + "\n"
	function := p.Function != nil && l.Driver != "" // such a problem takes a program, too
	begun := Skeleton{File: l.FileName(function)}
	if function {
		begun.Head = l.Comment + " " + name + ": describe the idea in one sentence.\n" + l.Comment + directive
		begun.Code = l.Skeleton(*p.Function)
		return begun, nil
	}
	text, err := template.ParseFS(l.Texts, "skeleton.txt")
	if err != nil {
		return Skeleton{}, err
	}
	turn, given, board := "a line of the input into a line of the output", "line", layouts[p.Check.Format]
	cells, filled := board.Size*board.Size, p.Check.Kind == "sudoku" && p.Check.Format != "check" && p.Check.Format != "board"
	switch {
	case p.Check.Interactive:
		turn = "a line from the judge into the next line for it"
	case board.Sized:
		given, turn = "w, h, cells", "a board with regions of w columns and h rows, cell by cell and "+board.Blank+" for a blank, into the same with all filled, or none"
	case board.Size > 0:
		answer := map[bool]string{true: "the same with all filled", false: "its answer"}[filled]
		given, turn = "board", fmt.Sprintf("the %d cells of a board, row by row and %s for a blank, into %s", cells, board.Blank, answer)
	}
	var program strings.Builder
	if board.Lined {
		cells = 0 // a board is a line, so it is read as lines are
	}
	err = text.Execute(&program, map[string]any{"Name": name, "Problem": p.ID, "Turn": turn, "Given": given, "End": endsInEnd(p), "Talks": p.Check.Interactive,
		"Cells": cells, "Size": board.Size, "Gap": board.Gap, "Counted": board.Counted, "Filled": filled, "Sized": board.Sized})
	head, code, _ := strings.Cut(program.String(), directive)
	begun.Head, begun.Code = head+directive, code
	return begun, err
}

// endsInEnd reports whether the problem's input ends in a line "end": its first case shows it.
func endsInEnd(p problem.Problem) bool {
	if len(p.Cases) == 0 {
		return false
	}
	text, _ := os.ReadFile(p.Cases[0].In) // what cannot be read will be told by grading
	text = bytes.TrimRight(text, "\r\n")
	return string(text[bytes.LastIndexByte(text, '\n')+1:]) == "end"
}

// ID turns a name into the ID of a new problem: two-sum becomes twosum.
func ID(name string) (string, error) {
	id := strings.Map(func(r rune) rune {
		if problem.ValidID(string(r)) {
			return r
		}
		return -1
	}, strings.ToLower(name))
	if id == "" {
		return "", say.Errorf("new problem %q: an id has small letters and digits only, as acwing166", name)
	}
	return id, nil
}

// Title is the title of a new problem; "" in a language without one.
type Title struct{ English, Chinese string }

// Say sets the title of the language that it is written in.
func (t *Title) Say(title string) error {
	place := &t.English
	if strings.ContainsFunc(title, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		place = &t.Chinese
	}
	if *place = strings.TrimSpace(title); *place == "" || strings.ContainsFunc(title, unicode.IsControl) {
		return say.Errorf("a title is a line of text")
	}
	return nil
}

// yaml returns the name entry of problem.yaml. A missing Chinese title becomes a question to the author.
func (t Title) yaml(otherwise string) string {
	ask := ""
	if t.Chinese == "" {
		ask = "  # 在这里写中文标题"
	}
	t = t.or(otherwise)
	return fmt.Sprintf("name:\n  en: %s\n  zh: %s%s\n", inYAML(t.English), inYAML(t.Chinese), ask)
}

// or returns the title if there is one, otherwise another.
func (t Title) or(otherwise string) Title {
	english := cmp.Or(t.English, strings.ToUpper(otherwise[:1])+otherwise[1:])
	return Title{english, cmp.Or(t.Chinese, english)}
}

var plainText = match.Lazy(`^\pL[\pL\pN -]*$`)

// inYAML quotes a text that YAML might read as something else.
func inYAML(s string) string {
	if plainText().MatchString(s) && !strings.EqualFold(s, "null") {
		return s
	}
	return strconv.Quote(s)
}

// begun is what the texts of a new problem are made of.
type begun struct {
	ID, UUID, Name, Judge, Input, Answer string
	Heading                              Title
	Signature                            *function.Signature // nil: the problem asks for a program
	Design                               bool                // the signature is that of a class
}

// files returns the files of a new problem, by their paths.
func (b begun) files(root string) (map[string]string, error) {
	b.UUID = problem.NewUUID()
	var text bytes.Buffer
	t, err := template.ParseFS(texts, "text/problem.txt")
	if err == nil {
		err = t.Execute(&text, b)
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(text.Bytes()).Files {
		files[filepath.Join(root, filepath.FromSlash(f.Name))] = string(f.Data)
	}
	return files, err
}

// Problem returns the files of a new problem: doubling numbers.
func Problem(root, id string, title Title) (map[string]string, error) {
	return begun{ID: id, Name: title.yaml(id), Heading: title.or(id)}.files(root)
}
