package trace

import (
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/golang"
	"sudokuoj/judge/internal/learn/trace/java"
	"sudokuoj/judge/internal/learn/trace/javascript"
	"sudokuoj/judge/internal/learn/trace/native"
	"sudokuoj/judge/internal/learn/trace/python"
	"sudokuoj/judge/internal/learn/trace/record"
)

// recorders are the recorders by name. The table of languages names one for each language.
var recorders = map[string]record.Recorder{
	"golang":     golang.Recorder{},
	"native":     native.Recorder{},
	"rust":       native.Rust{},
	"java":       java.Recorder{},
	"javascript": javascript.Recorder{},
	"python":     python.Recorder{},
}

// recorderOf returns the recorder of a language.
func recorderOf(id string) record.Recorder { return recorders[language.Of(id).Recorder] }
