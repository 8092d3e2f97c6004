import type { RailSettingView } from '#lib/rails/list-rails';
import { State } from '../../ui/state.tsx';

export interface ChosenRail {
  provider: string;
  setting: RailSettingView;
}

export function environmentName({ environment }: Pick<RailSettingView, 'environment'>): string {
  return environment === 'LIVE' ? 'Live' : 'Sandbox';
}

export function directionName({ direction }: Pick<RailSettingView, 'direction'>): string {
  return direction === 'collection' ? 'Collections' : 'Payouts';
}

export function SwitchState({ setting }: { setting: RailSettingView }) {
  if (!setting.enabled) return <State tone="failed">Switched off</State>;
  return setting.connected ? <State tone="succeeded">On</State> : <State tone="ended">Not connected</State>;
}
