(function (table) {
	// Is told by a program what it does, and tells the judge. See record for the format.
	const load = typeof require === 'function' ? require : process.getBuiltinModule;
	const fs = load('fs'), main = load('worker_threads').isMainThread;
	const STREAM = 4, BOARDS = 4000;
	const PUZZLE = process.env.JUDGE_PUZZLE || '', SIZE = Math.round(Math.sqrt(PUZZLE.length)), CELLS = SIZE * SIZE;
	const clock = +process.env.JUDGE_CLOCK || Infinity;
	const out = Buffer.alloc(1 << 15);
	let kept = 0, open = main, ended = false, placed = 0;

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
		for (let i = 0; i < 4; i += 2) {
			const low = v % 65536, high = Math.floor(v / 65536) % 65536;
			put(low & 255, low >> 8, high);
			v = Math.floor(v / 4294967296);
		}
	};
	const end = (stopped) => {
		if (ended) return;
		ended = true;
		table.places.forEach((line, i) => {
			if (line > 65535) return;
			put(0, 0x81, line);
			putBig(counts[i]);
		});
		for (const [name, at] of table.names.slice(0, 2000)) {
			const text = Buffer.from(name).subarray(0, 200);
			put(0, 0x82, text.length);
			putBig(counts[at]);
			for (let i = 0; i < text.length; i += 4) put(text[i], text[i + 1] || 0, (text[i + 2] || 0) | (text[i + 3] || 0) << 8);
		}
		put(stopped, 0x84, 0);
		flush();
	};

	const digit = (v) => {
		if (typeof v === 'string') v = v.length === 1 ? v.charCodeAt(0) : 0;
		if (typeof v !== 'number') return 0;
		const d = v >= 1 && v <= SIZE ? v : v >= 49 && v <= 57 ? v - 48 : v >= 65 && v <= 71 ? v - 55 : v >= 97 && v <= 103 ? v - 87 : 0;
		return d <= SIZE && d === Math.floor(d) ? d : 0;
	};
	const puzzle = [...PUZZLE].map(digit), now = puzzle.slice(), since = puzzle.map(() => 0);
	const counts = new Float64Array(table.places.length + 1);
	const places = new Map(), boards = new Map(); // of rows, and of what holds the rows
	let current = null, lastRow = null, lastPlace = null;

	const cell = (i, d, line) => {
		if (now[i]) put(i, 0, line);
		now[i] = d;
		if (!d) return;
		since[i] = ++placed;
		put(i, d, line);
	};
	// tell tells how the board differs from what was told last: what is gone, the newest first, then what is new.
	const tell = (b, line) => {
		const gone = [], fresh = [], each = CELLS / b.rows.length;
		for (let r = 0; r < b.rows.length; r++) for (let k = 0; k < each; k++) {
			const i = r * each + k, d = digit(b.rows[r][b.starts[r] + k]);
			if (d === now[i]) continue;
			if (now[i]) gone.push(i);
			if (d) fresh.push([i, d]);
		}
		gone.sort((a, b) => since[b] - since[a]).forEach((i) => cell(i, 0, line));
		fresh.forEach(([i, d]) => cell(i, d, line));
	};
	const fits = (row, start, from, n) => {
		for (let k = 0; k < n; k++) if (puzzle[from + k] && digit(row[start + k]) !== puzzle[from + k]) return false;
		return true;
	};
	const sequence = (v) => typeof v === 'string' || Array.isArray(v) || ArrayBuffer.isView(v);
	const rowsOf = (whole) => {
		const rows = [], starts = [];
		for (let r = 0; r < SIZE; r++) {
			const row = whole[whole.length - SIZE + r];
			if (!sequence(row) || !(row.length >= SIZE)) return null;
			rows.push(row);
			starts.push(row.length > SIZE ? whole.length - SIZE : 0);
		}
		return { whole, rows, starts };
	};
	const forget = (b) => {
		boards.delete(b.whole);
		for (const row of b.rows) if (places.has(row) && places.get(row).board === b) places.delete(row);
	};
	const know = (b, line) => {
		current = b;
		lastRow = null;
		if (typeof b.whole !== 'string') {
			if (boards.size >= BOARDS) forget(boards.values().next().value);
			boards.set(b.whole, b);
			b.rows.forEach((row, r) => {
				const length = CELLS / b.rows.length;
				if (typeof row === 'object') places.set(row, { board: b, cell: r * length, start: b.starts[r], length });
			});
		}
		tell(b, line);
	};
	// found is shown a value that something was called by.
	const found = (v, line) => {
		const n = v.length;
		if (n === CELLS || n === CELLS + 1) {
			if (sequence(v) && !places.has(v) && fits(v, n - CELLS, 0, CELLS)) know({ whole: v, rows: [v], starts: [n - CELLS] }, line);
		} else if ((n === SIZE || n === SIZE + 1) && Array.isArray(v) && !boards.has(v)) {
			const b = rowsOf(v);
			if (b && b.rows.every((row, r) => fits(row, b.starts[r], r * SIZE, SIZE))) know(b, line);
		}
	};
	const see = (v, line) => {
		if (CELLS && v !== null && (typeof v === 'object' || typeof v === 'string') && !(current && v === current.whole)) found(v, line);
		return v;
	};
	// whole is told that something in a row, or among rows, was set.
	const whole = (o, line) => {
		if (!CELLS || o === null || typeof o !== 'object') return see(o, line);
		const p = places.get(o), b = p ? p.board : boards.get(o);
		if (!b) return found(o, line);
		if (!p) {
			const changed = rowsOf(o);
			if (!changed) return;
			if (changed.rows.some((row, r) => row !== b.rows[r])) {
				forget(b);
				return know(changed, line);
			}
		}
		current = b;
		tell(b, line);
	};
	const wrote = (o, k, line) => {
		let p = lastPlace;
		if (o !== lastRow) {
			p = places.get(o);
			if (!p) return whole(o, line);
			lastRow = o;
			lastPlace = p;
		}
		if (p.board !== current) {
			current = p.board;
			return tell(current, line);
		}
		const i = +k - p.start;
		if (i >= 0 && i < p.length) {
			const d = digit(o[k]);
			if (now[p.cell + i] !== d) cell(p.cell + i, d, line);
		}
	};

	const began = process.cpuUsage();
	Object.assign(globalThis, {
		judge__n: counts, judge__k: 1000, judge__b: see,
		judge__w: (o, k, v, line) => { o[k] = v; wrote(o, k, line); return v },
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
	out.write('SJR1');
	out[4] = SIZE;
	kept = 8;
	process.on('exit', () => end(0));
})(TABLE);
