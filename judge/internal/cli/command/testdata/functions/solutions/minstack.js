//judge:problem minstack
var MinStack = function() {
    this.values = [];
};

MinStack.prototype.push = function(val) {
    this.values.push([val, this.values.length > 0 ? Math.min(val, this.getMin()) : val]);
};

MinStack.prototype.pop = function() {
    this.values.pop();
};

MinStack.prototype.top = function() {
    return this.values.at(-1)[0];
};

MinStack.prototype.getMin = function() {
    return this.values.at(-1)[1];
};
