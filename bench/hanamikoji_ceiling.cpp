// A ceiling, not a product: random Hanamikoji matches in hand-written C++ with the distribution of stride.py, no
// options, no hidden information, no log. `bench/ceiling.py` compiles it and runs it beside ours, in one run.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

static uint64_t word = 88172645463325252ull;
static inline uint32_t below(uint32_t n) {
    word ^= word << 13; word ^= word >> 7; word ^= word << 17;
    return uint32_t((uint64_t(uint32_t(word >> 32)) * n) >> 32);
}
static const int CHARM[7] = {2, 2, 2, 3, 3, 4, 5};

struct Player { uint8_t hand[10]; int size; uint8_t placed[7]; int used; };

static inline int lift(Player &p) {
    int at = int(below(uint32_t(p.size)));
    int card = p.hand[at];
    p.hand[at] = p.hand[--p.size];
    return card;
}

static int play(long &steps) {
    int8_t favour[7]; memset(favour, -1, 7);
    int starter = int(below(2));
    for (int round = 1;; round++, starter ^= 1) {
        uint8_t deck[21]; int n = 0;
        for (int g = 0; g < 7; g++) for (int i = 0; i < CHARM[g]; i++) deck[n++] = uint8_t(g);
        for (int i = 0; i < 20; i++) { int j = i + int(below(uint32_t(21 - i))); uint8_t t = deck[i]; deck[i] = deck[j]; deck[j] = t; }
        Player p[2]; memset(p, 0, sizeof p);
        int at = 0;
        for (; at < 12; at++) p[at & 1].hand[p[at & 1].size++] = deck[at];
        steps += 12;
        int secret[2] = {0, 0};
        for (int turn = 0; turn < 8; turn++) {
            Player &me = p[(starter + turn) & 1], &other = p[(starter + turn + 1) & 1];
            me.hand[me.size++] = deck[at++];
            steps += 2;
            int left = 4 - __builtin_popcount(unsigned(me.used)), pick = int(below(uint32_t(left))), marker = 0;
            while ((me.used >> marker & 1) || pick > 0) { if (!(me.used >> marker & 1)) pick--; marker++; }
            me.used |= 1 << marker;
            if (marker == 0) secret[(starter + turn) & 1] = lift(me);
            else if (marker == 1) { lift(me); lift(me); }
            else if (marker == 2) {
                int c[3] = {lift(me), lift(me), lift(me)}, t = int(below(3));
                for (int i = 0; i < 3; i++) (i == t ? other : me).placed[c[i]]++;
                steps++;
            } else {
                int c[4] = {lift(me), lift(me), lift(me), lift(me)}, t = int(below(2));
                for (int i = 0; i < 4; i++) ((i >> 1) == t ? other : me).placed[c[i]]++;
                steps++;
            }
        }
        for (int s = 0; s < 2; s++) p[s].placed[secret[s]]++;
        int geishas[2] = {0, 0}, points[2] = {0, 0};
        for (int g = 0; g < 7; g++) {
            if (p[0].placed[g] > p[1].placed[g]) favour[g] = 0;
            else if (p[1].placed[g] > p[0].placed[g]) favour[g] = 1;
            if (favour[g] >= 0) { geishas[favour[g]]++; points[favour[g]] += CHARM[g]; }
        }
        for (int s = 0; s < 2; s++) if (points[s] >= 11) return s;
        for (int s = 0; s < 2; s++) if (geishas[s] >= 4) return s;
        if (round == 3) return points[0] == points[1] ? 2 : points[0] > points[1] ? 0 : 1;
    }
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 1000000, steps = 0, won[3] = {0, 0, 0};
    clock_t begin = clock();
    for (long i = 0; i < games; i++) won[play(steps)]++;
    double seconds = double(clock() - begin) / CLOCKS_PER_SEC;
    printf("%.0f %.2f %ld %ld %ld\n", double(games) / seconds, double(steps) / double(games), won[0], won[1], won[2]);
}
