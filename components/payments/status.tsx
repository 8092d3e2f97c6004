import { State, type Tone } from '../ui/state.tsx';

const states: Record<string, { tone: Tone; word: string }> = {
  PENDING: { tone: 'pending', word: 'Pending' },
  SUCCEEDED: { tone: 'succeeded', word: 'Succeeded' },
  FAILED: { tone: 'failed', word: 'Failed' },
  EXPIRED: { tone: 'ended', word: 'Expired' },
  CANCELLED: { tone: 'ended', word: 'Cancelled' },
  AWAITING_LIQUIDITY: { tone: 'pending', word: 'Held' },
  REVERSED: { tone: 'reversed', word: 'Reversed' },
};

/** The status of a collection or a payout, in words. */
export function PaymentStatus({ status }: { status: string }) {
  const { tone, word } = states[status] ?? { tone: 'ended', word: status };
  return <State tone={tone}>{word}</State>;
}

/** Only named exceptions of the transition table ever leave such a status, so a page may stop asking. */
export function isFinal(status: string): boolean {
  return status !== 'PENDING' && status !== 'AWAITING_LIQUIDITY';
}
