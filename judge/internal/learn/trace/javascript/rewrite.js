// node --expose-internals rewrite.js IN OUT lines|board|search|circle: parses a program with node's own parser and adds calls of the
// functions in watch.js.
'use strict';
const fs = require('fs');
const [, , from, to, mode] = process.argv;
const lines = mode === 'lines', search = mode === 'search';
const source = fs.readFileSync(from, 'utf8').replace(/^#!/, '//').replace(/^\ufeff/, '');
let acorn;
try {
	acorn = require('internal/deps/acorn/acorn/dist/acorn');
} catch {
	console.error(`no parser inside node ${process.version}.`);
	process.exit(3);
}

function parse() {
	const options = { ecmaVersion: 'latest', locations: true, preserveParens: true };
	try {
		return acorn.parse(source, { ...options, sourceType: 'script', allowReturnOutsideFunction: true });
	} catch (e) {
		return acorn.parse(source, { ...options, sourceType: 'module', allowAwaitOutsideFunction: true });
	}
}

const edits = []; // in the order of the walk, which is that of the text
const put = (at, text, until = at) => edits.push({ at, until, text });
const places = [], names = [];
const text = (n) => source.slice(n.start, n.end);
const line = (n) => n.loc.start.line;

const children = (n) => {
	const all = [];
	for (const key in n) {
		const v = n[key];
		if (key === 'loc' || !v || typeof v !== 'object') continue;
		for (const c of Array.isArray(v) ? v : [v]) if (c && typeof c.type === 'string') all.push(c);
	}
	return all.sort((a, b) => a.start - b.start || b.end - a.end);
};
const walkChildren = (n) => { let last; for (const c of children(n)) { if (last && c.start === last.start && c.end === last.end) continue; last = c; walk(c); } }; // { a } is both key and value
const has = (n, types) => types.includes(n.type) || !/Function/.test(n.type) && children(n).some((c) => has(c, types));

// pure reports whether an expression can be evaluated twice without a change.
const pure = (n) => {
	switch (n.type) {
	case 'Identifier': case 'Literal': case 'ThisExpression': return true;
	case 'ParenthesizedExpression': return pure(n.expression);
	case 'MemberExpression': return n.object.type !== 'Super' && !n.optional && pure(n.object) && (!n.computed || pure(n.property));
	case 'BinaryExpression': return n.left.type !== 'PrivateIdentifier' && pure(n.left) && pure(n.right);
	case 'UnaryExpression': return n.operator !== 'delete' && pure(n.argument);
	}
	return false;
};

// counter returns the text that counts a statement.
const counter = (n) => {
	places.push(line(n));
	return `judge__n[${places.length - 1}]++`;
};
const counted = (s) => lines && !s.directive && !/^(Import|Export|Empty)|^FunctionDeclaration/.test(s.type);
const statement = (s) => {
	if (counted(s)) put(s.start, counter(s) + ';');
	walk(s);
};
const CLOCK = 'if(!--judge__k)judge__c();';
// body adds a text at the beginning of the body of a loop or a branch. A single statement gets braces.
const body = (s, begin = '') => {
	if (s.type === 'BlockStatement') {
		put(s.start + 1, begin);
		return walk(s);
	}
	put(s.start, '{' + begin);
	statement(s);
	put(s.end, '}');
};

// short reports whether a loop counts to a small number, so that it needs no look at the clock.
const short = (n) => n.test && n.update && n.test.type === 'BinaryExpression' && /^<=?$/.test(n.test.operator) && n.test.right.value <= 100
	&& n.update.operator === '++' && text(n.update.argument) === text(n.test.left);

let within = [];
const calledBy = new Map(); // functions without a name of their own
const functionName = (n) => n.id ? n.id.name : calledBy.get(n) || 'line ' + line(n);
// shown returns calls that show the names which patterns bind: each value may be the board.
const shown = (patterns, n) => patterns.flatMap(boundBy).map((name) => `judge__b(${name},${line(n)})`);
// fun tells where a function begins: in a search also where it ends, and its plain arguments.
function fun(n) {
	const outer = within, begins = places.length;
	within = [...within, functionName(n)];
	for (const p of n.params) walk(p);
	const f = search ? names.push([within.join('.'), line(n)]) - 1 : 0;
	const args = n.params.map((p) => p.left || p).filter((p) => p.type === 'Identifier').slice(0, 4).map((p) => p.name);
	const looks = search ? [`judge__f(${f},[${args.join(',')}])`] : lines ? [] : shown(n.params, n);
	if (n.body.type === 'BlockStatement') {
		const directives = n.body.body.filter((s) => s.directive), at = directives.length ? directives[directives.length - 1].end : n.body.start + 1;
		put(at, (directives.length ? ';' : '') + CLOCK + looks.map((l) => l + ';').join('') + (search ? 'try{' : ''));
		walk(n.body);
		if (search) put(n.body.end - 1, `}finally{judge__e(${f})}`);
	} else {
		if (lines) looks.push(counter(n.body));
		put(n.body.start, search ? `judge__e(${f},${looks},(` : '(' + looks.map((l) => l + ',').join(''));
		walk(n.body);
		put(n.body.end, search ? '))' : ')');
	}
	if (places.length > begins) names.push([within.join('.'), begins]);
	within = outer;
}

// stem returns arguments that say which table a member belongs to: its name, the row and the whole; nothing if that is
// not a variable or a field with one or two indices. The get of a map is an index, too.
function stem(n) {
	const got = n.type === 'CallExpression' && n.callee.property && n.callee.property.name === 'get' && n.arguments.length === 1;
	const row = got ? n.arguments[0] : n.type === 'MemberExpression' && n.computed ? n.property : null, of = got ? n.callee.object : row ? n.object : n;
	const name = of.type === 'Identifier' ? of.name : of.type === 'MemberExpression' && !of.computed && of.property.name;
	return name && pure(of) && (!row || pure(row)) ? `,"${name}",${row ? text(row) : '-1'},${text(of)}` : '';
}

const CHANGES = new Set(['fill', 'push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'copyWithin', 'set', 'add', 'delete', 'clear']);
const plain = (n) => /^(Literal|ClassExpression|UnaryExpression|UpdateExpression|BinaryExpression|AssignmentExpression)$|Function/.test(n.type) && !(n.type === 'BinaryExpression' && n.operator === '+');
const wrapped = (n) => {
	if (plain(n)) return walk(n);
	put(n.start, 'judge__b(');
	walk(n);
	put(n.end, `,${line(n)})`);
};
// targets returns the names and the members that a pattern writes to.
const targets = (p) => {
	switch (p.type) {
	case 'ArrayPattern': return p.elements.flatMap((e) => e ? targets(e) : []);
	case 'ObjectPattern': return p.properties.flatMap((e) => targets(e.value || e.argument));
	case 'AssignmentPattern': return targets(p.left);
	case 'RestElement': return targets(p.argument);
	case 'VariableDeclaration': return targets(p.declarations[0].id);
	}
	return [p];
};
const boundBy = (p) => targets(p).filter((t) => t.type === 'Identifier').map((t) => t.name);
const stores = (p) => targets(p).flatMap((t) => t.type === 'Identifier' ? [t.name] : t.type === 'MemberExpression' && pure(t.object) ? [text(t.object)] : []);
const behind = (n, looks) => {
	if (!looks.length) return walkChildren(n);
	put(n.start, 'judge__s(');
	walkChildren(n);
	put(n.end, `,${line(n)},${looks.join(',')})`);
};

// isMember reports whether an expression is a member that can be passed to a function as an object and a key.
const isMember = (n) => n.type === 'MemberExpression' && n.object.type !== 'Super' && n.property.type !== 'PrivateIdentifier';
// member writes the object and the key as arguments. A text replaces the rest up to a place.
const member = (n, behind, until) => {
	walk(n.object);
	if (!n.computed) return put(n.object.end, `,"${n.property.name}"${behind}`, until);
	put(n.object.end, ',', n.property.start);
	walk(n.property);
	put(n.property.end, behind, until);
};

// swapped tells of several elements that one assignment sets.
function swapped(n, all) {
	if (!all.length) return walkChildren(n);
	put(n.start, 'judge__q(');
	walkChildren(n);
	put(n.end, `,${line(n)}${all.map((t) => `,[${text(t.object)},${text(t.property)}${stem(t.object)}]`).join('')})`);
}

function assignment(n) {
	const l = n.left;
	if (search && /Pattern$/.test(l.type)) return swapped(n, targets(l).filter((t) => t.type === 'MemberExpression' && t.computed && pure(t) && stem(t.object)));
	if (/Pattern$/.test(l.type)) return behind(n, stores(l));
	if (l.type === 'MemberExpression' && l.property.type === 'PrivateIdentifier' && pure(l.object)) return behind(n, [text(l.object)]);
	const known = search && isMember(l) && l.computed ? stem(l.object) : '';
	if (isMember(l) && (!search || known) && !has(n.right, ['YieldExpression', 'AwaitExpression'])) {
		put(n.start, n.operator === '=' ? 'judge__w(' : 'judge__u(');
		member(l, n.operator === '=' ? ',' : `,(o__,k__)=>o__[k__]${n.operator}(`, n.right.start);
		walk(n.right);
		return put(n.end, `${n.operator === '=' ? '' : ')'},${line(n)}${known})`);
	}
	walk(l);
	if (n.operator === '=' && !search) wrapped(n.right);
	else walk(n.right);
}

function walk(n) {
	if (/Function/.test(n.type)) return fun(n);
	switch (n.type) {
	case 'Program': case 'BlockStatement': case 'StaticBlock': return n.body.forEach(statement);
	case 'SwitchCase': if (n.test) walk(n.test); return n.consequent.forEach(statement);
	case 'IfStatement':
		walk(n.test);
		body(n.consequent);
		if (n.alternate) body(n.alternate);
		return;
	case 'ForStatement':
		for (const part of [n.init, n.test, n.update]) if (part) walk(part);
		return body(n.body, short(n) ? '' : CLOCK);
	case 'ForInStatement': case 'ForOfStatement':
		walk(n.left);
		walk(n.right);
		return body(n.body, CLOCK + (lines || search ? '' : n.left.type === 'MemberExpression' ? `judge__s(0,${line(n)},${stores(n.left)});` : shown([n.left], n).join(';') + ';'));
	case 'WhileStatement': walk(n.test); return body(n.body, CLOCK);
	case 'DoWhileStatement': body(n.body, CLOCK); return walk(n.test);
	case 'MethodDefinition': case 'PropertyDefinition': case 'Property':
		if (n.value && /Function/.test(n.value.type) && n.key.name) calledBy.set(n.value, n.key.name);
		break;
	case 'ClassDeclaration': case 'ClassExpression': {
		const outer = within;
		if (n.id) within = [...within, n.id.name];
		walkChildren(n);
		within = outer;
		return;
	}
	case 'VariableDeclarator':
		if (n.init && /Function/.test(n.init.type) && n.id.name) calledBy.set(n.init, n.id.name);
		if (lines || search || !n.init) break;
		walk(n.id);
		return wrapped(n.init);
	case 'AssignmentExpression':
		if (/Function/.test(n.right.type)) calledBy.set(n.right, n.left.name || n.left.property && n.left.property.name);
		if (!lines) return assignment(n);
		break;
	case 'UpdateExpression': {
		const a = n.argument;
		const known = search && isMember(a) && a.computed ? stem(a.object) : '';
		if (lines || !isMember(a) || search && !known) break;
		put(n.start, 'judge__u(', a.start);
		return member(a, `,(o__,k__)=>${n.prefix ? n.operator : ''}o__[k__]${n.prefix ? '' : n.operator},${line(n)}${known})`, n.end);
	}
	case 'CallExpression': {
		const c = n.callee;
		if (lines || c.type !== 'MemberExpression' || c.computed || n.optional) break;
		if (search && CHANGES.has(c.property.name) && stem(c.object)) {
			const key = n.arguments[0] && pure(n.arguments[0]) ? text(n.arguments[0]) : '0';
			put(n.start, 'judge__m(');
			walkChildren(n);
			return put(n.end, `,${line(n)},"${c.property.name}",${key},${text(c.object)}${stem(c.object)})`);
		}
		if (search) break;
		const changed = text(c) === 'Object.assign' ? n.arguments[0] : CHANGES.has(c.property.name) ? c.object : null;
		if (changed && pure(changed)) return behind(n, [text(changed)]);
	}
	}
	walkChildren(n);
}

// --- circles

// OPEN is what may change without the program, or in an order by chance, or where it cannot be seen.
const OPEN = new RegExp(String.raw`\b(Date|performance|random|hrtime|set(?:Timeout|Interval|Immediate)|nextTick|Promise|crypto|worker\w*|child_process|eval|arguments|Proxy|Reflect|`
	+ String.raw`definePropert\w+|prototype|__proto__|setPrototypeOf|Weak\w+|Symbol|import|global|globalThis|Atomics|SharedArrayBuffer|memoryUsage|env|uptime|getters?|judge__\w*|`
	+ String.raw`open(?:Sync)?|appendFile\w*|create\w+Stream|existsSync|statSync|read(?:dir|link)\w*|mkdir\w*)\b|writeFileSync\((?!1\b|['"]/dev/std)|require\((?!['"](?:node:)?(?:fs|readline)['"]\))`);

// circles makes each loop show all that it can see where its body begins. Loops that may be entered again from within are
// left out.
function circles(tree) {
	const decls = [], mentions = new Map(), assigned = new Set();
	let open = OPEN.test(source), loops = 0;
	const declare = (p, range, kind) => { for (const name of boundBy(p)) decls.push({ name, start: range.start, end: range.end, kind }) };
	const collect = (n, fn, block, in_) => {
		if (n.async || n.generator || n.kind === 'get' || n.kind === 'set' || /^(Yield|Await|With|Private|Debugger)/.test(n.type)) open = true;
		if (n.type === 'Identifier') for (const by of in_) mentions.set(by, (mentions.get(by) || new Set()).add(n.name));
		if (/^(Function|Class)Declaration$/.test(n.type) && n.id) declare(n.id, n.type[0] === 'F' ? fn : block, 'code');
		const name = /Function|^Class/.test(n.type) ? n.id ? n.id.name : calledBy.get(n) : '';
		if (n.value && /Function/.test(n.value.type) && n.key && n.key.name) calledBy.set(n.value, n.key.name);
		if (n.type === 'VariableDeclarator' && n.init && /Function|Class/.test(n.init.type) && n.id.name) calledBy.set(n.init, n.id.name);
		if (n.type === 'AssignmentExpression' && /Function|Class/.test(n.right.type)) calledBy.set(n.right, n.left.name || n.left.property && n.left.property.name);
		if (/^(Assignment|Update)Expression$/.test(n.type)) for (const name of boundBy(n.left || n.argument)) assigned.add(name);
		if (name) in_ = [...in_, name];
		if (/Function/.test(n.type)) {
			fn = block = n;
			for (const p of n.params) declare(p, n, 'value');
			if (n.id && n.type === 'FunctionExpression') declare(n.id, n, 'code');
		}
		if (/^(Block|For|Switch|Static)|^CatchClause$/.test(n.type)) block = n;
		if (n.type === 'CatchClause' && n.param) declare(n.param, n, 'value');
		if (n.type === 'VariableDeclaration') for (const d of n.declarations) {
			declare(d.id, n.kind === 'var' ? fn : block, n.kind === 'const' && d.init && (/Function|^Class/.test(d.init.type) || /^require\([^()]*\)$/.test(text(d.init))) ? 'code' : 'value');
		}
		for (const c of children(n)) collect(c, fn, block, in_);
	};
	collect(tree, tree, tree, []);
	for (const name of assigned) if (!decls.some((d) => d.name === name)) decls.push({ name, start: 0, end: source.length, kind: 'value' });
	for (const d of decls) if (d.kind === 'code' && assigned.has(d.name)) d.kind = 'value';
	const namesIn = (n, to = new Map()) => {
		if (n.type === 'Identifier') to.set(n.name, (to.get(n.name) || 0) + 1);
		for (const c of children(n)) namesIn(c, to);
		return to;
	};
	// called returns the names in all functions that may be called by one of these names.
	const called = (names, to = new Set()) => {
		for (const name of names) for (const other of mentions.get(name) || []) if (!to.has(other)) called([other], to.add(other));
		return to;
	};
	// counted counts the mentions that only step a counter, and those that step through a list, by name.
	const counted = (n, to) => {
		const of = n.type === 'ExpressionStatement' && n.expression || n.type === 'ForStatement' && n.update;
		const counter = of && (of.type === 'UpdateExpression' ? of.argument : of.type === 'AssignmentExpression' && of.operator !== '=' && of.left);
		if (counter && counter.type === 'Identifier') to.set(counter.name, (to.get(counter.name) || 0) + 1);
		for (const c of children(n)) counted(c, to);
		return to;
	};
	// steps are the variables that only step through lists that nobody changes: behind the end of one all steps are the same.
	const steps = new Map(), others = new Set(), read = new Map(), all = namesIn(tree);
	const more = (name) => read.set(name, (read.get(name) || 0) + 1);
	(function find(n, parent) {
		const same = (name, list) => {
			if (steps.has(name) && steps.get(name) !== list) others.add(name);
			steps.set(name, list);
			more(name);
		};
		if (n.type === 'MemberExpression' && n.object.type === 'Identifier' && n.computed && n.property.type === 'UpdateExpression' && n.property.operator === '++' && n.property.argument.type === 'Identifier' && !n.property.prefix) {
			same(n.property.argument.name, n.object.name);
		}
		if (n.type === 'BinaryExpression' && /^(<|>=)$/.test(n.operator) && n.left.type === 'Identifier' && n.right.type === 'MemberExpression' && n.right.object.type === 'Identifier' && n.right.property.name === 'length') {
			same(n.left.name, n.right.object.name);
		}
		if (n.type === 'MemberExpression' && n.object.type === 'Identifier' && (n.computed || n.property.name === 'length') && !/^(Assignment|Update|Unary)Expression$/.test(parent.type)) more(n.object.name);
		for (const c of children(n)) find(c, n);
	})(tree);
	const once = (name) => decls.filter((d) => d.name === name).length === 1 && all.get(name) === read.get(name) + 1;
	const list = (name) => steps.has(name) && !others.has(name) && once(name) && once(steps.get(name)) && !assigned.has(steps.get(name)) && steps.get(name);
	let label = -1;
	const body = (s, begin, chain) => {
		if (!s) return;
		const block = s.type === 'BlockStatement';
		put(s.start + (block ? 1 : 0), (block ? '' : '{') + begin);
		visit(s, chain);
		if (!block) put(s.end, '}');
	};
	const looked = (n, chain) => {
		const at = label >= 0 ? label : n.start, seen = decls.filter((d) => d.start <= n.body.start && n.body.end <= d.end), inside = namesIn(n), stepped = counted(n, new Map()), also = called(inside.keys());
		label = -1;
		if (seen.some((d) => seen.some((e) => e !== d && e.name === d.name)) || chain.some((name) => inside.has(name) || also.has(name))) return '';
		put(at, `judge__r[${loops}]=(judge__r[${loops}]|0)+1;`);
		const code = seen.filter((d) => d.kind === 'code'), blind = (d) => inside.get(d.name) === stepped.get(d.name) && !also.has(d.name);
		const show = (d) => blind(d) ? `()=>judge__p(${d.name})` : list(d.name) ? `()=>Math.min(${d.name},${list(d.name)}.length)` : `()=>${d.name}`;
		return `if(--judge__k<0)judge__l(${loops++},${line(n)},()=>[${['()=>this', ...seen.filter((d) => d.kind !== 'code').map(show)].join(',')}],()=>[${code.map((d) => `()=>${d.name}`).join(',')}]);`;
	};
	const visit = (n, chain) => {
		if (n.type === 'LabeledStatement') label = n.start;
		if (n.type === 'IfStatement') {
			visit(n.test, chain);
			body(n.consequent, '', chain);
			return body(n.alternate, '', chain);
		}
		if (/^(While|DoWhile|For)Statement$/.test(n.type)) return body(n.body, looked(n, chain), chain);
		if (/^For(In|Of)Statement$/.test(n.type)) return body(n.body, '', chain);
		const name = /Function|^Class/.test(n.type) && (n.id ? n.id.name : calledBy.get(n));
		for (const c of children(n)) visit(c, name ? [...chain, name] : chain);
	};
	visit(tree, []);
	if (open) edits.length = 0;
}

const tree = parse();
if (mode === 'circle') circles(tree);
else walk(tree);
edits.forEach((e, i) => { e.order = i });
edits.sort((a, b) => a.at - b.at || a.order - b.order);
let made = '', at = 0;
for (const e of edits) {
	made += source.slice(at, Math.max(at, e.at)) + e.text;
	at = Math.max(at, e.until);
}
fs.writeFileSync(to + '/Rewritten', made + source.slice(at));
fs.writeFileSync(to + '/Table', JSON.stringify({ places, names, search, circle: mode === 'circle', strict: !!(tree.body[0] && tree.body[0].directive === 'use strict') }));
