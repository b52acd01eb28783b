//judge:problem minstack
typedef struct {
    int size;
    int values[1000], least[1000];
} MinStack;

MinStack* minStackCreate() {
    return calloc(1, sizeof(MinStack));
}

void minStackPush(MinStack* obj, int val) {
    int n = obj->size++;
    obj->values[n] = val;
    obj->least[n] = n > 0 && obj->least[n - 1] < val ? obj->least[n - 1] : val;
}

void minStackPop(MinStack* obj) {
    obj->size--;
}

int minStackTop(MinStack* obj) {
    return obj->values[obj->size - 1];
}

int minStackGetMin(MinStack* obj) {
    return obj->least[obj->size - 1];
}

void minStackFree(MinStack* obj) {
    free(obj);
}
