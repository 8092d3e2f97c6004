import { z } from 'zod';
import { amount, identifier, token, word } from '#lib/rails/wire';

// The answers of PROVIDER_A; docs/rails/wire.md. Fields that are not named here may come and go.

export const login = z.object({ access_token: token, expires_in: z.number().positive() });

export const authorised = z.object({ request_token: token });

export const confirmed = z.object({ authorized_token: token });

/** A charge or a payout. The rail knows no reference of ours. */
export const transaction = z.object({
  transaction_id: identifier,
  status: word,
  amount,
  currency: word,
  message: word.nullish().transform((text) => text ?? ''),
});
export type Transaction = z.output<typeof transaction>;

export const error = z.object({ success: z.literal(false), message: word });

/** What we keep of a collection, sealed: the first token until the customer has confirmed, then the second. */
export const railState = z.union([confirmed, authorised]);
