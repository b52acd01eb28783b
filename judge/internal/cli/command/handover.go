package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/show/terminal"
)

// errNeedsWhole is what a command returns when its flags ask for more than this program can do.
var errNeedsWhole error = say.Errorf("only the whole judge does that")

// startWhole makes this process the whole judge, with the same arguments. It compiles it first if the last one is older
// than a source.
func startWhole(ctx context.Context, env *terminal.Console, args []string) error {
	root, ok := sourceRoot()
	if !ok {
		return say.Errorf("%s can only grade, and the source of the whole judge is not here", filepath.Base(os.Args[0])).
			Hint("where it is, say: go build -o judge ./judge/whole")
	}
	path, err := build.Own(ctx, root, "judge/whole", func() (stop func()) { return env.Meanwhile(say.Of("compiling the rest of the judge, once")) })
	if err != nil {
		return say.Errorf("the whole judge: %w", err)
	}
	return build.Become(path, append([]string{os.Args[0]}, args...))
}

// sourceRoot is the folder of the module that this program was compiled from. With -trimpath the program does not know it;
// then it is looked for around the working directory.
func sourceRoot() (root string, ok bool) {
	_, file, _, _ := runtime.Caller(0)
	here, _ := os.Getwd()
	for _, from := range []string{filepath.Dir(file), here} {
		for root = from; filepath.IsAbs(root) && root != filepath.Dir(root); root = filepath.Dir(root) {
			text, err := os.ReadFile(filepath.Join(root, "go.mod"))
			if err == nil && bytes.HasPrefix(text, []byte("module sudokuoj")) {
				return root, true
			}
		}
	}
	return "", false
}
