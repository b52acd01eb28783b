package build

import (
	"encoding/binary"
	"strings"
)

// class reads a Java class file from its start. Reading past its end panics.
type class struct {
	data    []byte
	at      int
	texts   map[int]string // of the constant pool
	classes map[int]int
}

// mainClass reads a Java class file and, if it has a public static main method that takes the
// arguments, returns the class's name as java wants it. What is no class file has none.
func mainClass(data []byte) (name string, ok bool) {
	defer func() {
		if recover() != nil { // an index past the end: the file is cut off, or no class
			name, ok = "", false
		}
	}()
	if binary.BigEndian.Uint32(data) != 0xcafebabe {
		return "", false
	}
	c := &class{data: data, at: 8, texts: map[int]string{}, classes: map[int]int{}} // after the version
	if !c.constants() {
		return "", false
	}
	c.u2() // access
	name = c.texts[c.classes[c.u2()]]
	c.u2()             // superclass
	c.at += 2 * c.u2() // interfaces
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

func (c *class) u2() int {
	c.at += 2
	return int(binary.BigEndian.Uint16(c.data[c.at-2:]))
}

// constants reads the constant pool; false if it has something that there is no such.
func (c *class) constants() bool {
	for i, n := 1, c.u2(); i < n; i++ {
		tag := c.data[c.at]
		c.at++
		switch tag {
		case 1:
			length := c.u2()
			c.texts[i] = string(c.data[c.at : c.at+length])
			c.at += length
		case 7:
			c.classes[i] = c.u2()
		case 8, 16, 19, 20:
			c.at += 2
		case 15:
			c.at += 3
		case 3, 4, 9, 10, 11, 12, 17, 18:
			c.at += 4
		case 5, 6: // these take two places
			c.at += 8
			i++
		default:
			return false
		}
	}
	return true
}

// member reads a field or a method, which have one shape: access, name, type, attributes.
func (c *class) member() (access int, name, descriptor string) {
	access, name, descriptor = c.u2(), c.texts[c.u2()], c.texts[c.u2()]
	for range c.u2() {
		c.u2()
		length := int(binary.BigEndian.Uint32(c.data[c.at:]))
		c.at += 4 + length
	}
	return access, name, descriptor
}
