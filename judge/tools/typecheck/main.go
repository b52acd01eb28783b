// Typecheck reports the errors that the compiler would report for other systems, tests included:
//
//	go run ./judge/tools/typecheck windows darwin
//
// go vet finds them too, but compiles every dependency for each system before: minutes of CPU time. This reads the
// sources, and of a dependency only the declarations.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

func main() {
	faulty := false
	for _, system := range os.Args[1:] {
		if err := check(system); err != nil {
			fmt.Fprintf(os.Stderr, "%s:\n%v\n", system, err)
			faulty = true
		}
	}
	if faulty {
		os.Exit(1)
	}
}

// pkg is a package as go list describes it.
type pkg struct {
	Dir        string
	ImportPath string
	GoFiles    []string
	ImportMap  map[string]string // what an import in its sources leads to, where that is another path
	DepOnly    bool
	Module     *struct{ GoVersion string }
	Error      *struct{ Err string }
}

// check checks all packages of the module in the current folder.
func check(system string) error {
	list := exec.Command("go", "list", "-e", "-deps", "-test", "-json=Dir,ImportPath,GoFiles,ImportMap,DepOnly,Module,Error", "./...")
	list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		return err
	}
	if err := list.Start(); err != nil {
		return err
	}
	faults := checkAll(json.NewDecoder(out))
	return errors.Join(faults, list.Wait())
}

// checkAll checks packages in the order of go list: dependencies come first.
func checkAll(packages *json.Decoder) (faults error) {
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	told := map[string]bool{} // a package and its variant with tests have the same faults
	for {
		var p pkg
		if err := packages.Decode(&p); err == io.EOF {
			return faults
		} else if err != nil {
			return errors.Join(faults, err)
		}
		if p.Error != nil && !p.DepOnly {
			faults = errors.Join(faults, errors.New(p.Error.Err))
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") { // the latter is a main that go test writes
			continue
		}
		one, errs := p.check(checked)
		checked[p.ImportPath] = one
		for _, err := range errs {
			if err != nil && !told[err.Error()] {
				told[err.Error()] = true
				faults = errors.Join(faults, err)
			}
		}
	}
}

// check returns the package's declarations. Errors count in our own packages only.
func (p pkg) check(checked map[string]*types.Package) (*types.Package, []error) {
	files := token.NewFileSet()
	parsed, errs := p.parse(files)
	config := types.Config{
		Importer: importer{p.ImportMap, checked}, IgnoreFuncBodies: p.DepOnly, FakeImportC: true,
		Sizes: types.SizesFor("gc", runtime.GOARCH), Error: func(err error) { errs = append(errs, err) },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // a variant for a test is called "path [path.test]"
	one, _ := config.Check(path, files, parsed, nil)
	if p.DepOnly {
		errs = nil
	}
	return one, errs
}

// parse reads the files side by side.
func (p pkg) parse(files *token.FileSet) (parsed []*ast.File, errs []error) {
	parsed, errs = make([]*ast.File, len(p.GoFiles)), make([]error, len(p.GoFiles))
	var all sync.WaitGroup
	for i, name := range p.GoFiles {
		all.Go(func() {
			parsed[i], errs[i] = parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		})
	}
	all.Wait()
	return parsed, errs
}

// importer finds the packages that were checked before.
type importer struct {
	others  map[string]string
	checked map[string]*types.Package
}

func (i importer) Import(path string) (*types.Package, error) {
	if other, ok := i.others[path]; ok {
		path = other
	}
	if p := i.checked[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}
