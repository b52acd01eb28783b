# Watches why a program is slow: whether it runs in a circle, or which lines handle long things.
import hashlib
import time

LONG = 300  # items; shorter things are not noted
told = []  # texts


def report():
    if mode == "handling":
        told.append("total %d" % (time.process_time_ns() - began))
        for (line, name), (calls, items, ns) in handled.items():
            told.append("handled %d %d %d %d %s" % (line, calls, items, ns, name))
    for text in told[:2000]:
        data = text.encode()
        out.extend(bytes((2, 0x86, 0, 0)) + len(data).to_bytes(4, "little") + data + bytes(-len(data) % 4))


# --- circles: the state of the program is its frames, with all that they can reach, and its place in the input

class Unknown(Exception):
    """Something may change that is not seen here."""


MODULES = {"sys", "math", "collections", "heapq", "bisect", "string", "operator", "typing", "copy", "array", "__future__"}
MOST = 200_000  # things in a state


def closed(tree):
    """Returns the lines on which a frame holds what is not seen: iterators, context managers, errors."""
    hidden = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.ExceptHandler, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Await)):
            hidden.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.Import) and any(n.name.split(".")[0] not in MODULES for n in node.names):
            return None
        if isinstance(node, ast.ImportFrom) and (node.module or "?").split(".")[0] not in MODULES:
            return None
        if isinstance(node, ast.Name) and node.id in ("exec", "eval", "open", "__import__", "globals", "locals", "vars", "iter", "id", "hash"):
            return None
    return hidden


class State:
    def __init__(self):
        self.known, self.parts = {}, []

    def add(self, v):
        t = v.__class__
        if v is None or t in (bool, int, float, str, bytes, complex, range):
            self.parts.append("%s:%r" % (t.__name__, v))
            return
        if id(v) in self.known:
            self.parts.append("again:%d" % self.known[id(v)][0])
            return
        self.known[id(v)] = len(self.known), v
        if len(self.known) > MOST or len(self.parts) > 4 * MOST:
            raise Unknown
        self.parts.append("new:%s(" % t.__qualname__)
        self.inside(v, t)
        self.parts.append(")")

    def all(self, items):
        for item in items:
            self.add(item)

    def inside(self, v, t):
        if t in (list, tuple, frozenset, bytearray) or t.__module__ == "collections" and t.__name__ == "deque" or t is set and not pops:
            self.all(list(v))
        elif t is dict or t.__module__ == "collections" and t.__name__ in ("defaultdict", "Counter", "OrderedDict"):
            for key, item in list(v.items()):
                self.add(key)
                self.add(item)
        elif t.__name__ == "module":
            if v.__name__.split(".")[0] not in MODULES:
                raise Unknown
        elif t.__name__ == "function":
            if v.__code__.co_filename == path:
                self.all([v.__defaults__, v.__kwdefaults__, v.__dict__])
                self.all(cell.cell_contents for cell in v.__closure__ or ())
        elif t.__name__ == "builtin_function_or_method":
            if v.__self__ not in (sys.stdin, sys.stdin.buffer, sys.stdout):
                self.add(v.__self__)
        elif t.__name__ == "method":
            self.all([v.__func__, v.__self__])
        elif v in (sys.stdin, sys.stdin.buffer, sys.stdout) or t is type and v.__module__ != "__main__":
            return
        elif t is type:
            self.add({k: x for k, x in v.__dict__.items() if not k.startswith("__")})
            self.all(b for b in v.__bases__ if b is not object)
        elif t.__module__ == "__main__" and t.__base__ is object:
            self.add(getattr(v, "__dict__", None))
            self.all(getattr(v, s, None) for s in getattr(t, "__slots__", ()))
            self.add(t)
        else:
            raise Unknown


FLOWS = 0x20 | 0x80 | 0x100 | 0x200  # generators and coroutines


