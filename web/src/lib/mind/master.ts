// A game's own rules and search, compiled from the very same Python: one instance of a module and the memory it works on.
// Draws nothing, asks nobody; runs in a worker, in Node and in tests alike. What the entries take is in wasm/entries.py.

export interface Description {
  game: string;
  version: number;
  digest: string;
  entries: string[];
  seats: number;
  /** Bytes of memory that the module's own data take. */
  data: number;
  /** Lengths of the tables of numbers that belong into the module's own memory, last among the weights. */
  numbers: number[];
  spaces: {
    state: number;
    worlds: number;
    faith: number;
    ids: number;
    shares: number;
    path: number;
    seats: number;
    node: number;
  };
}

/** What a tree knows about one decision: for each legal action how often it was tried and what that brought in all. */
export interface Found {
  actions: number[];
  visits: number[];
  gains: number[];
  /** Each seat's gains with the action tried most. */
  shares: number[];
  iterations: number;
}

const STACK = 1 << 20;
const PAGE = 1 << 16;
const PLANTED = 5 / 8;

type Entry = (...numbers: number[]) => number;

/** Numbers of half precision, as networks travel. */
export function widened(halves: ArrayBuffer): Float32Array {
  const bits = new Uint16Array(halves);
  const wide = new Float32Array(bits.length);
  for (let at = 0; at < bits.length; at++) {
    const half = bits[at]!;
    const fraction = half & 0x3ff;
    const power = (half >> 10) & 31;
    const size = power ? (1 + fraction / 1024) * 2 ** (power - 15) : (fraction / 1024) * 2 ** -14;
    wide[at] = half & 0x8000 ? -size : size;
  }
  return wide;
}

export class Master {
  readonly memory: WebAssembly.Memory;
  private readonly entry: Record<string, Entry> = {};
  private readonly at: Record<string, number> = {};
  private readonly tree: number[];
  private decision: number[] = [];
  private choices = 0;

