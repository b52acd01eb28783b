package build

import "strings"

// class reads a Java class file from its start. Past its end it reads zeros.
type class struct {
	rest    []byte
	texts   map[int]string // of the constant pool
	classes map[int]int
}

// mainClass reads a Java class file. If the class has a public static main method that takes the arguments, it
// returns the name of the class as java wants it. A truncated file, or one of another kind, has none.
func mainClass(data []byte) (name string, ok bool) {
	c := &class{rest: data, texts: map[int]string{}, classes: map[int]int{}}
	if c.number(4) != 0xcafebabe {
		return "", false
	}
	c.take(4) // the version
	c.constants()
	c.u2() // access
	name = c.texts[c.classes[c.u2()]]
	c.u2()             // superclass
	c.take(2 * c.u2()) // interfaces
	for range c.u2() {
		c.member() // a field
	}
	const publicStatic = 0x0001 | 0x0008
	for range c.u2() {
		access, method, descriptor := c.member()
		if method == "main" && descriptor == "([Ljava/lang/String;)V" && access&publicStatic == publicStatic {
			return strings.ReplaceAll(name, "/", "."), true
		}
	}
	return "", false
}

// take reads n bytes; fewer at the end of the file.
func (c *class) take(n int) []byte {
	if n < 0 { // a length that 32 bits do not hold
		n = len(c.rest)
	}
	n = min(n, len(c.rest))
	taken := c.rest[:n]
	c.rest = c.rest[n:]
	return taken
}

// number reads an unsigned number of n bytes.
func (c *class) number(n int) (value uint32) {
	for _, b := range c.take(n) {
		value = value<<8 | uint32(b)
	}
	return value
}

func (c *class) u2() int { return int(c.number(2)) }

// constants reads the constant pool up to an entry of an unknown kind; behind that no main is found.
func (c *class) constants() {
	for i, n := 1, c.u2(); i < n; i++ {
		switch c.number(1) {
		case 1:
			c.texts[i] = string(c.take(c.u2()))
		case 7:
			c.classes[i] = c.u2()
		case 8, 16, 19, 20:
			c.take(2)
		case 15:
			c.take(3)
		case 3, 4, 9, 10, 11, 12, 17, 18:
			c.take(4)
		case 5, 6: // these take two places
			c.take(8)
			i++
		default:
			return
		}
	}
}

// member reads a field or a method, which have one shape: access, name, type, attributes.
func (c *class) member() (access int, name, descriptor string) {
	access, name, descriptor = c.u2(), c.texts[c.u2()], c.texts[c.u2()]
	for range c.u2() {
		c.u2()
		c.take(int(c.number(4)))
	}
	return access, name, descriptor
}
