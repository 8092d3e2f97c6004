import type { Status } from '#lib/transactions/transaction';
import { State, type Tone } from '../ui/state.tsx';

const states: Record<Status, { tone: Tone; word: string }> = {
  PENDING: { tone: 'pending', word: 'Pending' },
  SUCCEEDED: { tone: 'succeeded', word: 'Succeeded' },
  FAILED: { tone: 'failed', word: 'Failed' },
  EXPIRED: { tone: 'ended', word: 'Expired' },
  CANCELLED: { tone: 'ended', word: 'Cancelled' },
  AWAITING_LIQUIDITY: { tone: 'pending', word: 'Awaiting liquidity' },
  REVERSED: { tone: 'reversed', word: 'Reversed' },
};

export function TransactionState({ status }: { status: Status }) {
  const { tone, word } = states[status];
  return <State tone={tone}>{word}</State>;
}
