// Package server is the command that serves the judge in a browser: its flags, its files, its address and its
// people. Two programs share it: judge/serve, and judge/fleet, where other machines judge the submissions.
package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"embed"
	"flag"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/show/terminal"
)

// Options are the flags of serve, with the additions of a program.
type Options struct {
	*terminal.Console
	Fleet func(context.Context) (web.Fleet, error) // opens what judges elsewhere; nil: this machine judges

	endpoint
	root, db  string
	people    string
	renew     []string
	drop      bool
	rename    [][2]string // from, to
	cert, key string
	backup    string
	keep      time.Duration
	step      int
}

//go:embed manual
var manuals embed.FS

// Manual explains the flags, for both programs.
func Manual(l say.Language) string {
	text, err := manuals.ReadFile("manual/" + string(l) + "/serve.txt")
	if err != nil {
		panic(err) // it is part of this program
	}
	return string(text)
}

// Register declares the flags.
func (o *Options) Register(fs *flag.FlagSet) {
	o.endpoint.register(fs)
	fs.StringVar(&o.root, "root", "", "")
	fs.StringVar(&o.db, "db", "", "")
	fs.StringVar(&o.people, "people", "", "")
	fs.Func("renew", "", func(name string) error {
		o.renew = append(o.renew, name)
		return nil
	})
	fs.BoolVar(&o.drop, "drop", false, "")
	fs.Func("rename", "", func(text string) error {
		from, to, _ := strings.Cut(text, "=")
		if from == "" || to == "" {
			return say.Errorf("write -rename OLD=NEW")
		}
		o.rename = append(o.rename, [2]string{from, to})
		return nil
	})
	fs.StringVar(&o.cert, "cert", "", "")
	fs.StringVar(&o.key, "key", "", "")
	fs.StringVar(&o.backup, "backup", "", "")
	fs.Func("keep", "", func(text string) (err error) {
		o.keep, err = days(text)
		return err
	})
	fs.Func("isolation", "", func(text string) (err error) {
		o.step, err = sandbox.ParseStep(text)
		return err
	})
}

// days reads a time in days: 180d.
func days(text string) (time.Duration, error) {
	var n int
	fmt.Sscanf(text, "%dd", &n)
	if n < 1 || n > 36500 || text != fmt.Sprintf("%dd", n) {
		return 0, say.Errorf("write 180d for 180 days")
	}
	return time.Duration(n) * 24 * time.Hour, nil
}

func (o *Options) check() error {
	switch {
	case (o.cert == "") != (o.key == ""):
		return say.Errorf("-cert and -key belong together")
	case len(o.renew) > 0 && o.people == "":
		return say.Errorf("-renew works only with -people")
	case len(o.rename) > 0 && o.people == "":
		return say.Errorf("-rename works only with -people")
	case o.drop && o.people == "":
		return say.Errorf("-drop works only with -people")
	}
	return o.endpoint.check(o.people != "")
}

// Run opens everything, prints the address, and serves until it is interrupted.
func (o *Options) Run(ctx context.Context) (err error) {
	if o.db, err = historyFile(o.db); err != nil {
		return err
	}
	if o.backup != "" {
		if err := history.Backup(ctx, o.db, o.backup); err != nil {
			return err
		}
		o.Tell("copied %s to %s", o.db, o.backup)
		return nil
	}
	if err := o.check(); err != nil {
		return err
	}
	root, err := problem.Root(o.root)
	if err != nil {
		return err
	}
	var cert *tls.Certificate
	if o.cert != "" {
		pair, err := tls.LoadX509KeyPair(o.cert, o.key)
		if err != nil {
			return say.Errorf("-cert %s -key %s: %w", o.cert, o.key, err).Hint("name two PEM files: a certificate, and the private key that belongs to it")
		}
		cert, o.secure = &pair, true
	}
	class, err := readPeople(o.people)
	if err != nil {
		return err
	}
	if err := o.checkNames(class); err != nil {
		return err
	}
	grader, err := o.grader()
	if err != nil {
		return err
	}
	defer grader.Close()
	step, walls, _ := grader.Sandbox.Isolation()
	if err := o.walled(step, walls); err != nil {
		return err
	}
	c := web.Config{Root: root, Grader: grader, Version: version(), Secure: o.secure, Log: o.logger()}
	if o.Fleet != nil {
		if c.Fleet, err = o.Fleet(ctx); err != nil {
			return err
		}
		defer c.Fleet.Close()
	}
	if c.DB, err = history.Open(ctx, o.db); err != nil {
		return err
	}
	defer c.DB.Close()
	for _, names := range o.rename {
		if err := c.DB.Rename(ctx, names[0], names[1]); err != nil {
			return say.Errorf("-rename %s=%s: %w", names[0], names[1], err)
		}
	}
	return o.serve(ctx, c, class, cert)
}

