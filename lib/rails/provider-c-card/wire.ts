import { z } from 'zod';
import { amount, identifier, word } from '#lib/rails/wire';

// The answers of PROVIDER_C_CARD; docs/rails/wire.md. Fields that are not named here may come and go; none that holds
// card data is ever read.

export const session = z.object({ result: z.literal('SUCCESS'), session: z.object({ id: identifier }) });

export const order = z.object({
  id: identifier,
  status: word,
  result: word,
  amount,
  currency: word,
  totalCapturedAmount: amount.nullish().transform((captured) => captured ?? null),
  response: z
    .object({ gatewayCode: word })
    .nullish()
    .transform((given) => given ?? { gatewayCode: '' }),
});
export type Order = z.output<typeof order>;

export const error = z.object({
  result: z.literal('ERROR'),
  error: z.object({ cause: word, explanation: word.nullish().transform((text) => text ?? '') }),
});

export const notice = z.object({ order });
