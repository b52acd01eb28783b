//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// remedy is what may bring a step that is missing.
func remedy(step int) string {
	switch step {
	case 1:
		return cgroupRemedy()
	case 2:
		return namespaceRemedy()
	}
	if landlockABI() == 0 {
		return "a kernel of 5.13 or newer, with landlock in the lsm= parameter it is booted with" + after(" (now: ", line("/sys/kernel/security/lsm"), ")")
	}
	return ""
}

func cgroupRemedy() string {
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	controllers, _ := filepath.Glob("/sys/fs/cgroup/memory")
	switch {
	case controllers != nil || !strings.Contains(string(mounts), " cgroup2 "):
		return "cgroup version 1 has the controllers: boot with systemd.unified_cgroup_hierarchy=1"
	case !exists("/run/systemd/system"):
		return "in a container: mount /sys/fs/cgroup writable, with a cgroup namespace of its own (docker run --cgroupns private --privileged)"
	case os.Geteuid() == 0:
		return "systemd-run --scope -p Delegate=yes go run ./judge"
	}
	return "systemd-run --user --scope -p Delegate=yes go run ./judge"
}

// userNamespaceSwitches are the kernel's settings that refuse namespaces to ordinary users.
var userNamespaceSwitches = []struct{ file, refuses, command string }{
	{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
	{"/proc/sys/kernel/unprivileged_userns_clone", "0", "sudo sysctl -w kernel.unprivileged_userns_clone=1"},
	{"/proc/sys/user/max_user_namespaces", "0", "sudo sysctl -w user.max_user_namespaces=10000"},
}

func namespaceRemedy() string {
	for _, s := range userNamespaceSwitches {
		if line(s.file) == s.refuses {
			return s.command
		}
	}
	return "in a container: docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined"
}

// facts are what isolation and figures depend on here.
func facts() []Fact {
	var u unix.Utsname
	unix.Uname(&u)
	all := []Fact{
		{"system", "Linux " + unix.ByteSliceToString(u.Release[:]) + " on " + runtime.GOARCH, ""},
		landlockFact(),
		{"user namespaces", "allowed by the kernel's settings", ""},
		smtFact(),
		governorFact(),
		swapFact(),
		loadFact(),
	}
	for _, s := range userNamespaceSwitches {
		if line(s.file) == s.refuses {
			name := strings.ReplaceAll(strings.TrimPrefix(s.file, "/proc/sys/"), "/", ".")
			all[2] = Fact{"user namespaces", "refused to ordinary users: " + name + " is " + s.refuses, s.command}
		}
	}
	return all
}

func landlockFact() Fact {
	abi := landlockABI()
	f := Fact{Name: "Landlock", Value: fmt.Sprintf("version %d", abi)}
	switch {
	case abi == 0:
		f.Value, f.Remedy = "none", remedy(3)
	case abi < signalScope:
		f.Value += ": signals are kept inside by a filter that refuses them to a program's own children too, at step 3"
		f.Remedy = "a kernel of 6.12 or newer"
	}
	return f
}

func smtFact() Fact {
	f := Fact{Name: "processors", Value: strconv.Itoa(runtime.NumCPU())}
	switch line("/sys/devices/system/cpu/smt/active") {
	case "1":
		f.Value += ", in pairs that share a core (SMT): two runs at once slow each other down"
		f.Remedy = "echo off | sudo tee /sys/devices/system/cpu/smt/control"
	case "0":
		f.Value += ", each a core of its own"
	default:
		f.Value += ", whether they share cores is not said"
	}
	return f
}

func governorFact() Fact {
	governor := line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	f := Fact{Name: "CPU governor", Value: governor}
	switch governor {
	case "":
		f.Value = "not said, as in most virtual machines: others may share the processors"
	case "performance":
	default:
		f.Value += ": the clock follows the load, and so do the times"
		f.Remedy = "sudo cpupower frequency-set -g performance"
	}
	return f
}

func swapFact() Fact {
	text, err := os.ReadFile("/proc/swaps")
	if err != nil || strings.Count(string(text), "\n") < 2 {
		return Fact{Name: "swap", Value: "none"}
	}
	return Fact{"swap", "on: memory a program uses can be out of sight, and slow", "sudo swapoff -a"}
}

func loadFact() Fact {
	f := Fact{Name: "load"}
	f.Value, _, _ = strings.Cut(line("/proc/loadavg"), " ")
	if load, err := strconv.ParseFloat(f.Value, 64); err == nil && load > float64(runtime.NumCPU())/2 {
		f.Value += ": others are at work, times will be marked as contended"
		f.Remedy = "wait for a quiet moment, or close what is running"
	}
	return f
}

func line(file string) string {
	text, _ := os.ReadFile(file)
	return strings.TrimSpace(string(text))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func after(before, text, after string) string {
	if text == "" {
		return ""
	}
	return before + text + after
}
