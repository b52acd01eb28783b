//judge:problem lrucache
class LRUCache {
    int capacity;
    list<pair<int, int>> order;
    unordered_map<int, list<pair<int, int>>::iterator> place;

public:
    LRUCache(int capacity) : capacity(capacity) {}

    int get(int key) {
        auto at = place.find(key);
        if (at == place.end()) return -1;
        order.splice(order.begin(), order, at->second);
        return at->second->second;
    }

    void put(int key, int value) {
        if (get(key) >= 0) {
            order.front().second = value;
            return;
        }
        order.emplace_front(key, value);
        place[key] = order.begin();
        if ((int)order.size() > capacity) {
            place.erase(order.back().first);
            order.pop_back();
        }
    }
};
