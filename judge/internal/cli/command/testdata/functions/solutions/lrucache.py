#judge:problem lrucache
class LRUCache:
    def __init__(self, capacity: int):
        self.capacity = capacity
        self.kept = OrderedDict()

    def get(self, key: int) -> int:
        if key not in self.kept:
            return -1
        self.kept.move_to_end(key)
        return self.kept[key]

    def put(self, key: int, value: int) -> None:
        self.kept[key] = value
        self.kept.move_to_end(key)
        if len(self.kept) > self.capacity:
            self.kept.popitem(last=False)
