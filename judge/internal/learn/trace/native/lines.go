package native

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

var countersName = match.Lazy(`^[A-Za-z0-9][\w.+-]*\.gcda$`)

// count asks gcov what the counters mean.
func count(ctx context.Context, b *build.Builder, p *build.Program, s solution.Solution, own map[string]bool, r *record.Record) error {
	var files []language.File
	var names []string
	folder := filepath.Dir(p.Exe)
	for _, blob := range r.Blobs {
		name, data, ok := strings.Cut(string(blob.Data), "\x00")
		notes := strings.TrimSuffix(name, ".gcda") + ".gcno"
		text, err := os.ReadFile(filepath.Join(folder, filepath.Base(notes)))
		if !ok || !countersName().MatchString(name) || slices.Contains(names, name) || err != nil {
			return &record.Cannot{Why: say.Of("its record is damaged: something else wrote to it")}
		}
		names = append(names, name)
		files = append(files, language.File{Path: name, Text: data}, language.File{Path: notes, Text: string(text)})
	}
	made, err := b.Transform(ctx, build.Transform{Language: s.Language, Files: files, Args: func(t language.Toolchain, dir, _ string) []string {
		return append([]string{gcovOf(t), "--json-format", "--stdout"}, names...)
	}})
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		return &record.Cannot{Why: say.Of("its counters cannot be read: %s", failed.Text())}
	}
	if err != nil {
		return err
	}
	for _, f := range made {
		if f.Path == "" {
			r.Work, err = readCounts(strings.NewReader(f.Text), own, s)
		}
	}
	return err
}

// gcovOf returns the gcov that belongs to a compiler.
func gcovOf(t language.Toolchain) string {
	folder, name := filepath.Split(t.Compiler)
	for _, gcc := range []string{"g++", "gcc", "c++", "cc"} {
		gcov := filepath.Join(folder, strings.Replace(name, gcc, "gcov", 1))
		if _, err := os.Stat(gcov); err == nil && strings.Contains(name, gcc) {
			return gcov
		}
	}
	return filepath.Join(folder, "gcov")
}

// report holds the part of gcov's output that is used.
type report struct {
	Files []struct {
		File  string `json:"file"`
		Lines []struct {
			Line  int   `json:"line_number"`
			Count int64 `json:"count"`
		} `json:"lines"`
		Functions []struct {
			Name  string `json:"demangled_name"`
			Line  int    `json:"start_line"`
			Count int64  `json:"execution_count"`
		} `json:"functions"`
	} `json:"files"`
}

const (
	mostLines = 1 << 16
	mostTimes = 1 << 53
)

// readCounts reads reports of gcov about the user's own files, but not about the library's and the judge's. Each line
// counts as one statement.
func readCounts(from io.Reader, own map[string]bool, s solution.Solution) (*result.Work, error) {
	damaged := &record.Cannot{Why: say.Of("its counters cannot be read: %s", "gcov")}
	work := &result.Work{Calls: map[string]int64{}}
	ours, texts := maps.Clone(own), map[string][]string{}
	for _, f := range s.Files {
		name := filepath.Base(f.Path)
		ours[name], texts[name] = true, strings.Split(f.Text, "\n")
	}
	for d := json.NewDecoder(from); ; {
		var r report
		if err := d.Decode(&r); err == io.EOF {
			return work, nil
		} else if err != nil {
			return nil, damaged
		}
		for _, f := range r.Files {
			file := filepath.Base(f.File)
			if !ours[file] {
				continue
			}
			for _, l := range f.Lines {
				if l.Line < 1 || l.Line > mostLines || l.Count < 0 || l.Count > mostTimes-work.Statements {
					return nil, damaged
				}
				work.Statements += l.Count
				if own[filepath.Base(f.File)] {
					work.Count(l.Line, l.Count)
				}
			}
			for _, called := range f.Functions {
				around, _, lambda := strings.Cut(called.Name, "::{lambda")
				name := plain(around)
				if text := texts[file]; lambda && called.Line > 0 && called.Line <= len(text) {
					name = cmp.Or(record.LambdaOn(text[called.Line-1]), name)
				}
				work.Calls[name] += max(0, called.Count)
			}
		}
	}
}
