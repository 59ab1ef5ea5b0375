// Where the regions and the cup stacks lie on the drawn map. Upright screens get the same land, narrower and higher.

export interface Spot {
  x: number;
  y: number;
}

const WIDE = { width: 480, height: 316 };
const TALL = { width: 392, height: 440 };

const REGIONS: readonly (readonly [number, number])[] = [
  [46, 158],
  [88, 66],
  [140, 122],
  [196, 50],
  [232, 132],
  [138, 196],
  [84, 258],
  [196, 268],
  [234, 206],
  [312, 232],
  [366, 282],
  [436, 226],
  [318, 136],
  [430, 142],
  [408, 62],
  [304, 48],
];
const STACKS: Record<string, readonly [number, number]> = {
  start: [34, 212],
  green: [142, 18],
  blue: [140, 298],
  orange: [438, 296],
  red: [354, 18],
};

export interface Land {
  width: number;
  height: number;
  region: (id: number) => Spot;
  stack: (province: string) => Spot;
}

export function land(isTall: boolean): Land {
  const { width, height } = isTall ? TALL : WIDE;
  const place = ([x, y]: readonly [number, number]): Spot => {
    if (!isTall) return { x, y };
    // boxes keep their size, so the margin does too
    const margin = 36;
    return {
      x: margin + ((x - margin) / (WIDE.width - 2 * margin)) * (width - 2 * margin),
      y: 18 + ((y - 18) / (WIDE.height - 36)) * (height - 36),
    };
  };
  return {
    width,
    height,
    region: (id) => place(REGIONS[id - 1]!),
    stack: (province) => place(STACKS[province]!),
  };
}

export const PROVINCE_INKS: Record<string, string> = {
  start: 'var(--tg-land-start)',
  green: 'var(--tg-land-green)',
  blue: 'var(--tg-land-blue)',
  orange: 'var(--tg-land-orange)',
  red: 'var(--tg-land-red)',
};
