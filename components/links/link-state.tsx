import { later } from '#lib/browser/language/words';
import type { PresentedLink } from '#lib/payment-links/payment-link';
import { State, type Tone } from '../ui/state.tsx';

const states: Record<PresentedLink['status'], { tone: Tone; label(): string; meaning(): string }> = {
  ACTIVE: { tone: 'succeeded', label: later('Active'), meaning: later('Anybody who has it can pay.') },
  INACTIVE: {
    tone: 'ended',
    label: later('Switched off'),
    meaning: later('Nobody can pay at it. It can be switched on again.'),
  },
  EXPIRED: {
    tone: 'ended',
    label: later('Ended'),
    meaning: later('Its last day is over, and nobody can pay at it.'),
  },
  COMPLETED: {
    tone: 'reversed',
    label: later('All paid'),
    meaning: later('It has all its payments, and takes no more.'),
  },
};

export function LinkState({ status }: Pick<PresentedLink, 'status'>) {
  const { tone, label } = states[status];
  return <State tone={tone}>{label()}</State>;
}

export function linkMeaning({ status }: Pick<PresentedLink, 'status'>): string {
  return states[status].meaning();
}
