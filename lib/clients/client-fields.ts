import { z } from 'zod';
import { mobileField, textField } from '#lib/fields';

const HIGHEST_COMMISSION_BPS = 10_000;
const HIGHEST_RATE = 100_000;
/** The highest amount that a field takes. */
const HIGHEST_PAYOUT_LIMIT_BUTUTS = 999_999_999_99;

const whole = (lowest: number, highest: number) => {
  const message = `This must be a whole number from ${lowest} to ${highest}.`;
  return z.int(message).min(lowest, message).max(highest, message);
};

/** What an operator says of a client. */
export const clientFields = {
  name: textField(120).transform((name) => name.trim()),
  business_phone: mobileField,
  business_email: z
    .string('The e-mail address must be a string.')
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.email('This must be an e-mail address.').max(254)),
  commission_bps: whole(0, HIGHEST_COMMISSION_BPS),
  /** Whether a refund gives back its share of the commission. */
  refund_commission: z.enum(['keep', 'return'], 'This must be "keep" or "return".'),
  /** Null: the server's own limit. */
  rate_limit_per_second: whole(1, HIGHEST_RATE).nullable(),
  rate_limit_burst: whole(1, HIGHEST_RATE).nullable(),
  /** What payouts may take, each, in a day and in a month of Banjul; null: no limit. */
  payout_limit_bututs: whole(1, HIGHEST_PAYOUT_LIMIT_BUTUTS).nullable(),
  payout_limit_day_bututs: whole(1, HIGHEST_PAYOUT_LIMIT_BUTUTS).nullable(),
  payout_limit_month_bututs: whole(1, HIGHEST_PAYOUT_LIMIT_BUTUTS).nullable(),
};
