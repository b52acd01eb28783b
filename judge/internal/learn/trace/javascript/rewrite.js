// node --expose-internals rewrite.js IN OUT lines|board|search: parses a program with node's own parser and adds calls of the
// functions in watch.js.
'use strict';
const fs = require('fs');
const [, , from, to, mode] = process.argv;
const lines = mode === 'lines', search = mode === 'search';
const source = fs.readFileSync(from, 'utf8').replace(/^#!/, '//').replace(/^\ufeff/, '');
const write = (rewritten, table) => {
	fs.writeFileSync(to + '/Rewritten', rewritten);
	fs.writeFileSync(to + '/Table', JSON.stringify(table));
};
let acorn;
try {
	acorn = require('internal/deps/acorn/acorn/dist/acorn');
} catch {
	if (lines) { // V8 counts the unchanged text
		write(`judge__v(module,${JSON.stringify(source)});`, { places: [], names: [] });
		process.exit(0);
	}
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
function fun(n) {
	const outer = within, name = functionName(n);
	within = [...within, name];
	for (const p of n.params) walk(p);
	const begins = places.length;
	if (search) return called(n, name, outer);
	const looks = lines ? [] : shown(n.params, n);
	if (n.body.type === 'BlockStatement') {
		const directives = n.body.body.filter((s) => s.directive), at = directives.length ? directives[directives.length - 1].end : n.body.start + 1;
		put(at, (directives.length ? ';' : '') + CLOCK + looks.map((l) => l + ';').join(''));
		walk(n.body);
	} else {
		if (lines) looks.push(counter(n.body));
		put(n.body.start, '(' + looks.map((l) => l + ',').join(''));
		walk(n.body);
		put(n.body.end, ')');
	}
	if (places.length > begins) names.push([within.join('.'), begins]);
	within = outer;
}

// called tells where the calls of a function begin and end, and its plain arguments.
function called(n, name, outer) {
	const f = names.push([within.join('.'), line(n)]) - 1, args = n.params.map((p) => p.left || p).filter((p) => p.type === 'Identifier').slice(0, 4).map((p) => p.name);
	const begins = `judge__f(${f},[${args.join(',')}])`;
	if (n.body.type === 'BlockStatement') {
		const directives = n.body.body.filter((s) => s.directive), at = directives.length ? directives[directives.length - 1].end : n.body.start + 1;
		put(at, `${directives.length ? ';' : ''}${CLOCK}${begins};try{`);
		walk(n.body);
		put(n.body.end - 1, `}finally{judge__e(${f})}`);
	} else {
		put(n.body.start, `judge__e(${f},${begins},(`);
		walk(n.body);
		put(n.body.end, '))');
	}
	within = outer;
}

// stem returns arguments that say which table a member belongs to: its name, the row and the whole; nothing if that is
// not a variable or a field with one or two indices.
function stem(n) {
	const row = n.type === 'MemberExpression' && n.computed ? n.property : null, of = row ? n.object : n;
	const name = of.type === 'Identifier' ? of.name : of.type === 'MemberExpression' && !of.computed && of.property.name;
	return name && pure(n) ? `,"${name}",${row ? text(row) : '-1'},${text(of)}` : '';
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

const tree = parse();
walk(tree);
edits.forEach((e, i) => { e.order = i });
edits.sort((a, b) => a.at - b.at || a.order - b.order);
let made = '', at = 0;
for (const e of edits) {
	made += source.slice(at, Math.max(at, e.at)) + e.text;
	at = Math.max(at, e.until);
}
write(made + source.slice(at), { places, names, search, strict: !!(tree.body[0] && tree.body[0].directive === 'use strict') });
