package stress

// values makes the arguments of a function smaller, step by step, as long as it fails. It changes values, not texts.
func (k *shrinker) values() {
	calls, err := k.Function.Read([]byte(k.test.input))
	if err != nil || len(calls) != 1 {
		k.text() // it is no input of one call
		return
	}
	call, from := calls[0], k.test.from
	for i, tried := 0, 0; !k.over(); i, tried = i+1, tried+1 {
		smaller := k.Function.Smaller(k.Bounds, call)
		if tried >= len(smaller) {
			return // nothing can go
		}
		calls[0] = smaller[i%len(smaller)]
		if k.fails(test{from: from, input: k.Function.Write(calls)}) {
			call, tried = calls[0], -1
			i-- // what comes next is in the same place now
		}
	}
}
