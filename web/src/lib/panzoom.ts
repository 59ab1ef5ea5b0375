// Which part of a drawing is looked at: its upper left corner and how many times larger than the whole.

export interface Look {
  x: number;
  y: number;
  scale: number;
}

export interface Limits {
  width: number;
  height: number;
  min: number;
  max: number;
}

/** Nothing beside the drawing is shown, unless it is shown smaller than whole: then it lies in the middle. */
export function clamped({ x, y, scale }: Look, { width, height, min, max }: Limits): Look {
  const size = Math.min(max, Math.max(min, scale));
  const within = (at: number, whole: number): number => {
    const room = whole - whole / size;
    return room >= 0 ? Math.min(room, Math.max(0, at)) : room / 2;
  };
  return { x: within(x, width), y: within(y, height), scale: size };
}

/** Larger by a factor while one point stays where it is on the screen. */
export function zoomed(look: Look, factor: number, at: { x: number; y: number }, limits: Limits): Look {
  const scale = Math.min(limits.max, Math.max(limits.min, look.scale * factor));
  const share = look.scale / scale;
  return clamped({ x: at.x - (at.x - look.x) * share, y: at.y - (at.y - look.y) * share, scale }, limits);
}
