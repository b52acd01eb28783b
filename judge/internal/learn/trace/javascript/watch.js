(function (table) {
	// The program calls these functions when something changes; they write the record. Package record explains the format.
	// The program may have its own things of these names, in the same file.
	const { process, Array, ArrayBuffer, BigInt, Buffer, JSON, Map, Math, Number, Object, Set, String, Uint32Array, WeakMap } = globalThis;
	const load = process.getBuiltinModule || require;
	const fs = load('fs'), { isMainThread: main } = load('worker_threads');
	const STREAM = 4;
	const PUZZLE = process.env.JUDGE_PUZZLE || '', SIZE = Math.round(Math.sqrt(PUZZLE.length)), CELLS = SIZE * SIZE;
	const clock = +process.env.JUDGE_CLOCK || Infinity;
	const words = new Uint32Array(1 << 13), out = Buffer.from(words.buffer);
	let kept = 0, open = main, ended = false;

	const flush = () => {
		for (let done = 0; open && done < 4 * kept;) try {
			done += fs.writeSync(STREAM, out, done, 4 * kept - done);
		} catch (e) {
			if (e.code !== 'EAGAIN') open = false;
		}
		kept = 0;
	};
	const word = (v) => {
		if (kept === words.length) flush();
		words[kept++] = v;
	};
	const put = (a, b, c) => word(a | b << 8 | c << 16);
	const putBig = (v) => {
		const all = BigInt.asUintN(64, BigInt(v));
		word(Number(all & 0xffffffffn));
		word(Number(all >> 32n));
	};
	const putText = (text) => {
		for (let i = 0; i < text.length; i += 4) put(text[i], text[i + 1] || 0, (text[i + 2] || 0) | (text[i + 3] || 0) << 8);
	};
	const end = (stopped) => {
		if (ended) return;
		ended = true;
		table.places.forEach((line, i) => {
			if (line > 65535) return;
			put(0, 0x81, line);
			putBig(counts[i]);
		});
		tellCalls();
		if (!table.search) table.names.slice(0, 2000).forEach(([name, at], f) => {
			nameIt(f + 1, name, 0);
			event(0x91, 0, f + 1, 0, counts[at]);
		});
		put(stopped, 0x84, 0);
		flush();
	};

	// --- calls and tables

	const levels = table.search ? table.names.map(() => []) : [], active = levels.map(() => 0), told = [], tables = new Map(), fills = [];
	let toldCalls = 0, toldWrites = 0, numbers = levels.length;
	const event = (kind, a, low, x, y) => {
		put(a, kind, low);
		putBig(x);
		putBig(y);
	};
	const nameIt = (number, name, line) => {
		const text = Buffer.from(String(name)).subarray(0, 200);
		event(0xA0, 0, number, text.length, line < 65536 ? line : 0);
		putText(text);
	};
	// short returns the type of a value and a number for it.
	const short = (v) => {
		if (v === undefined || v === null) return [0, 0];
		if (typeof v === 'boolean') return [5, +v];
		if (typeof v === 'bigint' && BigInt.asIntN(64, v) === v || Number.isSafeInteger(v)) return [1, v];
		if (typeof v === 'number' && Math.abs(v) < 1e12) return [3, Math.round(v * 1000)];
		if (typeof v !== 'string') return [6, 0];
		if ([...v].length === 1) return [2, v.codePointAt(0)];
		const b = Buffer.from(v);
		if (b.length > 8) return [6, 0];
		let n = 0n;
		for (let i = b.length - 1; i >= 0; i--) n = n << 8n | BigInt(b[i]);
		return [4, n];
	};
	const begins = (f, args) => {
		const level = active[f]++;
		levels[f][level] = (levels[f][level] || 0) + 1;
		told.push(open && !ended && toldCalls++ < 20000);
		if (!told[told.length - 1]) return;
		event(0x92, 0, f + 1, 0, 0);
		for (const a of args) event(0x94, short(a)[0], 0, 0, short(a)[1]);
	};
	const endsCall = (f, _, v) => {
		active[f]--;
		if (told.pop()) event(0x93, 0, 0, 0, 0);
		return v;
	};
	const tellCalls = () => levels.forEach((counts, f) => counts.forEach((n, level) => event(0x91, 0, f + 1, level, n)));
	const place = (keys, k) => {
		if (Number.isInteger(+k) && +k >= 0 && +k < 1 << 20) return +k;
		if (!keys.has(k)) keys.set(k, keys.size);
		return keys.get(k);
	};
	// tellElement tells that an element of a table is a value now; a row of -1: it has one index.
	const tellElement = (line, name, row, base, column, v) => {
		if (toldWrites >= 1e6 || line > 65535) return;
		let t = tables.get(name);
		if (!t) {
			tables.set(name, t = { number: ++numbers, shown: 0, keys: new Map() });
			nameIt(t.number, name, line);
		}
		if (base && base.length > t.shown) {
			t.shown = base.length;
			const wide = base[0] && (row !== -1 || typeof base[0] === 'object') && base[0].length || 0;
			event(0x95, 0, t.number, wide ? base.length : 1, wide || base.length);
		}
		const r = row === -1 ? 0 : place(t.keys, row), c = place(t.keys, column);
		const [kind, y] = short(v), at = r * 2 ** 24 + c, last = fills[line] || (fills[line] = { run: 0 });
		last.run = y === last.y && kind === last.kind && at >= last.at ? last.run + 1 : 0;
		Object.assign(last, { kind, y, at });
		if (last.run >= 10000) return; // it fills the table
		toldWrites++;
		put(kind, 0x96, line);
		put(t.number & 255, t.number >> 8, r & 65535);
		put(r >> 16 & 255, c & 255, c >> 8);
		putBig(y);
	};
	const wroteElement = (o, k, line, name, row, base) => {
		const v = o instanceof Map ? o.get(k) : o[k];
		if (row === -1 && typeof v === 'string' && v.length > 1 && Array.isArray(o)) [...v].slice(0, 200).forEach((c, i) => tellElement(line, name, k, o, i, c));
		else tellElement(line, name, row, base, k, v);
	};
	const changedBy = (v, line, method, key, o, name, row, base) => {
		if (o instanceof Set) tellElement(line, name, row, base, key, method === 'add' || undefined);
		else if (o instanceof Map) tellElement(line, name, row, base, key, o.get(key));
		else if (!Array.isArray(o) && !ArrayBuffer.isView(o)) return v;
		else if (method === 'push') wroteElement(o, o.length - 1, line, name, row, base);
		else if (method === 'pop') tellElement(line, name, row, base, o.length, undefined);
		else if (o.length <= 256) for (let i = 0; i < o.length; i++) wroteElement(o, i, line, name, row, base);
		return v;
	};

	const counts = new Float64Array(table.places.length + 1);

	// --- boards: all that has the size of one is told, and what is in it. Package record finds the board.

	const BOARD = 3, ROW = 2, FIELD = 0; // what an object may be; those between are cells
	const known = new WeakMap(), keys = new Map(), getters = new Map();
	let objects = 0, last = null, its = null;
	const isObject = (v) => typeof v === 'object' && v !== null;
	const sequence = (v) => typeof v === 'string' || Array.isArray(v) || ArrayBuffer.isView(v);
	// plain returns the element for a value that holds no others, 0 if there is none.
	const plain = (v) => {
		if (typeof v === 'string') v = v.length === 1 ? v.charCodeAt(0) : /^1[0-6]$/.test(v) ? +v : -1;
		return typeof v === 'number' && v >= 0 && v < 1 << 24 && v === Math.floor(v) ? 1 << 24 | v : 0;
	};
	// keyOf returns the element for a key: a number, or the number of a name.
	const keyOf = (k) => {
		let e = keys.get(k);
		if (e === undefined) {
			e = typeof k !== 'object' && +String(k) >= 0 ? plain(+String(k)) : keys.size < 1000 ? 3 << 24 | keys.size + 1 : 0;
			if (keys.size < 1000) keys.set(k, e);
		}
		return e;
	};
	// element returns the element for a value. If it holds others, it is told first.
	const element = (v, what, again) => {
		if (!isObject(v) && !(what === ROW && typeof v === 'string' && v.length >= SIZE)) return plain(v);
		return what >= FIELD ? 2 << 24 | tell(v, what, again) : 0;
	};
	const field = (o, k) => { try { return o[k] } catch { return 0 } }; // it may be computed
	const fields = (o) => {
		const type = Object.getPrototypeOf(o);
		if (!getters.has(type)) getters.set(type, Object.entries(Object.getOwnPropertyDescriptors(type || {})).flatMap(([k, d]) => d.get && k !== '__proto__' ? [k] : []));
		const own = Object.keys(o), more = getters.get(type);
		return (more.length ? [...own, ...more] : own).map((k) => [k, field(o, k)]);
	};
	// tell tells what an object holds, unless that was told before, and returns its number.
	const tell = (o, what, again, line = 0, written = 0) => {
		let about = known.get(o);
		if (!about) {
			objects = objects % 0xffffff + 1;
			about = { number: objects, what, times: 1 };
			if (isObject(o)) known.set(o, about);
		} else if (about.what >= what && !again && !written) return about.number;
		about.what = what = Math.max(what, about.what);
		const map = o instanceof Map, keyed = !sequence(o) && !(o instanceof Set), made = [];
		const inner = about.inner = what - ((map ? o.size : o.length) > SIZE + 1 ? 2 : 1);
		if (sequence(o)) for (let i = 0; i < o.length && i <= CELLS; i++) made.push(element(o[i], inner, again));
		else for (const [k, v] of map ? o : keyed ? fields(o) : o.entries()) {
			if (keyed) made.push(keyOf(k));
			if (made.push(element(v, inner, again)) > 2 * CELLS) break;
		}
		about.length = sequence(o) ? made.length : -1;
		put(written | keyed, 0x87, line);
		word(about.number);
		word(made.length >> keyed);
		for (const e of made) word(e);
		return about.number;
	};
	// big reports whether a value has the size of a board.
	const big = (v) => {
		let n = v.length;
		if (n === SIZE || n === SIZE + 1) return sequence(v) && sequence(v[n - 1]) && v[n - 1].length >= SIZE;
		if (n !== undefined) return (n === CELLS || n === CELLS + 1) && sequence(v);
		n = v instanceof Map ? v.size : [Object.prototype, null].includes(Object.getPrototypeOf(v)) ? Object.keys(v).length : 0;
		return n >= SIZE && n <= CELLS;
	};
	// see is short, so that V8 inlines it: most values are single digits.
	const see = (v, line) => {
		if (CELLS && (typeof v === 'object' ? v !== null : typeof v === 'string' && v.length >= CELLS)) seen(v, line);
		return v;
	};
	// seen receives a value that was given a name. What it holds may also change without our hearing of it.
	const seen = (v, line) => {
		const about = known.get(v);
		if (about && about.what === BOARD ? !(++about.times & about.times - 1) : big(v)) tell(v, BOARD, true, line);
	};
	// whole is called after a change somewhere in an object.
	const whole = (o, line) => {
		const about = known.get(o);
		if (!about) see(o, line);
		else if (about.what !== BOARD || big(o)) tell(o, about.what, false, line, 2);
	};
	const wrote = (o, k, line) => {
		if (o !== last) {
			const about = known.get(o);
			if (!about) return see(o, line);
			last = o;
			its = about;
		}
		if (its.length !== o.length || !(k >= 0 && k < its.length)) return whole(o, line);
		const e = element(o[k], its.inner, false);
		put(0, 0x88, line);
		word(its.number);
		word(k);
		word(e);
	};

	// --- circles

	// Each value is written with all that it leads to. Where that may change unseen, an error is thrown.
	const states = new Set(), builtIn = new Set(Object.keys(globalThis));
	let due = 20000;
	const state = (known) => {
		const parts = [], ids = new Map();
		const add = (v) => {
			if (parts.length > 500000) throw Error();
			if (typeof v !== 'object' && typeof v !== 'function' || v === null) return parts.push(typeof v, Object.is(v, -0) ? '-0' : JSON.stringify(String(v)));
			if (ids.has(v)) return parts.push('again', ids.get(v));
			ids.set(v, ids.size);
			if (typeof v === 'function' && !known.includes(v) && !native(v)) throw Error();
			if (v === fs || v === process.stdin || v === process.stdout || v === load('readline')) return;
			if (v === globalThis) return Object.keys(v).filter((k) => !builtIn.has(k) && !k.startsWith('judge__')).forEach((k) => add([k, v[k]]));
			const p = Object.getPrototypeOf(v), keys = Object.keys(v);
			if (typeof v !== 'function' && ![null, Object.prototype, Array.prototype, Map.prototype, Set.prototype, RegExp.prototype].includes(p) && !ArrayBuffer.isView(v) && !(v instanceof ArrayBuffer)
				&& !(known.includes(p.constructor) && p.constructor.prototype === p) || Object.getOwnPropertySymbols(v).length) throw Error();
			parts.push(p && p.constructor && p.constructor.name, v.length);
			if (v instanceof ArrayBuffer || ArrayBuffer.isView(v)) return parts.push(Buffer.from(v.buffer || v, v.byteOffset || 0, v.byteLength).toString('base64'));
			if (v instanceof RegExp) parts.push(String(v), v.lastIndex);
			if (v instanceof Map || v instanceof Set) for (const pair of v instanceof Map ? v : v.entries()) pair.forEach(add);
			for (const k of keys) {
				parts.push(k);
				add(v[k]);
			}
		};
		return [parts, add];
	};
	const native = (f) => /\[native code\]/.test(Function.prototype.toString.call(f)) && !/^bound /.test(f.name);
	const circle = (loop, line, values, code) => {
		globalThis.judge__k = 100;
		const now = process.cpuUsage(began);
		if (now.user + now.system >= 1000 * clock) globalThis.judge__c();
		if (now.user + now.system < due) return;
		const value = (f) => {
			try { return [f()] } catch (e) { if (e instanceof ReferenceError) return []; throw e }
		};
		try {
			const at = /pos:\s*(\d+)/.exec(fs.readFileSync('/proc/self/fdinfo/0', 'utf8'))[1], known = code().flatMap(value), [parts, add] = state(known);
			parts.push(loop, globalThis.judge__r[loop], at);
			for (const f of values()) value(f).forEach(add), parts.push(';');
			for (const f of known) if (typeof f === 'function') for (const k of Object.keys(f)) add(f[k]);
			const sum = load('crypto').createHash('sha1').update(parts.join()).digest('hex');
			if (states.has(sum)) {
				const text = Buffer.from(`circle ${+(fs.fstatSync(0).size === +at)} ${line}`);
				put(2, 0x86, 0);
				put(text.length, 0, 0);
				putText(text);
				end(1);
				process.reallyExit(86);
			}
			states.add(sum);
		} catch {
			// it can see what is not seen here
		}
		const { user, system } = process.cpuUsage(began);
		due = user + system + Math.max(4000, 2 * (user + system - now.user - now.system));
	};

	const began = process.cpuUsage(), wroteTo = table.search ? wroteElement : wrote;
	if (table.circle) Object.assign(globalThis, { judge__r: [], judge__l: circle, judge__p: (v) => typeof v === 'number' ? 0 : v });
	Object.assign(globalThis, {
		judge__n: counts, judge__k: 1000, judge__b: see,
		judge__w: (o, k, v, line, name, row, base) => { o[k] = v; wroteTo(o, k, line, name, row, base); return see(v, line) },
		judge__u: (o, k, f, line, name, row, base) => { const v = f(o, k); wroteTo(o, k, line, name, row, base); return v },
		judge__s: (v, line, ...all) => { for (const o of all) whole(o, line); return v },
		judge__c: () => {
			globalThis.judge__k = 1000;
			const { user, system } = process.cpuUsage(began);
			if (user + system < 1000 * clock) return;
			end(1);
			process.reallyExit(86);
		},
	});
	if (table.search) Object.assign(globalThis, {
		judge__f: begins, judge__e: endsCall, judge__m: changedBy,
		judge__q: (v, line, ...all) => { for (const [o, k, name, row, base] of all) wroteElement(o, k, line, name, row, base); return v },
	});
	out.write('SJR1');
	out[4] = SIZE;
	kept = 2;
	levels.forEach((_, f) => nameIt(f + 1, ...table.names[f]));
	process.on('exit', () => end(0));
})(TABLE);
