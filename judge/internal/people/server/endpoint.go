package server

import (
	"flag"
	"net"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// endpoint is the address to listen on, and the names under which browsers know it.
type endpoint struct {
	listenAt string
	lan      bool
	names    []string
	secure   bool // browsers come by TLS
}

// port is for AcWing 166, the first problem of this judge.
const port = "8166"

func (p *endpoint) register(fs *flag.FlagSet) {
	fs.StringVar(&p.listenAt, "listen", net.JoinHostPort("127.0.0.1", port), "")
	fs.BoolVar(&p.lan, "lan", false, "")
	fs.Func("host", "", func(name string) error {
		if net.ParseIP(name) == nil && !isHost.MatchString(name) {
			return say.Errorf("%q is not the name of a machine", name).Hint("write it as in judge.example, without a port")
		}
		p.names = append(p.names, strings.ToLower(name))
		return nil
	})
}

var isHost = regexp.MustCompile(`^[\pL\pN]([\pL\pN_-]*[\pL\pN])?(\.[\pL\pN]([\pL\pN_-]*[\pL\pN])?)*$`)

// check completes the address. It refuses a public address without a list of people.
func (p *endpoint) check(people bool) error {
	host, at, err := net.SplitHostPort(p.listenAt)
	if err != nil {
		host, at = p.listenAt, port
	}
	if n, err := strconv.Atoi(at); err != nil || n < 0 || n > 65535 {
		return say.Errorf("-listen %s: not an address with its port", p.listenAt).Hint("write 127.0.0.1:8166")
	}
	if p.lan {
		host = ""
	}
	if host != "" && host != "localhost" && net.ParseIP(host) == nil {
		return say.Errorf("-listen %s: %s is not the address of a machine", p.listenAt, host).Hint("-host adds a name under which it can be reached")
	}
	p.listenAt = net.JoinHostPort(host, at)
	if !p.loopback() && !people {
		return say.Errorf("others can reach %s, and any of them could run programs here", p.listenAt).Hint("say who may, with -people FILE.csv")
	}
	return nil
}

// walled refuses programs of others on a machine that cannot wall them in.
func (p *endpoint) walled(step int, walls say.Message) error {
	if step > 3 && !p.loopback() {
		return say.Errorf("others could send programs here, and nothing would keep them from your files: isolation is at step %d (%s)", step, walls).
			Hint("judge doctor tells how to get step 3")
	}
	return nil
}

// loopback reports whether only this machine can reach it.
func (p *endpoint) loopback() bool {
	host, _, _ := net.SplitHostPort(p.listenAt)
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// listen listens. "localhost" may mean either of the machine's own addresses.
func (p *endpoint) listen() ([]net.Listener, error) {
	host, at, _ := net.SplitHostPort(p.listenAt)
	if host == "localhost" {
		host = "127.0.0.1"
	}
	first, err := net.Listen("tcp", net.JoinHostPort(host, at))
	if err != nil {
		return nil, say.Errorf("-listen %s: %w", p.listenAt, err).Hint("another program may listen there: end it, or take another port")
	}
	if host == "127.0.0.1" {
		if second, err := net.Listen("tcp6", net.JoinHostPort("::1", portOf(first.Addr()))); err == nil {
			return []net.Listener{first, second}, nil
		}
	}
	return []net.Listener{first}, nil
}

func portOf(a net.Addr) string {
	_, at, _ := net.SplitHostPort(a.String())
	return at
}

// hosts lists all names with the port under which requests are accepted; the first one is shown.
func (p *endpoint) hosts(at net.Addr) (all []string) {
	host, _, _ := net.SplitHostPort(at.String())
	names := slices.Clone(p.names)
	own := []string{"127.0.0.1", "localhost", "::1"}
	if ip := net.ParseIP(host); ip.IsUnspecified() {
		names = append(append(names, machineAddresses()...), own...)
	} else if ip.IsLoopback() {
		names = append(names, own...)
	} else {
		names = append(names, host)
	}
	usual := map[bool]string{false: "80", true: "443"}[p.secure]
	for _, name := range names {
		if portOf(at) == usual {
			all = append(all, strings.TrimSuffix(net.JoinHostPort(name, ""), ":"))
		}
		all = append(all, net.JoinHostPort(name, portOf(at)))
	}
	return all
}

// machineAddresses returns the addresses of this machine in its networks, and its names.
func machineAddresses() []string {
	addresses, _ := net.InterfaceAddrs()
	name, _ := os.Hostname()
	return known(addresses, strings.ToLower(name))
}

// known returns the addresses and names by which other machines can reach this one: IPv4 first, since they are short.
func known(addresses []net.Addr, name string) (all []string) {
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			all = append(all, n.IP.String())
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return strings.Count(a, ":") - strings.Count(b, ":") })
	if name != "" {
		all = append(all, name, name+".local")
	}
	return all
}

// address returns the address to open in a browser.
func (p *endpoint) address(hosts []string) string {
	if p.secure {
		return "https://" + hosts[0]
	}
	return "http://" + hosts[0]
}
