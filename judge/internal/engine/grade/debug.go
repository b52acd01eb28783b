package grade

import (
	"context"
	_ "embed"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/problem"
)

//go:embed debug.py.txt
var pythonStarter string

// Debug puts what a debugger starts into a folder, and returns its path: a C or C++ program that was built for it, or a
// script that starts the Python program. The file "input" beside it holds what the program reads on this case. Break
// points are lines of the user's own file, also around a function.
func (p *Prepared) Debug(ctx context.Context, c problem.Case, dir string) (start string, err error) {
	own, err := filepath.Abs(p.Solution.Files[0].Path)
	if err != nil {
		return "", err
	}
	src, _, mistaken := p.source()
	if mistaken.Said() {
		return "", say.Errorf("%s", mistaken)
	}
	input, err := os.ReadFile(c.In)
	if err == nil && p.driven {
		calls, unread := p.Problem.Function.Read(input)
		input, err = p.Problem.Function.Encode([8]byte{}, calls, 0), unread
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "input"), input, 0o600)
	}
	if err != nil {
		return "", err
	}
	files, err := build.Named(src)
	if err != nil {
		return "", err
	}
	short, folder := strconv.Quote(filepath.Base(own)), strconv.Quote(filepath.Dir(own))
	switch src.Language {
	case "c", "cpp":
		for i, f := range files {
			files[i].Text = strings.ReplaceAll(f.Text, "#line 1 "+short, "#line 1 "+strconv.Quote(own))
			if path, err := filepath.Abs(f.Path); err == nil && f.Path != "" && !p.driven {
				files[i].Text = "#line 1 " + strconv.Quote(path) + "\n" + f.Text
			}
		}
		src.Made, src.Flags = files, append(src.Flags, "-g", "-O0")
		program, err := p.grader.Builder.Compile(ctx, src)
		if err != nil {
			return "", err
		}
		start = filepath.Join(dir, "program")
		text, err := os.ReadFile(program.Exe)
		if err == nil {
			os.Remove(start) // a debugger may still run it
			err = os.WriteFile(start, text, 0o700)
		}
		return start, err
	case "python":
		if p.driven {
			driver := strings.Replace(files[0].Text, "USER = "+short, "USER = "+strconv.Quote(own), 1)
			driver = strings.Replace(driver, "os.write(3, out[done:])", "len(out)", 1) // the debugger may use this descriptor
			own = filepath.Join(dir, "driver.py")
			if err := os.WriteFile(own, []byte(driver), 0o600); err != nil {
				return "", err
			}
		}
		start = filepath.Join(dir, "start.py")
		return start, os.WriteFile(start, []byte(strings.NewReplacer("PROGRAM", strconv.Quote(own), "FOLDER", folder).Replace(pythonStarter)), 0o600)
	}
	return "", say.Errorf("-debug: only C, C++ and Python programs are made ready for a debugger")
}
