// Package skeleton knows how a new solution begins: a program that reads lines and compiles, or, for a
// function, what the site's editor shows.
package skeleton

import (
	"bytes"
	"embed"
	"os"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/problem"
)

//go:embed *.txt
var programs embed.FS

// Skeleton is the file that a solution begins as.
type Skeleton struct {
	File string
	Head string // comments: what it is called, and the problem it is for
	Code string
}

// Of is the skeleton of a solution of that name.
func Of(l language.Language, name string, p problem.Problem) (Skeleton, error) {
	if p.Function != nil {
		head := l.Comment + " " + name + ": say here in a sentence what the idea is.\n" + l.Comment + "judge:problem " + p.ID + "\n"
		return Skeleton{fileOf(l, "Solution.java"), head, p.Function.Skeleton(l.ID)}, nil
	}
	text, err := template.ParseFS(programs, l.ID+".txt")
	if err != nil {
		return Skeleton{}, err
	}
	var program strings.Builder
	err = text.Execute(&program, map[string]any{"Name": name, "Problem": p.ID, "End": endsInEnd(p)})
	directive := "judge:problem " + p.ID + "\n"
	head, code, _ := strings.Cut(program.String(), directive)
	return Skeleton{fileOf(l, "Main.java"), head + directive, code}, err
}

// fileOf is the name of its file; in Java that is its class's.
func fileOf(l language.Language, java string) string {
	if l.ID == "java" {
		return java
	}
	return "main" + l.Extension()
}

// endsInEnd tells whether the problem's input ends in a line "end": its first case shows it.
func endsInEnd(p problem.Problem) bool {
	if len(p.Cases) == 0 {
		return false
	}
	text, _ := os.ReadFile(p.Cases[0].In) // what cannot be read will be told by grading
	text = bytes.TrimRight(text, "\r\n")
	return string(text[bytes.LastIndexByte(text, '\n')+1:]) == "end"
}
