import { z } from 'zod';
import {
  amountField,
  currencyField,
  metadataField,
  mobileField,
  providerField,
  referenceField,
} from '#lib/fields';
import { DEFAULT_PROVIDER } from '#lib/rails/registry';

/** The body of `POST /payouts/initiate`; contract.md §4. */
export const payoutRequest = z.object({
  amount: amountField,
  currency: currencyField,
  recipient_mobile: mobileField,
  client_reference: referenceField,
  provider: providerField.default(DEFAULT_PROVIDER),
  metadata: metadataField.default({}),
});

export type PayoutRequest = z.output<typeof payoutRequest>;
