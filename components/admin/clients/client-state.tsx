import { State } from '../../ui/state.tsx';

export function ClientState({ status }: { status: 'ACTIVE' | 'SUSPENDED' }) {
  return status === 'ACTIVE' ? (
    <State tone="succeeded">Active</State>
  ) : (
    <State tone="failed">Suspended</State>
  );
}
