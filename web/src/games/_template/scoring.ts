// The end: the cups are shown, one row for all seats.

import type { Scoring } from '../../lib/scoring';
import { picture } from './pieces';

export const scoring: Scoring = {
  roundKey: (view) => (picture(view).result ? 'over' : null),
  stages(view, say) {
    const { result } = picture(view);
    if (!result) return null;
    const best = result.shares.flatMap((share, seat) => (share > 0 ? [seat] : []));
    const rows = [{ label: say('scoring.cup'), values: result.points, best }];
    return { title: say('scoring.title'), stages: [{ title: say('scoring.cups'), rows, note: say(result.reason) }] };
  },
};
