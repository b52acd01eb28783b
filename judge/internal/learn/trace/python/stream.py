# Writes the record, whose format package record explains, and ends the program when its time is up. What it watches is
# in watch.py and slow.py.
import ast
import atexit
import os
import signal
import sys

STREAM = 4
PUZZLE = os.environ.get("JUDGE_PUZZLE", "")
SIZE = round(len(PUZZLE) ** 0.5)

out = bytearray(b"SJR1" + bytes((SIZE, 0, 0, 0)))
ended = False
leave = os._exit


def flush():
    data, out[:] = bytes(out), b""
    while data:
        try:
            data = data[os.write(STREAM, data):]
        except OSError:
            return


def end(stopped):
    global ended
    if ended:
        return
    ended = True
    report()
    out.extend(bytes((stopped, 0x84, 0, 0)))
    flush()


def stop(*_):
    end(1)
    leave(86)


def quit(status):
    end(0)
    leave(status)


def ready(tree, path):
    """Compiles a program that is about to run, and starts its clock."""
    atexit.register(end, 0)
    os._exit = quit
    sys.excepthook = lambda kind, error, _: __import__("traceback").print_exception(kind, error, None)  # a traceback would print our long line
    clock = os.environ.get("JUDGE_CLOCK", "")
    if clock.isdigit():
        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, int(clock) / 1000)
    return compile(ast.fix_missing_locations(tree), path, "exec")


