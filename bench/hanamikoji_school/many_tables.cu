// Many tables at once: every table goes on until a learner has to decide.
#include <cstdio>
#include "rounds.cuh"

struct Told {  // what one table tells after a step
  short *seen, *world;   // [table, 32] rows, -1 where there is none
  short* after;          // rows of the world just after the learner's action
  unsigned char* legal;  // [table, ACTIONS]
  i8 *seat, *after_seat, *ended;  // after_seat: who is next just after the action, -1 where it ended the round
  i8* is_over;           // 1 + the seat of the one who does not play greedily
  float* worth;          // of the round that ended on the way, for seat 0
};

__device__ void write(const Table& s, bool is_seen, short* rows) {
  int n = rows_of(s, is_seen, rows);
  while (n < 32) rows[n++] = -1;
}

__global__ void open_tables(Table* tables, int count, u64 seed, float against_greedy, float against_uniform, int kind) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Table s;
  s.rng = (seed + 2ull * i + 1) * 0x9E3779B97F4A7C15ull; s.rng ^= s.rng >> 31; s.rng *= 0xD1B54A32D192ED03ull; s.rng |= 1;
  for (int k = 0; k < 8; k++) next(s.rng);
  s.foe = i < (against_greedy + against_uniform) * count ? below(s.rng, 2) : -1;
  s.is_careless = i >= against_greedy * count;
  s.kind = kind;
  begin_match(s, kind >= 0 ? kind : below(s.rng, 10));
  tables[i] = s;
}

__global__ void advance(Table* tables, int count, const short* actions, Told told) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Table s = tables[i];
  short legal[256]; float gains[256];
  told.ended[i] = told.is_over[i] = 0;
  int round = s.round;
  if (actions) act(s, actions[i]);
  write(s, false, told.after + 32l * i);
  told.after_seat[i] = s.phase == FINISHED || s.round != round ? -1 : s.seat;
  while (true) {
    if (s.phase == FINISHED || s.round != round) {
      told.ended[i] = 1; told.worth[i] = end_worth(s); if (s.phase == FINISHED) {
        told.is_over[i] = s.foe == 0 ? 2 : 1;
        if (s.foe >= 0) s.foe = 1 - s.foe;
        begin_match(s, s.kind >= 0 ? s.kind : below(s.rng, 10));
      }
      round = s.round;
      continue;
    }
    if (s.phase == DRAW) { deal(s); continue; }
    int n = 0, only = 0;
    for (int a = s.phase == CHOOSE ? 0 : FIRST_TAKE; a < ACTIONS && n < 2; a++) if (is_legal(s, a)) { only = a; n++; }
    if (n == 1) { act(s, only); continue; }
    if (s.seat != s.foe) break;
    act(s, s.is_careless ? any_action(s, s.rng) : greedy(s, s.rng, legal, gains));
  }
  write(s, true, told.seen + 32l * i);
  write(s, false, told.world + 32l * i);
  unsigned char* may = told.legal + (long)ACTIONS * i;
  for (int a = 0; a < ACTIONS; a++) may[a] = is_legal(s, a);
  told.seat[i] = s.seat;
  tables[i] = s;
}

__global__ void guessed_worlds(Table* tables, int count, short* world) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Table s = tables[i], w;
  guess(s, w, tables[i].rng);
  write(w, false, world + 32l * i);
}

static int blocks(int count) { return (count + 63) / 64; }

extern "C" int table_bytes() { return sizeof(Table); }
extern "C" int action_count() { return ACTIONS; }
extern "C" int row_count() { return R_ROWS; }
extern "C" void run_open(Table* tables, int count, u64 seed, float against_greedy, float against_uniform, int kind) {
  open_tables<<<blocks(count), 64>>>(tables, count, seed, against_greedy, against_uniform, kind);
}
extern "C" void run_advance(Table* tables, int count, const short* actions, short* seen, short* world, short* after,
                            unsigned char* legal, i8* seat, i8* after_seat, i8* ended, i8* is_over, float* worth) {
  advance<<<blocks(count), 64>>>(tables, count, actions, Told{seen, world, after, legal, seat, after_seat, ended, is_over, worth});
  cudaError_t e = cudaGetLastError();
  if (e) printf("advance: %s\n", cudaGetErrorString(e));
}
extern "C" void run_guess(Table* tables, int count, short* world) { guessed_worlds<<<blocks(count), 64>>>(tables, count, world); }
