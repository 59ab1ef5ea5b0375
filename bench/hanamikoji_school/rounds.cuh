// The rules of Hanamikoji once more, for many thousand tables at once on a graphics card; only for learning.
// One thread plays one table. Its numbers come from our own code (header.py).
#pragma once
#include <cstdint>
#include <cmath>
#include "tables.h"

typedef signed char i8;
typedef unsigned long long u64;
#define BOTH __host__ __device__

enum { PICK, DRAW, CHOOSE, ANSWER_GIFT, ANSWER_COMPETITION, FINISHED };
const int GEISHAS = 7, LIMITLESS = 99, ACTIONS = MARKERS_IN_ALL + 9;
const int FIRST_TAKE = MARKERS_IN_ALL, FIRST_PAIR = MARKERS_IN_ALL + 7;

struct Table {
  i8 unseen[7], hands[2][7], placed[2][7], secret[2][7], discarded[2][7], offer[2][7], used[2][4], size[2], favour[7];
  i8 seat, phase, drawn, round, starter, limit, geishas_first, winner, foe, is_careless, kind;  // foe: the seat of the house's bot, or -1
  u64 rng;
};

BOTH inline unsigned next(u64& r) { r ^= r << 13; r ^= r >> 7; r ^= r << 17; return (unsigned)(r >> 32); }
BOTH inline int below(u64& r, int n) { return (int)(((u64)next(r) * n) >> 32); }
BOTH inline float unit(u64& r) { return next(r) * (1.0f / 4294967296.0f); }

BOTH inline int card_at(const i8* cards, int k) {
  for (int g = 0; g < 7; g++) { k -= cards[g]; if (k < 0) return g; }
  return 6;
}

BOTH inline void begin_round(Table& s, int starter) {
  s.round++; s.starter = starter; s.seat = starter; s.phase = DRAW; s.drawn = 0;
  for (int g = 0; g < 7; g++) {
    s.unseen[g] = CHARM[g];
    for (int p = 0; p < 2; p++) s.hands[p][g] = s.placed[p][g] = s.secret[p][g] = s.discarded[p][g] = s.offer[p][g] = 0;
  }
  for (int p = 0; p < 2; p++) { s.size[p] = 0; for (int m = 0; m < 4; m++) s.used[p][m] = 0; }
}

BOTH inline void begin_match(Table& s, int kind) {  // kind 0: no limit, 1: geishas first, else as usual
  s.limit = kind == 0 ? LIMITLESS : 3; s.geishas_first = kind == 1; s.winner = -1; s.round = 0;
  for (int g = 0; g < 7; g++) s.favour[g] = -1;
  begin_round(s, below(s.rng, 2));
}

BOTH inline void close_round(Table& s) {
  int points[2] = {0, 0}, geishas[2] = {0, 0};
  for (int g = 0; g < 7; g++) {
    int a = s.placed[0][g] + s.secret[0][g], b = s.placed[1][g] + s.secret[1][g];
    if (a > b) s.favour[g] = 0; else if (b > a) s.favour[g] = 1;
    if (s.favour[g] >= 0) { points[s.favour[g]] += CHARM[g]; geishas[s.favour[g]]++; }
  }
  for (int p = 0; p < 2; p++) if (points[p] >= 11) { s.phase = FINISHED; s.winner = p; return; }
  for (int p = 0; p < 2; p++) if (geishas[p] >= 4) { s.phase = FINISHED; s.winner = p; return; }
  if (s.round >= s.limit) {
    int lead = points[0] - points[1];
    if (s.geishas_first && geishas[0] != geishas[1]) lead = geishas[0] - geishas[1];
    s.phase = FINISHED; s.winner = lead == 0 ? -1 : lead > 0 ? 0 : 1;
    return;
  }
  begin_round(s, 1 - s.starter);
}

