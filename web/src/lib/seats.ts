// Four seats, four colours, four shapes: a seat is never told by colour alone.

export const SHAPES = ['circle', 'diamond', 'triangle', 'square'] as const;
export type Shape = (typeof SHAPES)[number];

export const shapeOf = (seat: number): Shape => SHAPES[seat % SHAPES.length]!;
export const colourOf = (seat: number): string => `var(--seat-${seat % SHAPES.length})`;
export const inkOn = (seat: number): string => `var(--on-seat-${seat % SHAPES.length})`;

/** The shape's outline in a box of 24 × 24. */
export const OUTLINES: Record<Shape, string> = {
  circle: 'M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z',
  diamond: 'M12 0.5 23.5 12 12 23.5 0.5 12z',
  triangle: 'M12 1.5 23.5 22H0.5z',
  square: 'M2.5 2.5h19v19h-19z',
};
