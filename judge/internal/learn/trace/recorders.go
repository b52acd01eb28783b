package trace

import (
	"sudokuoj/judge/internal/learn/trace/golang"
	"sudokuoj/judge/internal/learn/trace/java"
	"sudokuoj/judge/internal/learn/trace/javascript"
	"sudokuoj/judge/internal/learn/trace/native"
	"sudokuoj/judge/internal/learn/trace/python"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/language"
)

// recorders have programs tell what they do. The table of languages names the one of each language.
var recorders = map[string]record.Recorder{
	"golang":     golang.Recorder{},
	"native":     native.Recorder{},
	"rust":       native.Rust{},
	"java":       java.Recorder{},
	"javascript": javascript.Recorder{},
	"python":     python.Recorder{},
}

// recorderOf is the recorder of a language.
func recorderOf(id string) record.Recorder { return recorders[language.WatchOf(id).Recorder] }