BOTH inline void end_turn(Table& s) { s.seat = 1 - s.seat; if (s.drawn < 20) s.phase = DRAW; else close_round(s); }

BOTH inline void answer(Table& s, int choice) {  // a gift's card, or which pair of a competition
  int taker = s.seat, giver = 1 - s.seat;
  if (s.phase == ANSWER_GIFT) { s.offer[0][choice]--; s.placed[taker][choice]++; choice = 1; }
  for (int g = 0; g < 7; g++) {
    s.placed[taker][g] += s.offer[choice][g]; s.placed[giver][g] += s.offer[1 - choice][g];
    s.offer[0][g] = s.offer[1][g] = 0;
  }
  s.seat = giver; end_turn(s);
}

BOTH inline int marker_of(int a) { return a < FIRST_DISCARD ? 0 : a < FIRST_GIFT ? 1 : a < FIRST_COMPETITION ? 2 : 3; }

BOTH inline void mark(Table& s, int a) {
  int marker = marker_of(a), p = s.seat;
  s.used[p][marker] = 1; s.size[p] -= marker + 1;
  for (int g = 0; g < 7; g++) {
    int n = CARDS_OF[7 * a + g];
    s.hands[p][g] -= n;
    if (marker == 0) s.secret[p][g] += n;
    else if (marker == 1) s.discarded[p][g] += n;
    else if (marker == 2) s.offer[0][g] = n;
    else { s.offer[0][g] = PAIR_OF[14 * (a - FIRST_COMPETITION) + g]; s.offer[1][g] = PAIR_OF[14 * (a - FIRST_COMPETITION) + 7 + g]; }
  }
  if (marker < 2) { end_turn(s); return; }
  s.phase = marker == 2 ? ANSWER_GIFT : ANSWER_COMPETITION; s.seat = 1 - p;
  if (marker == 2) { for (int g = 0; g < 7; g++) if (s.offer[0][g] == 3) { answer(s, g); return; } }
  else {
    bool same = true;
    for (int g = 0; g < 7; g++) same = same && s.offer[0][g] == s.offer[1][g];
    if (same) answer(s, 0);
  }
}

BOTH inline void act(Table& s, int a) {
  if (a < FIRST_TAKE) mark(s, a); else if (a < FIRST_PAIR) answer(s, a - FIRST_TAKE); else answer(s, a - FIRST_PAIR);
}

BOTH inline bool is_legal(const Table& s, int a) {
  if (s.phase == ANSWER_GIFT) return a >= FIRST_TAKE && a < FIRST_PAIR && s.offer[0][a - FIRST_TAKE] > 0;
  if (s.phase == ANSWER_COMPETITION) return a >= FIRST_PAIR;
  if (a >= FIRST_TAKE || s.used[s.seat][marker_of(a)]) return false;
  for (int g = 0; g < 7; g++) if (CARDS_OF[7 * a + g] > s.hands[s.seat][g]) return false;
  return true;
}

BOTH inline void deal(Table& s) {
  if (s.drawn == 0) {
    for (int p = 0; p < 2; p++) {
      for (int i = 0; i < 6; i++) { int g = card_at(s.unseen, below(s.rng, 21 - s.drawn)); s.unseen[g]--; s.hands[p][g]++; s.drawn++; }
      s.size[p] = 6;
    }
  }
  int g = card_at(s.unseen, below(s.rng, 21 - s.drawn));
  s.unseen[g]--; s.hands[s.seat][g]++; s.size[s.seat]++; s.drawn++; s.phase = CHOOSE;
}

