import type { Settlement } from '#lib/settlements/settlement';
import { State, type Tone } from '../ui/state.tsx';

const states: Record<Settlement['status'], { tone: Tone; word: string }> = {
  REQUESTED: { tone: 'pending', word: 'Waiting for a file' },
  IN_FILE: { tone: 'pending', word: 'In a file' },
  SENT: { tone: 'pending', word: 'At the bank' },
  CONFIRMED: { tone: 'succeeded', word: 'Paid' },
  FAILED: { tone: 'failed', word: 'Not paid' },
  CANCELLED: { tone: 'ended', word: 'Cancelled' },
  RETURNED: { tone: 'reversed', word: 'Came back' },
};

export function SettlementState({ status }: { status: Settlement['status'] }) {
  const { tone, word } = states[status];
  return <State tone={tone}>{word}</State>;
}
