import { money } from '#lib/browser/format';
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

/** What may go out over it in a day and in a month; nothing where there is no limit. */
export function RailLimits({ setting: { day_limit, month_limit } }: { setting: RailSettingView }) {
  const limits = [day_limit && `${money(day_limit)} a day`, month_limit && `${money(month_limit)} a month`];
  const words = limits.filter(Boolean).join(', ');
  return words && <span className="block text-muted-foreground">At most {words}</span>;
}

export function SwitchState({ setting }: { setting: RailSettingView }) {
  if (!setting.enabled) return <State tone="failed">Switched off</State>;
  return setting.connected ? <State tone="succeeded">On</State> : <State tone="ended">Not connected</State>;
}
