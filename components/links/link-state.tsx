import type { PresentedLink } from '#lib/payment-links/payment-link';
import { State, type Tone } from '../ui/state.tsx';

const states: Record<PresentedLink['status'], { tone: Tone; label: string; meaning: string }> = {
  ACTIVE: { tone: 'succeeded', label: 'Active', meaning: 'Anybody who has it can pay.' },
  INACTIVE: {
    tone: 'ended',
    label: 'Switched off',
    meaning: 'Nobody can pay at it. It can be switched on again.',
  },
  EXPIRED: { tone: 'ended', label: 'Ended', meaning: 'Its last day is over, and nobody can pay at it.' },
  COMPLETED: { tone: 'reversed', label: 'All paid', meaning: 'It has all its payments, and takes no more.' },
};

export function LinkState({ status }: Pick<PresentedLink, 'status'>) {
  const { tone, label } = states[status];
  return <State tone={tone}>{label}</State>;
}

export function linkMeaning({ status }: Pick<PresentedLink, 'status'>): string {
  return states[status].meaning;
}
