import type { Approval } from '#lib/approvals/approval';
import { money } from '#lib/browser/format';
import type { Key } from '#lib/keys/key';
import { scopeMeanings } from '../keys/scope-meanings.ts';
import { State, type Tone } from '../ui/state.tsx';

const states: Record<Approval['status'], { tone: Tone; word: string }> = {
  PENDING: { tone: 'pending', word: 'Waiting for approval' },
  APPROVED: { tone: 'reversed', word: 'Approved' },
  DONE: { tone: 'succeeded', word: 'Done' },
  REJECTED: { tone: 'failed', word: 'Rejected' },
  WITHDRAWN: { tone: 'ended', word: 'Withdrawn' },
  EXPIRED: { tone: 'ended', word: 'Not used in time' },
};

export function ApprovalState({ status }: { status: Approval['status'] }) {
  const { tone, word } = states[status];
  return <State tone={tone}>{word}</State>;
}

/** What happens to the key that is replaced, as a sentence; undefined where none is. */
export function overlapSentence({
  overlap_hours: hours,
}: Pick<Approval, 'overlap_hours'>): string | undefined {
  if (hours === null) return undefined;
  if (hours === 0) return 'The old key ends when the new one is revealed.';
  return `The old key works on for ${hours === 1 ? '1 hour' : `${hours} hours`} after the reveal.`;
}

const paymentNouns = {
  payout: 'Payout',
  refund: 'Refund',
  payout_batch: 'File of payouts',
  settlement: 'Settlement',
};

/** What is asked for, in a few words. */
export function approvalTitle(approval: Pick<Approval, 'kind' | 'scope' | 'change' | 'payment'>): string {
  switch (approval.kind) {
    case 'key_rotation':
      return `Rotate ${approval.change.before[0]?.split(' ')[0] ?? 'a key'}`;
    case 'new_key':
      return `New key: ${scopeMeanings[approval.scope as Key['scope']]()}`;
    case 'ip_allowlist':
      return 'Change the IP allowlist';
    case 'new_person':
      return 'Add a person';
    case 'password_link':
      return 'New password link';
    case 'new_operator':
      return 'Confirm an operator';
    case 'payout':
    case 'refund':
    case 'payout_batch':
    case 'settlement':
      return `${paymentNouns[approval.kind]} of ${money(approval.payment?.amount ?? '')}`;
    case 'settlement_account':
      return 'Where settlements go';
    case 'payout_approval':
      return 'Change which payments wait for a second person';
    case 'application':
      return 'Approve the papers of a business';
    case 'house_money':
      return 'Book money of the house';
    case 'period_close':
      return 'Close a period of the live books';
  }
}
