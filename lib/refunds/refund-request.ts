import { z } from 'zod';
import type { FieldFault } from '#lib/errors';
import {
  AMOUNT_CODE,
  amountField,
  metadataField,
  mobileField,
  referenceField,
  soleAmountFault,
  textField,
} from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { check } from '#lib/http/validate';
import { invalidAmount } from '#lib/transactions/request';

/** A collection may be refunded butut by butut; no rail's bounds of what is collected apply. */
const bounds = { minBututs: 1n, maxBututs: 999_999_999_99n };

/** The body of `POST /refunds`; contract-more.md §11. */
export const refundRequest = z.object({
  collection: textField(255).meta({
    description:
      'The collection: your client_reference of it, or its transaction_id. A reference comes first.',
    examples: ['order-1001'],
  }),
  client_reference: referenceField,
  amount: amountField
    .refine((bututs) => bututs > 0n, {
      error: 'The amount must be at least 0.01 GMD.',
      params: { code: AMOUNT_CODE },
    })
    .meta({
      description:
        'How much goes back, in dalasis as a decimal string; left out: what is left of the collection.',
    })
    .optional(),
  reason: textField(200)
    .meta({ description: 'Why, for you and your people.', examples: ['The shoes were too small.'] })
    .optional(),
  recipient_mobile: mobileField
    .meta({
      description:
        'Only where the collection has no customer_mobile: the number that its payer has told you, to which what the rail does not give back itself is paid.',
      examples: ['+2207012345'],
    })
    .optional(),
  metadata: metadataField.default({}),
});

export type RefundRequest = z.output<typeof refundRequest>;

/** Reads the body. All faults are told at once; `INVALID_AMOUNT` when the form or the size of the amount is the only one. */
export function readRefund(body: Record<string, unknown>, moreFaults: FieldFault[] = []): RefundRequest {
  const result = check(refundRequest, body);
  const faults = [...('faults' in result ? result.faults : []), ...moreFaults];
  const sole = soleAmountFault(faults);
  if (sole) throw invalidAmount(sole.message, bounds);
  if (faults.length > 0 || 'faults' in result) throw validationError(faults);
  return result.value;
}
