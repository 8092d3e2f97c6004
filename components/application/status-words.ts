import type { ApplicationStatus } from '#lib/applications/application';
import type { Tone } from '../ui/state.tsx';

/** Where a business's papers stand, as both sides read it. */
export const applicationStates: Record<ApplicationStatus, { tone: Tone; word: string }> = {
  DRAFT: { tone: 'ended', word: 'Not handed in yet' },
  SUBMITTED: { tone: 'pending', word: 'With the operators' },
  ASKED: { tone: 'pending', word: 'A question was asked' },
  PROPOSED: { tone: 'pending', word: 'Waits for a second operator' },
  APPROVED: { tone: 'succeeded', word: 'Approved' },
  REJECTED: { tone: 'failed', word: 'Not accepted' },
};

/** The same for those who read them. */
export const operatorStates: typeof applicationStates = {
  ...applicationStates,
  SUBMITTED: { tone: 'pending', word: 'Waits for an answer' },
  ASKED: { tone: 'ended', word: 'Asked back, with the client' },
  REJECTED: { tone: 'ended', word: 'Not accepted, with the client' },
};