BOTH inline void guess(const Table& s, Table& w, u64& r) {  // another world that the one who acts cannot tell apart
  w = s;
  int y = 1 - s.seat, left = 0;
  for (int g = 0; g < 7; g++) {
    w.unseen[g] += w.hands[y][g] + w.secret[y][g] + w.discarded[y][g];
    w.hands[y][g] = w.secret[y][g] = w.discarded[y][g] = 0; left += w.unseen[g];
  }
  for (int i = 0; i < w.size[y]; i++) { int g = card_at(w.unseen, below(r, left--)); w.unseen[g]--; w.hands[y][g]++; }
  if (w.used[y][0]) { int g = card_at(w.unseen, below(r, left--)); w.unseen[g]--; w.secret[y][g]++; }
  if (w.used[y][1]) for (int i = 0; i < 2; i++) { int g = card_at(w.unseen, below(r, left--)); w.unseen[g]--; w.discarded[y][g]++; }
}

BOTH inline float end_worth(const Table& s) {  // seat 0's share when a round or the match is over
  if (s.phase == FINISHED) return s.winner < 0 ? 0.5f : 1.0f - s.winner;
  int index = 0, power = 1;
  for (int g = 0; g < 7; g++) { if (s.favour[g] >= 0) index += power * (1 + (s.favour[g] ^ s.starter)); power *= 3; }
  int column = s.limit == LIMITLESS ? 4 : (s.limit - s.round > 0 ? 1 : 0) + (s.geishas_first ? 2 : 0);
  float worth = WORTH[index * 5 + column];
  return s.starter == 0 ? worth : 1 - worth;
}

// -- the greedy bot, as games/hanamikoji/mind/sense.py and bots/greedy.py have it

const int MIDDLE = 12, HALF = 7;

BOTH inline int place_of(const Table& s, int g) {
  int laid = s.placed[0][g] + s.secret[0][g] - s.placed[1][g] - s.secret[1][g];
  int lead = 2 * laid + s.hands[0][g] - s.hands[1][g], left = s.unseen[g] + s.hands[0][g] + s.hands[1][g];
  return ((g * 3 + s.favour[g] + 1) * (2 * MIDDLE + 1) + lead + MIDDLE) * HALF + left;
}

BOTH inline float leaning(const Table& s) {
  float total = 0;
  for (int g = 0; g < 7; g++) total += TILT[place_of(s, g)];
  return total;
}

BOTH inline float promise(const Table& s, const int* here, const float* now, int a) {
  float sign = s.seat == 0 ? 1 : -1, mine = 0, other = 0, worst = 1e9f;
  int half = s.seat == 0 ? HALF : -HALF;
  for (int g = 0; g < 7; g++) {
    int n = CARDS_OF[7 * a + g];
    if (n == 0) continue;
    int at = here[g] - n;
    if (a < FIRST_DISCARD) mine += TILT[at + half] - now[g];
    else if (a < FIRST_GIFT) mine += TILT[at - half * n] - now[g];
    else if (a < FIRST_COMPETITION) {
      float kept = TILT[at + half * n];
      mine += kept - now[g]; worst = fminf(worst, sign * (TILT[at + half * (n - 4)] - kept));
    } else {
      const i8* pairs = PAIR_OF + 14 * (a - FIRST_COMPETITION);
      int more = 2 * (pairs[g] - pairs[7 + g]);
      mine += TILT[at + half * (more - n)] - now[g]; other += TILT[at - half * (more + n)] - now[g];
    }
  }
  if (a < FIRST_GIFT) return sign * mine;
  if (a < FIRST_COMPETITION) return sign * mine + worst;
  return fminf(sign * mine, sign * other);
}

BOTH inline float glance(const Table& s) {  // seat 0's share where no offer is open
  if (s.phase == FINISHED || (s.phase == DRAW && s.drawn == 0)) return end_worth(s);
  return 1 / (1 + expf(-leaning(s)));
}

BOTH inline void imagine(const Table& s, Table& w, u64& r) {
  for (int i = 0; i < 8; i++) {
    guess(s, w, r);
    float belief = 1;
    for (int g = 0; g < 7; g++) if (w.secret[1 - s.seat][g] > 0) belief = CHARM[g] < 4 ? 0.3f : CHARM[g] == 4 ? 1.0f : 0.8f;
    if (unit(r) < belief) return;
  }
}

