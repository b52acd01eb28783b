package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
)

// places are the folders where compilers install themselves on Windows without changing PATH: MSYS2, MinGW, TDM-GCC,
// Dev-C++, Code::Blocks and Scoop; Python, Node.js, the JDKs and Rust. The first part names a variable of the
// environment.
var places = [][2]string{
	{"SystemDrive", `msys64/ucrt64/bin`}, {"SystemDrive", `msys64/mingw64/bin`}, {"SystemDrive", `msys64/clang64/bin`},
	{"SystemDrive", `mingw64/bin`}, {"SystemDrive", `MinGW/bin`}, {"SystemDrive", `TDM-GCC-64/bin`},
	{"ProgramFiles(x86)", `Dev-Cpp/MinGW64/bin`}, {"ProgramFiles(x86)", `Embarcadero/Dev-Cpp/TDM-GCC-64/bin`},
	{"ProgramFiles", `CodeBlocks/MinGW/bin`}, {"UserProfile", `scoop/apps/gcc/current/bin`},
	{"LocalAppData", `Programs/Python/Python3*`}, {"SystemDrive", `Python3*`}, {"SystemRoot", `.`},
	{"ProgramFiles", `nodejs`}, {"ProgramFiles", `Microsoft/jdk-*/bin`}, {"ProgramFiles", `Eclipse Adoptium/jdk-*/bin`},
	{"ProgramFiles", `Java/jdk-*/bin`}, {"UserProfile", `.cargo/bin`}, {"ProgramFiles", `Go/bin`},
}

// lookPaths returns the executables with this name, those in PATH first.
func lookPaths(name string) []string {
	var found []string
	if tool, err := exec.LookPath(name); err == nil {
		found = append(found, tool)
	}
	if runtime.GOOS == "windows" {
		found = append(found, installed(name+".exe", os.Getenv)...)
	}
	return found
}

// installed returns the files with this name in the places, the newest version first.
func installed(name string, env func(string) string) []string {
	var found []string
	for _, place := range places {
		root := env(place[0])
		if root == "" {
			continue
		}
		if place[0] == "SystemDrive" {
			root += string(filepath.Separator) // "C:" alone is the folder that one is in there
		}
		files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(place[1]), name))
		slices.Reverse(files)
		found = append(found, files...)
	}
	return found
}