func (o *Options) serve(ctx context.Context, c web.Config, class []history.Person, cert *tls.Certificate) error {
	if class == nil {
		me, err := c.DB.Enrol(ctx, ownName(), history.Teacher, nil)
		if err != nil {
			return err
		}
		c.Person = me
	}
	listeners, err := o.endpoint.listen()
	if err != nil {
		return err
	}
	c.Hosts = o.endpoint.hosts(listeners[0].Addr())
	s, err := web.New(c)
	if err != nil {
		return err
	}
	address := o.endpoint.address(c.Hosts)
	o.Tell("the judge is at %s; Ctrl-C ends it", address)
	if class != nil {
		if err := o.enrol(ctx, c.DB, class, address); err != nil {
			return err
		}
	}
	if o.keep > 0 {
		var tidying sync.WaitGroup
		tidying.Go(func() { o.keepTidy(ctx, c.DB) })
		defer tidying.Wait()
	}
	defer interrupt.Explain(ctx, o.Warn, s.Ending)()
	return s.Serve(ctx, listeners, cert)
}

// version names this judge, as far as the build knows it, and its Go.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version + " " + runtime.Version()
	}
	return runtime.Version()
}

// keepTidy drops old details now, and then once a day.
func (o *Options) keepTidy(ctx context.Context, db *history.DB) {
	for ctx.Err() == nil {
		if n, err := db.Keep(ctx, time.Now().Add(-o.keep)); err != nil && ctx.Err() == nil {
			o.Complain(err)
		} else if n > 0 {
			o.Tell("dropped the details of %s", say.Count(int(n), "judging"))
		}
		interrupt.Pause(ctx, 24*time.Hour)
	}
}

// logger reports the judge's own faults, one at a time. It repeats the same one only after a while, since every
// request meets a full disk.
func (o *Options) logger() func(error) {
	var mu sync.Mutex
	var last string
	var when time.Time
	return func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if text := err.Error(); text != last || time.Since(when) > time.Minute {
			last, when = text, time.Now()
			o.Complain(err)
		}
	}
}

// grader opens what grading needs.
func (o *Options) grader() (*grade.Grader, error) {
	tempfile.Sweep()
	return grade.Open(sandbox.Options{MaxStep: o.step}, build.Options{Warn: o.Warn})
}

// historyFile returns the file of the submissions: the named one, or one in the user's data folder.
func historyFile(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	dir := os.Getenv("XDG_DATA_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", say.Errorf("there is no place to keep submissions: %w", err).Hint("name a file with -db")
		}
		dir = map[string]string{"darwin": filepath.Join(home, "Library", "Application Support"), "windows": filepath.Join(home, "AppData", "Local")}[runtime.GOOS]
		dir = cmp.Or(dir, filepath.Join(home, ".local", "share"))
	}
	dir = filepath.Join(dir, "sudokuoj")
	return filepath.Join(dir, "history.db"), os.MkdirAll(dir, 0o700)
}

// ownName is the name of the only user of a private server.
func ownName() string {
	u, err := user.Current()
	if err != nil {
		return "me"
	}
	return filepath.Base(filepath.ToSlash(u.Username)) // on Windows it is MACHINE\name
}
