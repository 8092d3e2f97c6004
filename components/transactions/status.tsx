import { later } from '#lib/browser/language/words';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import type { Status } from '#lib/transactions/transaction';
import { State, type Tone } from '../ui/state.tsx';

type Type = PresentedTransaction['type'];

/** Every status of a transaction: its tone and its word. What it means stands in status-meaning.ts, which few pages need. */
const statuses: Record<Status, { tone: Tone; label(): string }> = {
  PENDING: {
    tone: 'pending',
    label: later('Pending'),
  },
  SUCCEEDED: {
    tone: 'succeeded',
    label: later('Succeeded'),
  },
  FAILED: {
    tone: 'failed',
    label: later('Failed'),
  },
  EXPIRED: {
    tone: 'ended',
    label: later('Expired'),
  },
  CANCELLED: {
    tone: 'ended',
    label: later('Cancelled'),
  },
  AWAITING_LIQUIDITY: {
    tone: 'pending',
    label: later('Held'),
  },
  REVERSED: {
    tone: 'reversed',
    label: later('Reversed'),
  },
};

export const statusTone = (status: Status): Tone => statuses[status].tone;

export const isStatus = (text: string): text is Status => Object.hasOwn(statuses, text);

export const statusLabel = (status: Status): string => statuses[status].label();

export function TransactionState({ status, className }: { status: Status; className?: string }) {
  const { tone, label } = statuses[status];
  return (
    <State tone={tone} {...(className && { className })}>
      {label()}
    </State>
  );
}

/** Whether a transaction may still change by itself, so that whoever looks should go on looking. */
export const isOpen = (status: Status): boolean => status === 'PENDING' || status === 'AWAITING_LIQUIDITY';

const typeLabels: Record<Type, () => string> = {
  collection: later('Collection'),
  payout: later('Payout'),
  refund: later('Refund'),
};

export const typeLabel = (type: Type): string => typeLabels[type]();
