package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// keptOwn is how many programs of the judge's own are kept: there may be more than one checkout.
const keptOwn = 3

// Own builds a main package of the judge's own module, and returns its executable. It is kept until a source changes. If
// it has to be built, meanwhile is called before, and stop after that.
func Own(ctx context.Context, root, folder string, meanwhile func() (stop func())) (path string, err error) {
	users, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	key, err := ownKey(root, folder)
	if err != nil {
		return "", err
	}
	home := filepath.Join(users, "sudokuoj", "own")
	path = filepath.Join(home, key, "judge")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err == nil {
		now := time.Now()
		os.Chtimes(filepath.Dir(path), now, now)
		return path, nil
	}
	tool, err := goTool()
	if err != nil {
		return "", err
	}
	defer meanwhile()()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil { // nobody else may plant a program here
		return "", err
	}
	defer os.Remove(filepath.Dir(path))             // if nothing came of it
	made := fmt.Sprintf("%s.%d", path, os.Getpid()) // others may build the same at the same time
	defer os.Remove(made)
	cmd := exec.CommandContext(ctx, tool, "build", "-buildvcs=false", "-o", made, "./"+folder)
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", say.Errorf("%s build ./%s: %w\n%s", tool, folder, err, strings.TrimSpace(said.String()))
	}
	if err := os.Rename(made, path); err != nil {
		return "", err
	}
	forgetOwn(home)
	return path, nil
}

// ownKey names what a program is built from: the sources with their sizes and times, and the version of Go.
func ownKey(root, folder string) (string, error) {
	digest := sha256.New()
	fmt.Fprintln(digest, root, folder, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	note := func(path string, info fs.FileInfo) {
		fmt.Fprintln(digest, path, info.Size(), info.ModTime().UnixNano())
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		info, err := os.Stat(filepath.Join(root, name))
		if err != nil {
			return "", err
		}
		note(name, info)
	}
	err := filepath.WalkDir(filepath.Join(root, "judge"), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) { // an editor's own file
			return nil
		}
		if err == nil {
			note(path, info)
		}
		return err
	})
	return hex.EncodeToString(digest.Sum(nil))[:32], err
}

// forgetOwn removes all but the programs that were used last.
func forgetOwn(home string) {
	var used []fs.FileInfo
	entries, _ := os.ReadDir(home)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			used = append(used, info)
		}
	}
	slices.SortFunc(used, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, info := range used[min(len(used), keptOwn):] {
		os.RemoveAll(filepath.Join(home, info.Name()))
	}
}
