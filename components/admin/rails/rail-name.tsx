import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { RailSettingView } from '#lib/rails/list-rails';
import { State } from '../../ui/state.tsx';

export interface ChosenRail {
  provider: string;
  setting: RailSettingView;
}

export function environmentName({ environment }: Pick<RailSettingView, 'environment'>): string {
  return environment === 'LIVE' ? t('Live') : t('Sandbox');
}

export function directionName({ direction }: Pick<RailSettingView, 'direction'>): string {
  return direction === 'collection' ? t('Collections') : t('Payouts');
}

/** What may go out over it in a day and in a month; nothing where there is no limit. */
export function RailLimits({ setting: { day_limit, month_limit } }: { setting: RailSettingView }) {
  const limits = [
    day_limit && t('{amount} a day', { amount: money(day_limit) }),
    month_limit && t('{amount} a month', { amount: money(month_limit) }),
  ];
  const words = limits.filter(Boolean).join(', ');
  return (
    words && <span className="block text-muted-foreground">{t('At most {limits}', { limits: words })}</span>
  );
}

export function SwitchState({ setting }: { setting: RailSettingView }) {
  if (!setting.enabled) return <State tone="failed">{t('Switched off')}</State>;
  return setting.connected ? (
    <State tone="succeeded">{t('On|of a rail')}</State>
  ) : (
    <State tone="ended">{t('Not connected')}</State>
  );
}
