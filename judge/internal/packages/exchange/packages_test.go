package exchange_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
	"sudokuoj/judge/internal/testkit/short"
)

// TestPackages imports whole packages and compares all messages and files with the part "want". Each file or folder at
// the top is imported, in order. A folder whose name ends in .zip becomes an archive.
func TestPackages(t *testing.T) {
	files, err := filepath.Glob("testdata/packages/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			parts, err := txtar.ParseFile(file)
			must.Succeed(t, err)
			tools := exchange.Tools{}
			if bytes.Contains(parts.Comment, []byte("programs")) {
				tools = workbench(t)
			}
			want := slices.IndexFunc(parts.Files, func(f txtar.File) bool { return f.Name == "want" })
			if want < 0 {
				want, parts.Files = len(parts.Files), append(parts.Files, txtar.File{Name: "want"})
			}
			root, from, names := t.TempDir(), t.TempDir(), []string{}
			for _, name := range unpacked(t, from, parts.Files[:want]) {
				if top, _, _ := strings.Cut(name, "/"); !slices.Contains(names, top) {
					names = append(names, top)
				}
			}
			got := ""
			for _, name := range names {
				err := exchange.All(t.Context(), root, filepath.Join(from, name), "", tools, func(r exchange.Result) {
					got += told(strings.TrimPrefix(r.From, from+"/"), r)
				})
				if err != nil {
					got += "error: " + strings.ReplaceAll(err.Error(), from+"/", "") + "\n"
				}
			}
			got = strings.ReplaceAll(got+written(contents(t, root)), root+"/", "")
			if *samples.Update {
				parts.Files[want].Data = []byte(got)
				must.Succeed(t, os.WriteFile(file, txtar.Format(parts), 0o666))
			}
			must.Equal(t, strings.Split(string(parts.Files[want].Data), "\n"), strings.Split(got, "\n"), "or -update")
		})
	}
}

// told lists the messages of an import.
func told(from string, r exchange.Result) string {
	if r.Err != nil {
		return "error: " + from + ": " + r.Err.Error() + "\n"
	}
	text := fmt.Sprintf("%s: %s, %q, cases: %d, solutions: %s\n", from, r.ID, r.Title, r.Cases, strings.Join(r.Solutions, " "))
	for _, note := range r.Notes {
		text += "  " + note.String() + "\n"
	}
	return text
}

var shown = regexp.MustCompile(`\.(md|tex|py)$`)

// written lists files, one a line: a case with its answer, YAML without its uuid, the length of programs.
func written(files map[string]string) string {
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text := files[name]
		switch base, ext := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name); {
		case ext == ".ans":
			continue
		case ext == ".in":
			fmt.Fprintf(&all, "%s: %q, %q\n", base, text, files[base+".ans"])
		case ext == ".yaml":
			said := map[string]any{}
			err := yaml.Unmarshal([]byte(text), &said)
			delete(said, "uuid")
			line, unfit := json.Marshal(said)
			fmt.Fprintf(&all, "%s: %s\n", name, line)
			if err := errors.Join(err, unfit); err != nil {
				fmt.Fprintln(&all, err)
			}
		case shown.MatchString(name):
			fmt.Fprintf(&all, "%s: %q\n", name, text)
		default:
			fmt.Fprintf(&all, "%s: %d bytes\n", name, len(text))
		}
	}
	return all.String()
}

// unpacked writes the files of a package and returns their names. A file that claims to be GB18030 is written in
// GB18030, and ^M at the end of a line is a carriage return.
func unpacked(t *testing.T, dir string, files []txtar.File) (names []string) {
	t.Helper()
	archives := map[string]map[string]string{}
	for _, f := range files {
		names = append(names, f.Name)
		text := strings.ReplaceAll(string(f.Data), "^M\n", "\r\n")
		if strings.Contains(text, "GB18030") {
			text = strings.NewReplacer("求", "\xc7\xf3", "和", "\xba\xcd", "两", "\xc1\xbd", "数", "\xca\xfd", "之", "\xd6\xae").Replace(text)
		}
		if at := strings.Index(f.Name, ".zip/"); at >= 0 {
			archive := f.Name[:at+len(".zip")]
			if archives[archive] == nil {
				archives[archive] = map[string]string{}
			}
			archives[archive][f.Name[len(archive)+1:]] = text
		} else {
			write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), text)
		}
	}
	for name, files := range archives {
		var data bytes.Buffer
		z := zip.NewWriter(&data)
		for _, file := range slices.Sorted(maps.Keys(files)) {
			w, err := z.Create(file)
			if err == nil {
				_, err = w.Write([]byte(files[file]))
			}
			must.Succeed(t, err)
		}
		must.Succeed(t, z.Close())
		write(t, filepath.Join(dir, filepath.FromSlash(name)), data.String())
	}
	return names
}

// workbench builds and runs the programs of packages.
func workbench(t *testing.T) exchange.Tools {
	t.Helper()
	short.Skip(t)
	for _, tool := range []string{"g++", "python3"} {
		must.Have(t, tool)
	}
	return exchange.Tools{Open: func() (*build.Builder, *sandbox.Sandbox, error) {
		sb := sandbox.Open(sandbox.Options{})
		builder, err := build.New(build.Options{Sandbox: sb})
		t.Cleanup(func() { builder.Close(); sb.Close() })
		return builder, sb, err
	}}
}
