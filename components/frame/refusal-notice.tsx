import { later } from '#lib/browser/language/words';
import { Notice } from '../ui/notice.tsx';

/** Why nothing is taken at present, for the people of an account. */
const refusals = {
  HISTORY_LOST: later(
    'Kaira takes nothing new at the moment: no charge, no payout, no change. The operators know of it. Pay nothing in another way; what you ask for again with the same reference is never paid twice.',
  ),
  SUSPENDED: later(
    'This account is suspended: it can charge and pay out nothing, and its API keys are refused. What was begun goes on. Call the operators of this gateway.',
  ),
};

/** In a list on a page that has the notice above it. */
export const shortRefusals: typeof refusals = {
  HISTORY_LOST: later('Kaira takes nothing new at the moment'),
  SUSPENDED: later('This account is suspended'),
};

/** Stands over every page of an account whose changes are refused. */
export function RefusalNotice({ refusal }: { refusal: keyof typeof refusals | null }) {
  if (refusal === null) return null;
  return (
    <Notice kind="error" className="mb-6">
      {refusals[refusal]()}
    </Notice>
  );
}
