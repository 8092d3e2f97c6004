import { actions } from '#lib/browser/language/fr/operators/actions';
import { checks } from '#lib/browser/language/fr/operators/checks';
import { healthLines } from '#lib/browser/language/fr/operators/health';
import { railNotes } from '#lib/browser/language/fr/operators/rail-notes';
import { refusals } from '#lib/browser/language/fr/operators/refusals';
import type { Catalogue } from '#lib/browser/language/words';

/** What a page of the operators' dashboard loads beside what every page has, in one piece. */
export { admin as words } from '#lib/browser/language/fr/admin';

/** What the server says to operators alone, word for word as in `errors`. */
export const errors: Catalogue = { ...refusals, ...actions, ...checks, ...healthLines, ...railNotes };
