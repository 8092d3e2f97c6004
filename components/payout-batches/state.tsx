import { later, t } from '#lib/browser/language/words';
import type { PresentedBatch } from '#lib/payout-batches/get-batch';
import type { Outcome } from '#lib/payout-batches/outcome';
import { State, type Tone } from '../ui/state.tsx';

type Status = PresentedBatch['status'];

const batchStates: Record<Status, { tone: Tone; word: () => string }> = {
  CHECKED: { tone: 'pending', word: later('Not confirmed') },
  RUNNING: { tone: 'pending', word: later('Paying') },
  DONE: { tone: 'succeeded', word: later('Done') },
  STOPPED: { tone: 'ended', word: later('Stopped') },
  DISCARDED: { tone: 'ended', word: later('Discarded') },
};

export function BatchState({ status }: { status: Status }) {
  const { tone, word } = batchStates[status];
  return <State tone={tone}>{word()}</State>;
}

export const outcomeWords: Record<Outcome, () => string> = {
  bad: later('Faulty'),
  removed: later('Taken out'),
  waiting: later('Waiting'),
  paid: later('Paid'),
  held: later('Held'),
  in_flight: later('In flight'),
  refused: later('Refused'),
  reversed: later('Reversed'),
};

const outcomeTones: Record<Outcome, Tone> = {
  bad: 'failed',
  removed: 'ended',
  waiting: 'pending',
  paid: 'succeeded',
  held: 'pending',
  in_flight: 'pending',
  refused: 'failed',
  reversed: 'reversed',
};

/** What became of a row; a row that waits is ready before the batch is confirmed, and not paid when it has ended. */
export function OutcomeState({ outcome, status }: { outcome: Outcome; status: Status }) {
  if (outcome === 'waiting' && status !== 'RUNNING') {
    return status === 'CHECKED' ? (
      <State tone="succeeded">{t('Ready')}</State>
    ) : (
      <State tone="ended">{t('Not paid')}</State>
    );
  }
  return <State tone={outcomeTones[outcome]}>{outcomeWords[outcome]()}</State>;
}
