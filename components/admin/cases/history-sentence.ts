import { later, t } from '#lib/browser/language/words';
import type { CaseDetail } from '#lib/cases/get-case';

type Line = CaseDetail['history'][number];
type Outcome = CaseDetail['possible_outcomes'][number];

const proposed: Record<Outcome, (facts: { name: string }) => string> = {
  succeeded: later('{name} proposed a settlement as succeeded'),
  failed: later('{name} proposed a settlement as failed'),
  reversed: later('{name} proposed a settlement as reversed'),
  refunded: later('{name} proposed a settlement as refunded'),
  adjusted: later('{name} proposed a settlement: an adjustment'),
  nothing: later('{name} proposed a settlement: our books are right'),
};

const confirmed: Record<Outcome, (facts: { name: string }) => string> = {
  succeeded: later('{name} confirmed the settlement as succeeded'),
  failed: later('{name} confirmed the settlement as failed'),
  reversed: later('{name} confirmed the settlement as reversed'),
  refunded: later('{name} confirmed the settlement as refunded'),
  adjusted: later('{name} confirmed the settlement: an adjustment'),
  nothing: later('{name} confirmed the settlement: our books are right'),
};

const actions: Record<Line['action'], (facts: { name: string }) => string> = {
  'case.settlement_proposed': later('{name} proposed a settlement'),
  'case.settlement_confirmed': later('{name} confirmed the settlement'),
  'case.settlement_refused': later('{name} was told that the books refuse it'),
  'case.settlement_rejected': later('{name} rejected the settlement'),
  'case.settlement_withdrawn': later('{name} withdrew the proposal'),
  'case.closed': later('{name} closed the case'),
};

/** Who did what about a case, and as what it was to be settled. */
export function historySentence({ action, by, after }: Line): string {
  const name = by ?? t('somebody');
  const outcome = after?.outcome;
  if (outcome && action === 'case.settlement_proposed') return proposed[outcome]({ name });
  if (outcome && action === 'case.settlement_confirmed') return confirmed[outcome]({ name });
  return actions[action]({ name });
}
