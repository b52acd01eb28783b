package fleet

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
)

// Messages between machines contain no times, so that clocks of different machines are never compared.
func TestNothingSentHasATime(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(path string, of reflect.Type)
	walk = func(path string, of reflect.Type) {
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(path, of.Elem())
		case reflect.Struct:
			if of == reflect.TypeFor[time.Time]() {
				t.Errorf("%s is a time", path)
				return
			}
			for field := range of.Fields() {
				walk(path+"."+field.Name, field.Type)
			}
		}
	}
	for _, sent := range []reflect.Type{reflect.TypeFor[Job](), reflect.TypeFor[Result](), reflect.TypeFor[result.Machine](), reflect.TypeFor[result.Fleet]()} {
		walk(sent.Name(), sent)
	}
}

// The only time in a message is the server's time of storing it. It is compared only with the server's clock. So
// time.Since, which uses the clock here, must not get a time from a message.
func TestTimesOfMessagesStayWithTheServer(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			asks, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || asks.Sel.Name != "Since" && asks.Sel.Name != "Until" && asks.Sel.Name != "Sub" && asks.Sel.Name != "Before" && asks.Sel.Name != "After" {
				return true
			}
			for _, side := range []ast.Expr{call.Args[0], asks.X} {
				if of, ok := side.(*ast.SelectorExpr); ok && (of.Sel.Name == "Time" || of.Sel.Name == "Timestamp") && !fromTheServer(asks.X) {
					t.Errorf("%s holds a message's time against a clock that is not the server's", fset.Position(call.Pos()))
				}
			}
			return true
		})
	}
}

func fromTheServer(e ast.Expr) bool {
	of, ok := e.(*ast.SelectorExpr)
	return ok && of.Sel.Name == "TimeStamp"
}
