import type { Place } from '../payments/environment.ts';

/** What the tick means; the sandbox writes to nobody. */
export function writesLabel({ environment }: Place, by: 'e-mail' | 'SMS'): string {
  const where = environment === 'SANDBOX' ? ' (in Live; here nobody is written to)' : '';
  return `Write to them by ${by}${by === 'SMS' ? ', where there is a number and no e-mail' : ''}: now, two days before the day, and once after it${where}`;
}
