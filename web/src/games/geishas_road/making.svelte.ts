// A choice in the making as the board sees it: the marker, the cards, the share, and what would come of it.

import { narrow, type Paths, type Pick } from '../../lib/choose';
import type { Choosing } from '../../lib/choosing.svelte';
import type { Action } from '../../lib/protocol';
import { cardOf, turned } from './paths';
import { CARDS_FOR, colourOf, MARKERS, walkOf } from './pieces';
import type { Colour, GiftCard, Marker, Order, Picture, Walk } from './pieces';
import { lying, shareOf } from './telling';

export interface Plan {
  card: GiftCard;
  walk: Walk;
}

export class Making {
  /** A hand card that is looked at, not picked. */
  peek = $state<GiftCard | null>(null);

  constructor(
    private readonly choosing: Choosing,
    private readonly sight: () => { p: Picture; near: number; actions: Action[]; paths: Paths },
  ) {}

  readonly marker = $derived.by<Marker | null>(() => MARKERS.find((marker) => this.choosing.has(marker)) ?? null);
  /** The one marker that can be used now, where there is no choice. */
  readonly only = $derived.by<Marker | null>(() => {
    const { actions } = this.sight();
    return MARKERS.find((marker) => actions.length && actions.every(({ kind }) => kind === marker)) ?? null;
  });
  /** The cards picked from the hand, in order. */
  readonly cards = $derived.by<GiftCard[]>(() => this.choosing.picks.flatMap((pick) => cardOf(pick) ?? []));
  readonly isCounter = $derived.by(() => this.choosing.has('counter'));
  /** A complete choice can be changed in its last pick without taking it back first. */
  private readonly others = $derived.by<ReadonlySet<Pick> | null>(() => {
    const { actions, paths } = this.sight();
    return this.choosing.done ? narrow(actions, this.choosing.picks.slice(0, -1), paths).next : null;
  });
  /** How many places the tray shows. */
  readonly places = $derived.by(() => (this.marker ? CARDS_FOR[this.marker] : this.cards.length));

  /** The slots of the offer that would be taken. */
  readonly share = $derived.by<number[] | null>(() => {
    const { offer } = this.sight().p;
    return this.choosing.done && offer ? shareOf(this.choosing.done, offer) : null;
  });

  /** The order of placing that is chosen or that follows from the share; the first where both lead to the same. */
  readonly order = $derived.by<Order | null>(() => {
    const { p } = this.sight();
    const done = this.choosing.done;
    if (done?.kind === 'place') {
      const first = (done['cards'] as GiftCard[])[0];
      return p.orders?.find(({ cards }) => cards[0] === first) ?? null;
    }
    if (!this.share) return null;
    return p.offer?.shares?.find(({ slots }) => slots.every((slot) => this.share!.includes(slot)))?.orders?.[0] ?? null;
  });

  get isAsked(): boolean {
    return this.choosing.isAsked;
  }
  get still(): boolean {
    return this.choosing.still;
  }

  has(pick: Pick): boolean {
    return this.choosing.has(pick);
  }

  canChoose(pick: Pick): boolean {
    return this.choosing.can(pick) || (!this.still && this.others?.has(pick) === true);
  }

  /** Pick, take the same pick back, or put this one in the place of the last. */
  choose(pick: Pick): void {
    if (this.choosing.can(pick) || this.choosing.has(pick)) this.choosing.toggle(pick);
    else if (this.canChoose(pick)) this.choosing.replace([...this.choosing.picks.slice(0, -1), pick]);
  }

  /** What the road shows: the ways that the choice would bring about. */
  readonly plan = $derived.by<Plan[]>(() => {
    const { p } = this.sight();
    if (this.order) return this.order.cards.map((card, i) => ({ card, walk: this.order!.walks[i]! }));
    // of several cards nobody knows yet who places them; a single one, or one pointed at, shows its way
    const single =
      this.cards.length === 1 && (this.marker === null || this.marker === 'reveal') ? this.cards[0]! : null;
    const card = this.marker === 'reveal' ? (single ?? this.peek) : (this.peek ?? single);
    const walk = card && walkOf(p, card);
    return card && walk ? [{ card, walk }] : [];
  });

  /** Cards that would come to a geisha's sides, [seat]: those waiting to be placed, and those of the choice. */
  coming(colour: Colour): [GiftCard[], GiftCard[]] {
    const { p, near } = this.sight();
    const sides: [GiftCard[], GiftCard[]] = [[...p.seats[0].to_place], [...p.seats[1].to_place]];
    const put = (seat: number, cards: readonly (GiftCard | null)[]): void => {
      sides[seat as 0 | 1].push(...cards.filter((card) => card !== null));
    };
    if (this.marker === 'reveal') put(near, this.cards);
    if (this.share && p.offer) {
      put(near, lying(p.offer, this.share));
      put(1 - near, lying(p.offer, this.share, false));
    }
    return sides.map((cards) => cards.filter((card) => colourOf(card) === colour)) as [GiftCard[], GiftCard[]];
  }

  /** Divide the four cards of a Double gift into other pairs. */
  turn(): void {
    const cards = this.cards;
    if (cards.length !== 4) return;
    const pairs = turned(cards as [GiftCard, GiftCard, GiftCard, GiftCard]).map((card) => `card:${card}`);
    this.choosing.replace(['double', ...pairs]);
  }
}
