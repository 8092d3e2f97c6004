import { t } from '#lib/browser/language/words';
import type { Place } from '../payments/environment.ts';

/** What the tick means; the sandbox writes to nobody. */
export function writesLabel({ environment }: Place, by: 'e-mail' | 'SMS'): string {
  const label = t(
    by === 'SMS'
      ? 'Write to them by SMS, where there is a number and no e-mail: now, two days before the day, and once after it'
      : 'Write to them by e-mail: now, two days before the day, and once after it',
  );
  return environment === 'SANDBOX' ? `${label} ${t('(in Live; here nobody is written to)')}` : label;
}