  private constructor(
    readonly about: Description,
    nodes: number,
    instinct: Float32Array,
  ) {
    const { spaces } = about;
    const sizes: [string, number][] = [
      ['nodes', nodes * spaces.node],
      ['planted', Math.floor(nodes * PLANTED) * 4],
      ['room', 16],
      ['worlds', spaces.worlds],
      ['faith', spaces.faith],
      ['seen', spaces.state],
      ['state', spaces.state],
      ['choices', spaces.ids],
      ['instinct', spaces.shares],
      ['world', 2 * spaces.state],
      ['actions', spaces.ids],
      ['odds', spaces.ids],
      ['places', spaces.ids],
      ['path', spaces.path],
      ['promise', spaces.shares],
      ['out', spaces.seats],
      ['glance', spaces.seats],
      ['rng', 8],
      ['visits', spaces.shares],
      ['gains', spaces.shares],
      ['weights', instinct.byteLength],
    ];
    let top = about.data + STACK;
    for (const [name, bytes] of sizes) {
      this.at[name] = top;
      top += (bytes + 15) & ~15;
    }
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(top / PAGE) });
    const { nodes: places, planted, room, worlds, faith, weights } = this.at;
    this.tree = [places!, nodes, planted!, room!, worlds!, faith!, weights!];
    new Float32Array(this.memory.buffer, this.at.weights, instinct.length).set(instinct);
  }

  /** Bring a compiled module to life with room for so many nodes (a power of two). */
  static async start(
    about: Description,
    module: WebAssembly.Module,
    weights: Float32Array | null,
    nodes: number,
  ): Promise<Master> {
    const all = weights ?? new Float32Array();
    let next = all.length - about.numbers.reduce((sum, length) => sum + length, 0);
    const master = new Master(about, nodes, all.subarray(0, next));
    const table = new WebAssembly.Table({ initial: 64, element: 'anyfunc' });
    const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, about.data + STACK);
    const env = { __linear_memory: master.memory, __indirect_function_table: table, __stack_pointer: stack };
    await WebAssembly.instantiate(module, { env });
    about.entries.forEach((name, index) => (master.entry[name] = table.get(index + 1) as Entry));
    about.numbers.forEach((length, index) => {
      const place = new Float32Array(master.memory.buffer, master.call(`numbers_${index}`), length);
      place.set(all.subarray(next, next + length));
      next += length;
    });
    return master;
  }

  private call(name: string, ...numbers: number[]): number {
    return this.entry[name]!(...numbers);
  }
  private bytes(name: string, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.at[name], length);
  }
  private doubles(name: string, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, this.at[name], length);
  }
  private ids(name: string, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, this.at[name], length);
  }

  // -- the rules, on a state given as bytes -----------------------------------------------------------------------

  actor(state: Uint8Array): number {
    this.bytes('state', state.length).set(state);
    return this.call('actor', this.at.state!);
  }
  legal(state: Uint8Array): number[] {
    this.bytes('state', state.length).set(state);
    return [...this.ids('actions', this.call('legal', this.at.state!, this.at.actions!))];
  }
  /** Each of these gives the state as it is afterwards. */
  apply(state: Uint8Array, action: number): Uint8Array {
    return this.changed(state, 'apply', action);
  }
  hide(state: Uint8Array, seat: number): Uint8Array {
    return this.changed(state, 'hide', seat);
  }
  guess(seen: Uint8Array, seat: number, seed: bigint): Uint8Array {
    this.seed(seed);
    return this.changed(seen, 'guess', seat, this.at.rng!);
  }
  score(state: Uint8Array): number[] {
    this.bytes('state', state.length).set(state);
    this.doubles('out', this.about.seats).fill(0);
    this.call('score', this.at.state!, this.at.out!);
    return [...this.doubles('out', this.about.seats)];
  }
  private changed(state: Uint8Array, name: string, ...numbers: number[]): Uint8Array {
    const room = this.bytes('state', state.length);
    room.set(state);
    this.call(name, this.at.state!, ...numbers);
    return room.slice();
  }

  // -- thinking about one decision --------------------------------------------------------------------------------

  /** Start the generator; 0 is no seed. */
  seed(word: bigint): void {
    new BigUint64Array(this.memory.buffer, this.at.rng, 1)[0] = word || 1n;
  }

  /** Begin to think about what a seat sees; with everything open nothing is guessed. */
  begin(seen: Uint8Array, seat: number, isOpen = false): void {
    this.call('clear', ...this.tree);
    this.bytes('seen', seen.length).set(seen);
    this.choices = this.call('legal', this.at.seen!, this.at.choices!);
    const asks = 'instinct' in this.entry && !isOpen;
    if (asks) {
      this.bytes('world', seen.length).set(seen);
      const { weights, world, choices, instinct } = this.at;
      this.call('instinct', weights!, world!, seat, choices!, this.choices, instinct!);
    }
    const { seen: place, choices, instinct } = this.at;
    this.decision = [place!, seat, choices!, this.choices, instinct!, asks ? 1 : 0, isOpen ? 1 : 0];
  }

  /** Think on for so many iterations. */
  grow(iterations: number): void {
    const { world, actions, odds, places, path, promise, out, glance, rng } = this.at;
    const scratch = [world!, actions!, odds!, places!, path!, promise!, out!, glance!];
    this.call('grow', ...this.tree, ...this.decision, ...scratch, rng!, iterations);
  }

  found(iterations: number): Found {
    const { choices: n } = this;
    this.doubles('gains', n).fill(0);
    this.bytes('visits', 8 * n).fill(0);
    this.call('at_root', ...this.tree, ...this.decision, this.at.visits!, this.at.gains!);
    const visits = [...new BigInt64Array(this.memory.buffer, this.at.visits, n)].map(Number);
    const actions = [...this.ids('choices', n)];
    const best = visits.indexOf(Math.max(...visits));
    this.doubles('out', this.about.seats).fill(0);
    this.call('gains_of', ...this.tree, actions[best]!, this.at.out!);
    const shares = [...this.doubles('out', this.about.seats)];
    return { actions, visits, gains: [...this.doubles('gains', n)], shares, iterations };
  }
}
