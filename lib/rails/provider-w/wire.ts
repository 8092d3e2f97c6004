import { z } from 'zod';
import { address, amount, fee, identifier, ourReference, time, word } from '#lib/rails/wire';

// The answers of PROVIDER_W; docs/rails/wire.md. Fields that are not named here may come and go.

export const session = z.object({
  id: identifier,
  checkout_status: word,
  payment_status: word,
  last_payment_error: z
    .object({ code: word })
    .nullish()
    .transform((error) => error ?? null),
  transaction_id: identifier.nullish().transform((id) => id ?? null),
  client_reference: ourReference,
  amount,
  currency: word,
  wave_launch_url: address,
  when_expires: time,
});
export type Session = z.output<typeof session>;

export const payout = z.object({
  id: identifier,
  status: word,
  client_reference: ourReference,
  receive_amount: amount,
  fee,
  currency: word,
  payout_error: z
    .object({ error_code: word })
    .nullish()
    .transform((error) => error ?? null),
});
export type Payout = z.output<typeof payout>;

/** What the record is after what was asked for, should a yes bear it. */
export const expired = session.extend({ checkout_status: z.literal('expired') });
export const reversed = payout.extend({ status: z.literal('reversed') });

export const sessions = z.object({ result: z.array(session) });
export const payouts = z.object({ result: z.array(payout) });

export const recipient = z.object({ name_match: word });

export const balance = z.object({ amount, currency: word });

export const error = z.object({ code: word });

export const statementItem = z.object({
  timestamp: time,
  transaction_id: identifier,
  transaction_type: word,
  amount,
  fee,
  currency: word,
  counterparty_mobile: z.string().max(40).nullish(),
  client_reference: ourReference,
});

export const statementPage = z.object({
  page_info: z.object({ has_next_page: z.boolean(), end_cursor: z.string().max(1_000).nullish() }),
  // Read one by one: those of a type that is not ours need not have the form.
  items: z.array(z.looseObject({ transaction_type: word })),
});

export const notice = z.object({ id: identifier, type: word, data: z.unknown() });
