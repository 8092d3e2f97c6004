import { later } from '#lib/browser/language/words';
import type { Settlement } from '#lib/settlements/settlement';
import { State, type Tone } from '../ui/state.tsx';

const states: Record<Settlement['status'], { tone: Tone; word: () => string }> = {
  REQUESTED: { tone: 'pending', word: later('Waiting for a file') },
  IN_FILE: { tone: 'pending', word: later('In a file') },
  SENT: { tone: 'pending', word: later('At the bank') },
  CONFIRMED: { tone: 'succeeded', word: later('Paid') },
  FAILED: { tone: 'failed', word: later('Not paid') },
  CANCELLED: { tone: 'ended', word: later('Cancelled') },
  RETURNED: { tone: 'reversed', word: later('Came back') },
};

export function SettlementState({ status }: { status: Settlement['status'] }) {
  const { tone, word } = states[status];
  return <State tone={tone}>{word()}</State>;
}
