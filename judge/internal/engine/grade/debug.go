package grade

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/lang"
	"sudokuoj/judge/internal/model/problem"
)

// Debug puts what a debugger starts into a folder, and returns the command that starts the debugger. The file "input"
// holds what the program reads on this case. Break points are lines of the user's own file, also around a function.
func (p *Prepared) Debug(ctx context.Context, c problem.Case, dir string) (command string, err error) {
	spoken := p.Solution.Lang()
	if spoken.Debug.Command == "" {
		return "", say.Errorf("-debug: %s programs are not made ready for a debugger", spoken.Name)
	}
	src, _, mistaken := p.source()
	if mistaken.Said() {
		return "", say.Errorf("%s", mistaken)
	}
	files, err := build.Named(src)
	if err != nil {
		return "", err
	}
	folder, err := filepath.Abs(dir)
	own, failed := filepath.Abs(p.Solution.Files[0].Path)
	if err == nil && failed == nil {
		err = p.writeInput(c, dir)
	}
	if err != nil {
		return "", err
	}
	with := map[string]string{"INPUT": filepath.Join(folder, "input"), "PROGRAM": own, "OWN": own, "FOLDER": filepath.Dir(own)}
	ready := func(name, text string) error { return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600) }
	if spoken.Result != lang.Source {
		src.Made, src.Flags = p.marked(files, own), slices.Concat(src.Flags, spoken.Debug.Flags)
		err = p.buildForDebugger(ctx, src, with, dir)
	} else {
		if driver := slices.IndexFunc(files, func(m build.Made) bool { return p.driven && m.Path == "" }); driver >= 0 {
			with["PROGRAM"] = filepath.Join(folder, files[driver].Name)
			err = ready(files[driver].Name, files[driver].Text)
		}
		text, unread := spoken.Starter(with)
		if err == nil && unread == nil {
			err = ready(spoken.Debug.Start, text)
		}
	}
	return strings.NewReplacer("DIR", dir, "OWN", filepath.Dir(own)).Replace(spoken.Debug.Command), err
}

// writeInput writes what the program reads on a case.
func (p *Prepared) writeInput(c problem.Case, dir string) error {
	input, err := os.ReadFile(c.In)
	if err == nil && p.driven {
		calls, unread := p.Problem.Function.Read(input)
		input, err = p.Problem.Function.Encode([8]byte{}, calls, 0), unread
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "input"), input, 0o600)
}

// marked says in each file of the user's which file it is: the compiler gets copies.
func (p *Prepared) marked(files []build.Made, own string) []build.Made {
	line := p.Solution.Lang().Debug.Line
	if line == "" {
		return files
	}
	short := fmt.Sprintf(line, filepath.Base(own))
	for i, f := range files {
		switch path, err := filepath.Abs(f.Path); {
		case strings.Contains(f.Text, short):
			files[i].Text = strings.ReplaceAll(f.Text, short, fmt.Sprintf(line, own))
		case err == nil && f.Path != "":
			files[i].Text = fmt.Sprintf(line, path) + "\n" + f.Text
		}
	}
	return files
}

// buildForDebugger compiles a program, with its starter if the language has one, and copies it into the folder: a file, or
// the folder "classes".
func (p *Prepared) buildForDebugger(ctx context.Context, src build.Source, with map[string]string, dir string) error {
	spoken := p.Solution.Lang()
	program, err := p.grader.Builder.Compile(ctx, src)
	if err != nil {
		return err
	}
	if spoken.Debug.Start != "" {
		with["ENTRY"] = strings.TrimSuffix(filepath.Base(program.Exe), ".class")
		text, err := spoken.Starter(with)
		if err != nil {
			return err
		}
		src.Made = append(src.Made, build.Made{Name: spoken.Debug.Start, Text: text})
		if program, err = p.grader.Builder.Compile(ctx, src); err != nil {
			return err
		}
	}
	to := filepath.Join(dir, "program")
	if strings.HasSuffix(program.Exe, ".class") {
		to = filepath.Join(dir, "classes")
	}
	if err := tempfile.Remove(to); err != nil { // a debugger may still run it
		return err
	}
	if strings.HasSuffix(program.Exe, ".class") {
		return os.CopyFS(to, os.DirFS(filepath.Dir(program.Exe)))
	}
	text, err := os.ReadFile(program.Exe)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o700)
}
