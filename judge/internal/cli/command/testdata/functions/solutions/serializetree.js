//judge:problem serializetree
var serialize = function(root) {
    return root ? `${root.val} ${serialize(root.left)} ${serialize(root.right)}` : '.';
};

var deserialize = function(data) {
    const words = data.split(' ');
    const read = () => {
        const word = words.shift();
        return word === '.' ? null : new TreeNode(Number(word), read(), read());
    };
    return read();
};
