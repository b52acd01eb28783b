const { a: al, ...rest } = { a: 1, b: 2, c: 3 };
class A { static #n = 0; static { A.#n++; } #x = 1; get x() { return this.#x } set x(v) { this.#x = v } static get n() { return A.#n } ['co' + 1]() { return super.toString() } has(o) { return #x in o } }
class B extends A { constructor() { super(); this.q = [1]; this.q[0] = super.x } m() { super['y'] = 3; return this.y } }
function* gen() { const x = yield 1; const arr = [0]; arr[0] = yield 2; arr[0] += yield 3; return arr[0] }
const it = gen(); it.next(); it.next(5); it.next(6); console.log(it.next(7).value);
async function f() { const r = [0]; r[0] = await 4; r[0] += await Promise.resolve(5); for await (const v of [1, 2]) r[0] += v; return r[0] }
label: for (const i of [1, 2, 3]) { for (;;) { if (i === 2) continue label; break label } }
let s = 0, o = { s, f() { return this.s }, get g() { return 2 }, async h() {}, *k() {}, ['c']: 3 };
switch (s) { case 0: s = 1; case 1: { s = 2; break } default: s = 9 }
var t = `a${s = 3}b`, u = o?.f?.(), v = o?.['c'], w = null ?? 4; w ||= 5; o.s &&= 6; o['z'] ??= 7
const arr = [[1, 2], [3, 4]]; arr[0][s - 3] = arr[1][0] = 9, arr[1][1]--;
[arr[0], arr[1]] = [arr[1], arr[0]];
({ p: arr[0][0], q: s = 5 } = { p: 8 });
if (s) ; else s = 1
if (s) if (s > 3) s++; else s--; else s = 0
do s--
while (s > 2)
for (const k in o) if (k === 's') delete o[k]
try { throw new Error('x') } catch { s = 4 } finally { s = 5 }
const g = async x => await x, h = (x, y = [x], ...z) => { 'a string'; return [x, y, z] }, n = () => ({}), fn = function named() { return named.name }
var m = new Map(); m.set('k', 1); let cnt = 0; arr[cnt++] = cnt; arr[cnt++]++
console.log(al, rest, new B().m(), A.n, s, o, t, u, v, w, arr, h(1), n(), fn(), (() => { return arguments.length > 0 })(), eval('1+1'), new A().has(new A()), cnt, (0, arr)[0], typeof undefinedThing)
const big = 10n ** 20n, re = /[/]\/(?<n>a)/u; label2: { break label2 }
f().then(console.log)
g(3).then((x) => { console.log(x, 1) }, () => {})
console.log('the end')