BOTH inline int greedy(const Table& s, u64& r, short* legal, float* gains) {
  int n = 0, first = s.phase == CHOOSE ? 0 : FIRST_TAKE, last = s.phase == CHOOSE ? FIRST_TAKE : ACTIONS;
  for (int a = first; a < last; a++) if (is_legal(s, a)) { legal[n] = a; gains[n++] = 0; }
  Table w, x;
  for (int k = 0; k < 16; k++) {
    imagine(s, w, r);
    int here[7]; float now[7], lean = 0;
    for (int g = 0; g < 7; g++) { here[g] = place_of(w, g); now[g] = TILT[here[g]]; lean += now[g]; }
    for (int i = 0; i < n; i++) {
      float share;
      if (s.phase == CHOOSE && s.drawn < 20) share = 1 / (1 + expf(-(lean + (s.seat == 0 ? 1 : -1) * promise(w, here, now, legal[i]))));
      else {
        x = w; act(x, legal[i]);
        share = x.phase == ANSWER_GIFT || x.phase == ANSWER_COMPETITION
          ? 1 / (1 + expf(-(lean + (s.seat == 0 ? 1 : -1) * promise(w, here, now, legal[i])))) : glance(x);
      }
      gains[i] += s.seat == 0 ? share : 1 - share;
    }
  }
  int best = 0;
  for (int i = 1; i < n; i++) if (gains[i] > gains[best]) best = i;
  return legal[best];
}

BOTH inline int any_action(const Table& s, u64& r) {
  int n = 0, found = 0;
  for (int a = s.phase == CHOOSE ? 0 : FIRST_TAKE; a < ACTIONS; a++) if (is_legal(s, a) && below(r, ++n) == 0) found = a;
  return found;
}

// -- what the networks are told: the rows of games/hanamikoji/mind/foresight.py

BOTH inline int rows_of(const Table& s, bool is_seen, short* rows) {  // the whole world, or what the one who acts sees
  int me = s.seat, you = 1 - me, n = 0, markers = 0;
  bool is_offer = s.phase == ANSWER_GIFT || s.phase == ANSWER_COMPETITION;
  for (int g = 0; g < 7; g++) {
    int mine = s.placed[me][g] + s.secret[me][g], yours = s.placed[you][g] + (is_seen ? 0 : s.secret[you][g]);
    int held = s.hands[you][g], left = s.hands[me][g] + s.hands[you][g] + s.unseen[g];
    if (is_seen) { held += s.unseen[g] + s.secret[you][g] + s.discarded[you][g]; left = s.hands[me][g] + held; }
    int favour = s.favour[g] < 0 ? 0 : 1 + (s.favour[g] ^ me);
    rows[n++] = STANDING[((g * 6 + mine) * 6 + yours) * 6 + left] + favour;
    if (s.hands[me][g] + held > 0) rows[n++] = HANDS[(g * 6 + s.hands[me][g]) * 6 + held];
    if (is_offer && s.offer[0][g] + s.offer[1][g] > 0)
      rows[n++] = R_OFFERS + 13 * g + (s.phase == ANSWER_GIFT ? s.offer[0][g] : 4 + 3 * s.offer[0][g] + s.offer[1][g]);
    if (s.secret[me][g] > 0) rows[n++] = R_SECRETS + g;
    if (!is_seen && s.secret[you][g] > 0) rows[n++] = R_SECRETS + 7 + g;
  }
  for (int m = 0; m < 4; m++) markers = 4 * markers + 2 * s.used[me][m] + s.used[you][m];
  rows[n++] = R_MARKERS + markers;
  rows[n++] = R_PHASES + s.phase;
  rows[n++] = R_ROUNDS + (s.limit == LIMITLESS ? 6 : 3 * s.geishas_first + s.limit - s.round);
  return n;
}
