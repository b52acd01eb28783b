#judge:problem serializetree
class Codec:
    def serialize(self, root):
        return f"{root.val} {self.serialize(root.left)} {self.serialize(root.right)}" if root else "."

    def deserialize(self, data):
        words = iter(data.split())

        def read():
            word = next(words)
            return None if word == "." else TreeNode(int(word), read(), read())

        return read()
