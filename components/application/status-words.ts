import type { ApplicationStatus } from '#lib/applications/application';
import { later } from '#lib/browser/language/words';
import type { Tone } from '../ui/state.tsx';

/** Where a business's papers stand, as both sides read it. */
export const applicationStates: Record<ApplicationStatus, { tone: Tone; word: () => string }> = {
  DRAFT: { tone: 'ended', word: later('Not handed in yet') },
  SUBMITTED: { tone: 'pending', word: later('With the operators') },
  ASKED: { tone: 'pending', word: later('A question was asked') },
  PROPOSED: { tone: 'pending', word: later('Waits for a second operator') },
  APPROVED: { tone: 'succeeded', word: later('Approved') },
  REJECTED: { tone: 'failed', word: later('Not accepted') },
};

/** The same for those who read them. */
export const operatorStates: typeof applicationStates = {
  ...applicationStates,
  SUBMITTED: { tone: 'pending', word: later('Waits for an answer') },
  ASKED: { tone: 'ended', word: later('Asked back, with the client') },
  REJECTED: { tone: 'ended', word: later('Not accepted, with the client') },
};
