"""Doc."""
from __future__ import annotations
import sys, asyncio
from dataclasses import dataclass, field
@dataclass
class P:
    """doc"""
    x: int = 1
    y: list = field(default_factory=list)
    __slots__ = ()  if False else ('x', 'y') if False else ()
class Q:
    def __init__(self): self.__hidden = 3; self.b = [[0]*9 for _ in range(9)]
    def __setitem__(self, k, v): self.b[k[0]][k[1]] = v
    def __getitem__(self, k): return self.b[k[0]][k[1]]
    def __len__(self): raise ValueError('no len')
    @property
    def h(self): x = self.__hidden; return x
    def __eq__(self, o): raise TypeError('no')
q = Q(); q[1, 2] = 5; q[1, 2] += 1; print(q[1, 2], q.h)
a = [[1, 2], [3, 4]]
a[0][0], (a[1][1], *rest) = 7, (8, 9, 10)
a[0][:] = [5, 6]; del a[1][0]; i = 0
a[i], i = [0], 1
def gen():
    x = yield 1
    y = yield from [2, 3]
    return 4
print(list(gen()), a, rest, i)
for a[0][0] in range(3): pass
for k, (m, n) in {1: (2, 3)}.items():
    t = k + m + n
else:
    t = 9
while (z := i) < 3: i += 1
else: w = 1
try:
    raise ValueError
except ValueError as e:
    u = 1
finally:
    v = 2
with open('/dev/null') as f, open('/dev/null') as a[0][0]: s = f.read()
def g(p, /, q=1, *args, r=2, **kw):
    global gg; nonloc = 0
    def inner():
        nonlocal nonloc
        nonloc += 1
        return nonloc
    gg = inner()
    return p, q, args, r, kw, gg
print(g(1, 2, 3, r=4, s=5))
async def co():
    async for x in agen(): y = x
    return y
async def agen():
    yield 1
    yield 2
print(asyncio.run(co()))
match [1, [2, 3]]:
    case [x, [y, *zz]] if x: k = y
    case _: k = 0
print(k, [b := c for c in range(3)], (lambda d: d + 1)(3), f'{a[1]!r:>5}')
class E(Exception): pass
x: int
y: int = 4
d = {}; d['x'] = 1; d.setdefault('y', []).append(3); d['y'][0] += 5
import array; ar = array.array('i', [0] * 81); ar[3] = 4
fr = frozenset([1]); st = {1}; st.add(2)
if True: pass
print(d, ar[3], __name__, sys.argv[0][-6:], __doc__)
def rec(n): return 0 if n == 0 else 1 + rec(n - 1)
print(rec(900))
sys.exit(3)
