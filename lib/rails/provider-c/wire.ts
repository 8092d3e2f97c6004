import { z } from 'zod';
import { address, amount, fee, identifier, ourReference, time, token, word } from '#lib/rails/wire';

// The answers of PROVIDER_C; docs/rails/wire.md. Fields that are not named here may come and go.

const metadata = z
  .object({ reference: ourReference })
  .nullish()
  .transform((given) => given ?? { reference: null });

const reason = word.nullish().transform((text) => text ?? null);

export const intent = z.object({
  id: identifier,
  status: word,
  amount,
  currency: word,
  expires_at: time,
  metadata,
  transaction_reference: identifier.nullish().transform((id) => id ?? null),
  failure_reason: reason,
});
export type Intent = z.output<typeof intent>;

export const verified = z.object({ status: z.literal(true), data: intent });

export const opened = z.object({
  status: z.literal(true),
  data: intent.extend({ intent_secret: token, payment_link: address }),
});

export const transfer = z.object({
  transfer_reference: identifier,
  status: word,
  amount,
  fee,
  currency: word,
  metadata,
  failure_reason: reason,
});
export type Transfer = z.output<typeof transfer>;

export const error = z.object({ message: word, statusCode: z.int() });

export const notice = z.object({ id: identifier.optional(), event: word, payload: z.unknown() });
