package stress

// values makes the arguments of a function smaller, step by step, as long as it fails: by what they are, not
// by how they are written.
func (k *shrinker) values() {
	calls, err := k.Function.Read([]byte(k.test.input))
	if err != nil || len(calls) != 1 {
		k.text() // it is no input of one call
		return
	}
	call, from := calls[0], k.test.from
	for smaller := true; smaller && !k.over(); {
		smaller = false
		for _, c := range k.Function.Smaller(k.Bounds, call) {
			calls[0] = c
			if k.fails(test{from: from, input: k.Function.Write(calls)}) {
				call, smaller = c, true
				break
			}
			if k.over() {
				break
			}
		}
	}
}
