import type { Approval } from '#lib/approvals/approval';
import { State, type Tone } from '../ui/state.tsx';

const states: Record<Approval['status'], { tone: Tone; word: string }> = {
  PENDING: { tone: 'pending', word: 'Waiting for approval' },
  APPROVED: { tone: 'reversed', word: 'Approved' },
  DONE: { tone: 'succeeded', word: 'Done' },
  REJECTED: { tone: 'failed', word: 'Rejected' },
  WITHDRAWN: { tone: 'ended', word: 'Withdrawn' },
};

export function ApprovalState({ status }: { status: Approval['status'] }) {
  const { tone, word } = states[status];
  return <State tone={tone}>{word}</State>;
}

/** What is asked for, in a few words. */
export function approvalTitle(approval: Pick<Approval, 'kind' | 'scope' | 'change'>): string {
  switch (approval.kind) {
    case 'key_rotation':
      return `Rotate ${approval.change.before[0]?.split(' ')[0] ?? 'a key'}`;
    case 'new_key':
      return `New key, scope ${approval.scope}`;
    case 'ip_allowlist':
      return 'Change the IP allowlist';
  }
}
