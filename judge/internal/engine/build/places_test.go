package build

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestInstalled finds tools on a made-up Windows disk, with blanks and Chinese in its paths.
func TestInstalled(t *testing.T) {
	disk := t.TempDir()
	env := map[string]string{"SystemDrive": disk, "ProgramFiles(x86)": filepath.Join(disk, "Program Files (x86)"),
		"UserProfile": filepath.Join(disk, "Users", "张三"), "LocalAppData": filepath.Join(disk, "Users", "张三", "AppData", "Local")}
	var made []string
	for _, name := range []string{
		"msys64/ucrt64/bin/g++.exe", "MinGW/bin/g++.exe", "Program Files (x86)/Dev-Cpp/MinGW64/bin/g++.exe",
		"Users/张三/scoop/apps/gcc/current/bin/g++.exe",
		"Users/张三/AppData/Local/Programs/Python/Python313/python.exe", "Users/张三/AppData/Local/Programs/Python/Python39/python.exe",
	} {
		path := filepath.Join(disk, filepath.FromSlash(name))
		made = append(made, path)
		must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must.Succeed(t, os.WriteFile(path, nil, 0o700))
	}
	get := func(name string) string { return env[name] }
	if got := installed("g++.exe", get); !slices.Equal(got, made[:4]) {
		t.Errorf("g++: %q", got)
	}
	if got := installed("python.exe", get); len(got) != 2 || !slices.Contains(got, made[4]) || !slices.Contains(got, made[5]) {
		t.Errorf("python: %q", got)
	}
	if got := installed("node.exe", get); got != nil {
		t.Errorf("node: %q", got)
	}
	t.Setenv("SystemDrive", disk)
	if got := lookPaths("g++"); runtime.GOOS != "windows" && slices.Contains(got, made[0]) {
		t.Errorf("elsewhere than on Windows: %q", got)
	}
}
