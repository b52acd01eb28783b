(function (table) {
	// The program calls these functions when something changes; they write the record. Package record explains the format.
	// The program may have its own things of these names, in the same file.
	const { process, Array, ArrayBuffer, BigInt, Buffer, JSON, Map, Math, Number, Object, Set, String } = globalThis;
	const load = process.getBuiltinModule || require;
	const fs = load('fs'), { isMainThread: main } = load('worker_threads');
	const STREAM = 4, BOARDS = 4000;
	const PUZZLE = process.env.JUDGE_PUZZLE || '', SIZE = Math.round(Math.sqrt(PUZZLE.length)), CELLS = SIZE * SIZE;
	const A = SIZE < 16 || /[.0-9]/.test(PUZZLE) ? 10 : 1; // what the character A means: 1 on a board of letters
	const clock = +process.env.JUDGE_CLOCK || Infinity;
	const out = Buffer.alloc(1 << 15);
	let kept = 0, open = main, ended = false;

	const flush = () => {
		for (let done = 0; open && done < kept;) try {
			done += fs.writeSync(STREAM, out, done, kept - done);
		} catch (e) {
			if (e.code !== 'EAGAIN') open = false;
		}
		kept = 0;
	};
	const put = (a, b, c) => {
		if (kept + 4 > out.length) flush();
		out[kept] = a;
		out[kept + 1] = b;
		out[kept + 2] = c;
		out[kept + 3] = c >> 8;
		kept += 4;
	};
	const putBig = (v) => {
		if (kept + 8 > out.length) flush();
		kept = out.writeBigInt64LE(BigInt.asIntN(64, BigInt(v)), kept);
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
	const wroteElement = (line, o, k, name, row, base) => {
		const v = o instanceof Map ? o.get(k) : o[k];
		if (row === -1 && typeof v === 'string' && v.length > 1 && Array.isArray(o)) [...v].slice(0, 200).forEach((c, i) => tellElement(line, name, k, o, i, c));
		else tellElement(line, name, row, base, k, v);
	};
	const changedBy = (v, line, method, key, o, name, row, base) => {
		if (o instanceof Set) tellElement(line, name, row, base, key, method === 'add' || undefined);
		else if (o instanceof Map) tellElement(line, name, row, base, key, o.get(key));
		else if (!Array.isArray(o) && !ArrayBuffer.isView(o)) return v;
		else if (method === 'push') wroteElement(line, o, o.length - 1, name, row, base);
		else if (method === 'pop') tellElement(line, name, row, base, o.length, undefined);
		else if (o.length <= 256) for (let i = 0; i < o.length; i++) wroteElement(line, o, i, name, row, base);
		return v;
	};

	// digit returns the digit of a value: a number, a character, its code, or the only candidate left.
	const digit = (v) => {
		if (typeof v === 'object' && v !== null) {
			if (Array.isArray(v) && v.length === 1) v = v[0];
			else if (v instanceof Set && v.size === 1) [v] = v;
		}
		if (typeof v === 'string') v = v.length === 1 ? v.charCodeAt(0) : SIZE > 9 && /^1[0-6]$/.test(v) ? +v : 0;
		if (typeof v !== 'number') return 0;
		const d = v >= 1 && v <= SIZE ? v : v >= 49 && v <= 57 ? v - 48 : v >= 65 && v <= 81 - A ? v - 65 + A : v >= 97 && v <= 113 - A ? v - 97 + A : 0;
		return d <= SIZE && d === Math.floor(d) ? d : 0;
	};
	const puzzle = [...PUZZLE].map(digit);
	const clues = puzzle.flatMap((d, i) => d ? [i] : []), everywhere = puzzle.map((_, i) => i);
	const counts = new Float64Array(table.places.length + 1);
	const places = new Map(), boards = new Map(); // rows and cells that are objects; the objects that hold them
	let current = null, lastRow = null, lastPlace = null;

	const isObject = (v) => typeof v === 'object' && v !== null;
	// CODES take the place of a field: digits that count from 0, or bits with a single candidate left, where bit 0 or
	// bit 1 means 1.
	const CODES = [(d) => d - 1, (d) => 1 << d - 1, (d) => 1 << d].map((code) => new Map(Array.from({ length: SIZE }, (_, i) => [code(i + 1), i + 1])));
	const shows = (b, v) => !b.field ? digit(v) : b.field instanceof Map ? b.field.get(v) || 0 : digit(isObject(v) ? v[b.field] : v);
	// tell writes what the whole board holds.
	const tell = (b, line) => {
		const d = (i) => i < CELLS ? shows(b, b.at(i)) : 0;
		put(0, 0x85, line);
		for (let i = 0; i < CELLS; i += 4) put(d(i), d(i + 1), d(i + 2) | d(i + 3) << 8);
	};
	const sequence = (v) => typeof v === 'string' || Array.isArray(v) || ArrayBuffer.isView(v);
	const fieldsOf = (v) => [...Object.keys(v), ...Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(v) || {})).flatMap(([k, d]) => d.get && k !== '__proto__' ? [k] : [])];
	// fits finds out how the cells hold the clues: '' means directly, a name means a field, a map means a code; null, not at all.
	const fits = (at) => {
		const first = clues.length ? at(clues[0]) : 0, all = (field) => clues.every((i) => shows({ field }, at(i)) === puzzle[i]);
		if (!isObject(first) || digit(first)) {
			if (all('')) return '';
			if (typeof first !== 'number') return null;
			return CODES.find((code, k) => (k ? clues : everywhere).every((i) => shows({ field: code }, at(i)) === puzzle[i])) || null;
		}
		const field = fieldsOf(first).find(all);
		return field === undefined ? null : field;
	};
	const flat = (whole) => {
		const start = whole.length - CELLS;
		return { whole, rows: [whole], starts: [start], length: CELLS, at: (i) => whole[start + i] };
	};
	const rowsOf = (whole) => {
		const rows = [], starts = [];
		for (let r = 0; r < SIZE; r++) {
			const row = whole[whole.length - SIZE + r];
			if (!sequence(row) || !(row.length >= SIZE)) return null;
			rows.push(row);
			starts.push(row.length > SIZE ? whole.length - SIZE : 0);
		}
		return { whole, rows, starts, length: SIZE, at: (i) => rows[i / SIZE | 0][starts[i / SIZE | 0] + i % SIZE] };
	};
	// keyed returns a board whose keys are in the order of the cells, or which holds only what is there, by numbers from 0 or 1.
	const keyed = (whole) => {
		const map = whole instanceof Map, keys = [];
		for (const k of map ? whole.keys() : Object.keys(whole)) {
			if (keys.push(k) > CELLS) return null;
		}
		if (keys.length < clues.length || !keys.length) return null;
		const sorted = [...keys].sort((a, b) => String(a).localeCompare(b, 'en', { numeric: true }));
		for (const names of keys.length === CELLS ? [sorted, keys] : [everywhere, everywhere.map((i) => i + 1)]) {
			const at = map ? (i) => whole.get(names[i]) : (i) => whole[names[i]], field = fits(at);
			if (field !== null) return { whole, rows: [], at, field };
		}
		return null;
	};
	const forget = (b) => {
		boards.delete(b.whole);
		for (const part of b.parts) if (places.has(part) && places.get(part).board === b) places.delete(part);
	};
	const know = (b, line) => {
		current = b;
		lastRow = null;
		b.parts = [];
		if (isObject(b.whole)) {
			if (boards.size >= BOARDS) forget(boards.values().next().value);
			boards.set(b.whole, b);
			const part = (o, place) => {
				if (!isObject(o)) return;
				places.set(o, place);
				b.parts.push(o);
			};
			b.rows.forEach((row, r) => part(row, { board: b, cell: r * b.length, start: b.starts[r], length: b.length }));
			for (let i = 0; i < CELLS; i++) part(b.at(i), { board: b, cell: i, length: 0 });
		}
		tell(b, line);
	};
	// made returns the board if its cells hold the clues, else null.
	const made = (b) => {
		if (b) b.field = fits(b.at);
		return b && b.field !== null ? b : null;
	};
	// found receives a value that was given a name and may be the board.
	const found = (v, line) => {
		if (boards.has(v)) return;
		const n = v.length;
		let b = null;
		if (n === CELLS || n === CELLS + 1) b = sequence(v) ? made(flat(v)) : null;
		else if (n === SIZE || n === SIZE + 1) b = Array.isArray(v) ? made(rowsOf(v)) : null;
		else if (n === undefined && (v instanceof Map || [Object.prototype, null].includes(Object.getPrototypeOf(v)))) b = keyed(v);
		if (b) know(b, line);
	};
	const least = CELLS || Infinity; // cells of a board
	// see is short, so that V8 inlines it: most values are single digits.
	const see = (v, line) => {
		if (typeof v === 'object' ? v !== null && CELLS : typeof v === 'string' && v.length >= least) seen(v, line);
		return v;
	};
	const seen = (v, line) => { if (!(current && v === current.whole)) found(v, line) };
	// whole is called after a change somewhere in a board, a row or a cell.
	const whole = (o, line) => {
		if (!CELLS || !isObject(o)) return see(o, line);
		const p = places.get(o), b = p ? p.board : boards.get(o);
		if (!b) return found(o, line);
		if (p && !p.length && b === current) return put(p.cell, shows(b, o), line);
		if (!p && b.rows.length) {
			const changed = rowsOf(o);
			if (!changed) return;
			if (changed.rows.some((row, r) => row !== b.rows[r])) {
				forget(b);
				return know({ ...changed, field: b.field }, line);
			}
		}
		current = b;
		tell(b, line);
	};
	const wrote = (o, k, line) => {
		let p = lastPlace;
		if (o !== lastRow) {
			p = places.get(o);
			if (!p || !p.length) return whole(o, line);
			lastRow = o;
			lastPlace = p;
		}
		if (p.board !== current) {
			current = p.board;
			return tell(current, line);
		}
		const i = +k - p.start;
		if (!(i >= 0 && i < p.length)) return;
		const v = o[k];
		if (isObject(v) && !places.has(v)) places.set(v, { board: p.board, cell: p.cell + i, length: 0 });
		put(p.cell + i, shows(p.board, v), line);
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

	const began = process.cpuUsage();
	if (table.circle) Object.assign(globalThis, { judge__r: [], judge__l: circle, judge__p: (v) => typeof v === 'number' ? 0 : v });
	Object.assign(globalThis, {
		judge__n: counts, judge__k: 1000, judge__b: see,
		judge__w: (o, k, v, line) => { o[k] = v; wrote(o, k, line); return see(v, line) },
		judge__u: (o, k, f, line) => { const v = f(o, k); wrote(o, k, line); return v },
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
		judge__w: (o, k, v, line, name, row, base) => { o[k] = v; wroteElement(line, o, k, name, row, base); return v },
		judge__u: (o, k, f, line, name, row, base) => { const v = f(o, k); wroteElement(line, o, k, name, row, base); return v },
		judge__q: (v, line, ...all) => { for (const [o, k, name, row, base] of all) wroteElement(line, o, k, name, row, base); return v },
	});
	out.write('SJR1');
	out[4] = SIZE;
	kept = 8;
	levels.forEach((_, f) => nameIt(f + 1, ...table.names[f]));
	process.on('exit', () => end(0));
})(TABLE);
