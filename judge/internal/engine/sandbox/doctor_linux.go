//go:build amd64 || arm64

package sandbox

import (
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// remedy says how to get a missing step. Commands are the same in every language.
func remedy(step int) say.Message {
	switch step {
	case withCgroups:
		mounts, _ := os.ReadFile("/proc/self/mountinfo")
		return cgroupRemedy(string(mounts), isThere("/sys/fs/cgroup/memory"), isThere("/run/systemd/system"), os.Geteuid() == 0)
	case withNamespaces:
		return namespaceRemedy(line)
	case withLandlock:
		return landlockRemedy(landlockABI(), line("/sys/kernel/security/lsm"))
	}
	return say.Message{}
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func landlockRemedy(abi int, modules string) say.Message {
	switch {
	case abi > 0:
		return say.Message{}
	case modules != "":
		return say.Of("a kernel of 5.13 or newer, with landlock in the lsm= parameter it is booted with (now: %s)", modules)
	}
	return say.Of("a kernel of 5.13 or newer, with landlock in the lsm= parameter it is booted with")
}

// cgroupRemedy knows what is mounted, whether version 1 has the controller of memory, whether systemd runs the machine, and
// whether we are root.
func cgroupRemedy(mounts string, old, systemd, root bool) say.Message {
	switch {
	case old || !strings.Contains(mounts, " cgroup2 "):
		return say.Of("boot with systemd.unified_cgroup_hierarchy=1: cgroup version 1 has the controllers now")
	case !systemd:
		return say.Of("in a container: mount /sys/fs/cgroup writable, with a cgroup namespace of its own (docker run --cgroupns private --privileged)")
	case root:
		return say.Text("systemd-run --scope -p Delegate=yes go run ./judge")
	}
	return say.Text("systemd-run --user --scope -p Delegate=yes go run ./judge")
}

// userNamespaceSwitches are the kernel's settings that refuse namespaces to ordinary users.
var userNamespaceSwitches = []struct{ file, refuses, command string }{
	{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
	{"/proc/sys/kernel/unprivileged_userns_clone", "0", "sudo sysctl -w kernel.unprivileged_userns_clone=1"},
	{"/proc/sys/user/max_user_namespaces", "0", "sudo sysctl -w user.max_user_namespaces=10000"},
}

// namespaceRemedy reads the kernel's settings.
func namespaceRemedy(line func(file string) string) say.Message {
	for _, s := range userNamespaceSwitches {
		if line(s.file) == s.refuses {
			return say.Text(s.command)
		}
	}
	return say.Of("in a container: docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined")
}

// facts lists the properties of this machine that isolation and figures depend on.
func facts() []Fact {
	var u unix.Utsname
	unix.Uname(&u)
	return []Fact{
		{Name: say.Of("system"), Value: say.Of("Linux %s on %s", unix.ByteSliceToString(u.Release[:]), runtime.GOARCH)},
		landlockFact(landlockABI()),
		smtFact(),
		governorFact(),
		swapFact(line("/proc/swaps")),
		loadFact(line("/proc/loadavg"), runtime.NumCPU()),
	}
}

func landlockFact(abi int) Fact {
	if abi == 0 {
		return Fact{say.Text("Landlock"), say.Of("none"), remedy(withLandlock)}
	}
	return Fact{Name: say.Text("Landlock"), Value: say.Of("version %d", abi)}
}

func smtFact() Fact {
	f := Fact{Name: say.Of("processors")}
	switch n := runtime.NumCPU(); line("/sys/devices/system/cpu/smt/active") {
	case "1":
		f.Value = say.Of("%d, in pairs that share a core (SMT): two runs at once slow each other down", n)
		f.Remedy = say.Text("echo off | sudo tee /sys/devices/system/cpu/smt/control")
	case "0":
		f.Value = say.Of("%d, each a core of its own", n)
	default:
		f.Value = say.Of("%d, whether they share cores is not said", n)
	}
	return f
}

func governorFact() Fact {
	governor := line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	f := Fact{Name: say.Of("CPU governor"), Value: say.Text(governor)}
	switch governor {
	case "":
		f.Value = say.Of("not said, as in most virtual machines: others may share the processors")
	case "performance":
	default:
		f.Value = say.Of("%s: the clock follows the load, and so do the times", governor)
		f.Remedy = say.Text("sudo cpupower frequency-set -g performance")
	}
	return f
}

// swapFact reads the kernel's list: a line of names, and one for each place.
func swapFact(list string) Fact {
	if !strings.Contains(list, "\n") {
		return Fact{Name: say.Of("swap"), Value: say.Of("none")}
	}
	return Fact{say.Of("swap"), say.Of("on: memory a program uses can be out of sight, and slow"), say.Text("sudo swapoff -a")}
}

// loadFact reads the kernel's averages, of which the first is that of the last minute.
func loadFact(averages string, processors int) Fact {
	now, _, _ := strings.Cut(averages, " ")
	f := Fact{Name: say.Of("load"), Value: say.Text(now)}
	if load, err := strconv.ParseFloat(now, 64); err == nil && load > float64(processors)/2 {
		f.Value = say.Of("%s: others are at work, times will be marked as contended", now)
		f.Remedy = say.Of("wait for a quiet moment, or close what is running")
	}
	return f
}

func line(file string) string {
	text, _ := os.ReadFile(file)
	return strings.TrimSpace(string(text))
}
