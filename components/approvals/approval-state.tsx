import type { Approval } from '#lib/approvals/approval';
import { money } from '#lib/browser/format';
import { later, plural, t } from '#lib/browser/language/words';
import type { Key } from '#lib/keys/key';
import { scopeMeanings } from '../keys/scope-meanings.ts';
import { State, type Tone } from '../ui/state.tsx';

const states: Record<Approval['status'], { tone: Tone; word(): string }> = {
  PENDING: { tone: 'pending', word: later('Waiting for approval') },
  APPROVED: { tone: 'reversed', word: later('Approved') },
  DONE: { tone: 'succeeded', word: later('Done') },
  REJECTED: { tone: 'failed', word: later('Rejected') },
  WITHDRAWN: { tone: 'ended', word: later('Withdrawn') },
  EXPIRED: { tone: 'ended', word: later('Not used in time') },
};

export function ApprovalState({ status }: { status: Approval['status'] }) {
  const { tone, word } = states[status];
  return <State tone={tone}>{word()}</State>;
}

/** What happens to the key that is replaced, as a sentence; undefined where none is. */
export function overlapSentence({
  overlap_hours: hours,
}: Pick<Approval, 'overlap_hours'>): string | undefined {
  if (hours === null) return undefined;
  if (hours === 0) return t('The old key ends when the new one is revealed.');
  return plural(hours, {
    one: 'The old key works on for {count} hour after the reveal.',
    other: 'The old key works on for {count} hours after the reveal.',
  });
}

const payments = {
  payout: later('Payout of {amount}'),
  refund: later('Refund of {amount}'),
  payout_batch: later('File of payouts of {amount}'),
  settlement: later('Settlement of {amount}'),
};

/** What is asked for, in a few words. */
export function approvalTitle(approval: Pick<Approval, 'kind' | 'scope' | 'change' | 'payment'>): string {
  switch (approval.kind) {
    case 'key_rotation': {
      const key = approval.change.before[0]?.split(' ')[0];
      return key === undefined ? t('Rotate a key') : t('Rotate {key}', { key });
    }
    case 'new_key':
      return t('New key: {scope}', { scope: scopeMeanings[approval.scope as Key['scope']]() });
    case 'ip_allowlist':
      return t('Change the IP allowlist');
    case 'new_person':
      return t('Add a person');
    case 'password_link':
      return t('New password link');
    case 'new_operator':
      return t('Confirm an operator');
    case 'payout':
    case 'refund':
    case 'payout_batch':
    case 'settlement':
      return payments[approval.kind]({ amount: money(approval.payment?.amount ?? '') });
    case 'settlement_account':
      return t('Where settlements go');
    case 'payout_approval':
      return t('Change which payments wait for a second person');
    case 'application':
      return t('Approve the papers of a business');
    case 'house_money':
      return t('Book money of the house');
    case 'period_close':
      return t('Close a period of the live books');
  }
}
