package native

import (
	"cmp"
	"context"
	"debug/dwarf"
	"debug/elf"
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

// locate replaces addresses by lines of the user's file, or by 0 if an address belongs to another file.
func locate(exe string, own map[string]bool, r *record.Record) {
	table, base := lineTable(exe)
	line := map[int]int{}
	for number, offset := range r.Sites {
		at := base + uint64(offset)
		i, exact := slices.BinarySearchFunc(table, at, func(e dwarf.LineEntry, at uint64) int { return cmp.Compare(e.Address, at) })
		if !exact {
			i--
		}
		if i >= 0 && !table[i].EndSequence && own[filepath.Base(table[i].File.Name)] {
			line[int(number)] = table[i].Line
		}
	}
	for i, s := range r.Replay.Steps {
		r.Replay.Steps[i].Line = line[s.Line]
	}
}

// lineTable reads which line each address of a program belongs to, and where the program begins. A compiler made the
// table, from a source that may say anything. So lineTable leaves out what it cannot read.
func lineTable(exe string) (table []dwarf.LineEntry, base uint64) {
	defer func() { recover() }()
	f, err := elf.Open(exe)
	if err != nil {
		return nil, 0
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			base = p.Vaddr
			break
		}
	}
	debug, err := f.DWARF()
	if err != nil {
		return nil, base
	}
	for units := debug.Reader(); ; units.SkipChildren() {
		unit, _ := units.Next()
		if unit == nil {
			break
		}
		if lines, _ := debug.LineReader(unit); lines != nil {
			var e dwarf.LineEntry
			for lines.Next(&e) == nil {
				table = append(table, e)
			}
		}
	}
	slices.SortStableFunc(table, func(a, b dwarf.LineEntry) int { return cmp.Compare(a.Address, b.Address) })
	return table, base
}

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
	ours := maps.Clone(own)
	for _, f := range s.Files {
		ours[filepath.Base(f.Path)] = true
	}
	for d := json.NewDecoder(from); ; {
		var r report
		if err := d.Decode(&r); err == io.EOF {
			return work, nil
		} else if err != nil {
			return nil, damaged
		}
		for _, f := range r.Files {
			if name := filepath.Base(f.File); !ours[name] {
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
				name, _, _ := strings.Cut(called.Name, "(")
				work.Calls[name] += max(0, called.Count)
			}
		}
	}
}