def state(frame):
    s = State()
    while frame is not None:
        code = frame.f_code
        if code.co_filename != path or code.co_flags & FLOWS or frame.f_lineno in hidden:
            raise Unknown
        s.parts.append("frame:%d:%d" % (code.co_firstlineno, frame.f_lasti))
        if code is main:
            s.add({k: v for k, v in frame.f_globals.items() if not k.startswith("__")})
            break
        s.add(dict(frame.f_locals))
        frame = frame.f_back
    s.parts.append("at:%d:%d" % (sys.stdin.tell(), os.lseek(0, 0, os.SEEK_CUR)))
    return hashlib.blake2b("\n".join(s.parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


seen = {}
last, since, misses = None, 0, 0


def look(_, frame):
    global last, since, misses
    now = time.process_time()
    try:
        digest = state(frame)
    except Exception:  # it may hold anything
        digest, misses = None, misses + 1
    if digest is not None and digest in seen and (digest != last or now - since > 0.001):
        told.append("circle %d" % (os.lseek(0, 0, os.SEEK_CUR) == os.fstat(0).st_size))
        stop()
    if digest is not None:
        seen[digest] = True
    last, since = digest, time.process_time()
    if misses < 500:
        signal.setitimer(signal.ITIMER_VIRTUAL, max(0.004, since - now))


# --- handling

began = 0
handled = {}
LISTS = (list, str, tuple, bytes, bytearray)


def note(line, name, items, ns):
    was = handled.get((line, name), (0, 0, 0))
    handled[line, name] = was[0] + 1, was[1] + items, was[2] + ns


def timed(line, name, items, do, *args):
    start = time.thread_time_ns()
    result = do(*args)
    note(line, name, items, time.thread_time_ns() - start)
    return result


def handled_method(line, name, o, *args):
    do = getattr(o, name)
    t = o.__class__
    if t in LISTS or t.__name__ == "deque":
        n = len(o)
        if n >= LONG:
            if name in ("pop", "insert"):
                if t is list and args and args[0].__class__ is int:
                    n -= args[0] if args[0] >= 0 else n + args[0]
                elif t is list or not args:
                    return do(*args)
            if n >= LONG:
                return timed(line, "." + name + "()", n, do, *args)
    return do(*args)


def handled_call(line, do, *args):
    name = FUNCTIONS.get(do)
    if name and len(args) == 1 and (args[0].__class__ in LISTS or args[0].__class__ is range) and len(args[0]) >= LONG:
        return timed(line, name + "()", len(args[0]), do, *args)
    return do(*args)


FUNCTIONS = {f: f.__name__ for f in (sum, min, max, list, any, all, tuple, set)}


def handled_in(line, a, b):
    if b.__class__ in LISTS and len(b) >= LONG:
        return timed(line, "in", len(b), lambda: a in b)
    return a in b


def handled_slice(line, o, *cut):
    cut = slice(*cut)
    if o.__class__ in LISTS and len(o) >= LONG:
        n = len(range(*cut.indices(len(o))))
        if n >= LONG:
            return timed(line, "[:]", n, lambda: o[cut])
    return o[cut]


def handled_sum(line, a, b):
    if a.__class__ in LISTS and len(a) + len(b) >= LONG:
        return timed(line, "+", len(a) + len(b), lambda: a + b)
    return a + b


METHODS = {"pop", "insert", "index", "count", "remove", "copy", "find", "replace"}


class Handling(ast.NodeTransformer):
    def call(self, node, name, args):
        made = ast.Call(ast.Name(name, ast.Load()), [ast.Constant(node.lineno), *args], [])
        return ast.copy_location(made, node)

    def visit_Call(self, node):
        self.generic_visit(node)
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            return node
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS and not (isinstance(node.func.value, ast.Call) and isinstance(node.func.value.func, ast.Name) and node.func.value.func.id == "super"):
            name = node.func.attr
            return self.call(node, "_judge_m", [ast.Constant(name), node.func.value, *node.args])
        if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS.values() and len(node.args) == 1:
            return self.call(node, "_judge_f", [node.func, *node.args])
        return node

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            made = self.call(node, "_judge_i", [node.left, node.comparators[0]])
            return made if isinstance(node.ops[0], ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), made), node)
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
            cut = [x or ast.Constant(None) for x in (node.slice.lower, node.slice.upper, node.slice.step)]
            return self.call(node, "_judge_s", [node.value, *cut])
        return node

    def visit_Assign(self, node):
        same = isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Add) and isinstance(node.value.left, ast.Name) and \
            isinstance(node.targets[0], ast.Name) and node.targets[0].id == node.value.left.id
        if same:  # a text may grow in its place, if nothing else holds it
            name = node.value.left
            right = node.value.right = self.visit(node.value.right)
            is_list = ast.Compare(ast.Attribute(name, "__class__", ast.Load()), [ast.Is()], [ast.Name("list", ast.Load())])
            node.value = ast.IfExp(is_list, self.call(node.value, "_judge_p", [name, right]), node.value)
            ast.copy_location(node.value, node)
            return node
        self.generic_visit(node)
        return node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Add):
            return self.call(node, "_judge_p", [node.left, node.right])
        return node

    def visit_AugAssign(self, node):
        node.value = self.visit(node.value)
        return node


def watched(what, source, file, space):
    """Compiles a source, changed if need be, and puts the functions that it calls into its module."""
    global mode, path, main, hidden, pops, began
    mode, path = what, file
    tree = ast.parse(source, path)
    hidden = closed(tree)
    pops = b".pop(" in source
    if mode == "handling":
        tree = Handling().visit(tree)
        space.update(_judge_m=lambda line, name, o, *args: handled_method(line, name, o, *args), _judge_f=handled_call, _judge_i=handled_in,
                     _judge_s=handled_slice, _judge_p=handled_sum)
    main = ready(tree, path)
    if mode == "circle" and hidden is not None:
        signal.signal(signal.SIGVTALRM, look)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
    began = time.process_time_ns()
    return main
