import { z } from 'zod';
import {
  amountField,
  currencyField,
  metadataField,
  mobileField,
  providerField,
  referenceField,
  textField,
} from '#lib/fields';
import { DEFAULT_PROVIDER } from '#lib/rails/registry';
import type { PayoutScenario } from '#lib/rails/scenarios';

/** A payout as it is made, whoever asked for it and however the recipient was named; contract.md §4. */
export const payoutRequest = z.object({
  amount: amountField,
  currency: currencyField,
  recipient_mobile: mobileField,
  client_reference: referenceField,
  provider: providerField.default(DEFAULT_PROVIDER),
  metadata: metadataField.default({}),
});

export type PayoutRequest = z.output<typeof payoutRequest> & {
  /** The body named a recipient and no rail: its repeats mean the rail of the first one, whatever the recipient's is by then. */
  isRailImplied?: boolean;
  /** What the simulator is to do with it; of the sandbox only. */
  scenario?: PayoutScenario;
};

const recipientName = textField(120).meta({
  description: 'Who should have the number, to be compared with what its rail knows.',
  examples: ['Awa Ceesay'],
});

/** One of the two names the recipient; contract-more.md §14. */
const recipientFields = {
  recipient_mobile: mobileField.optional(),
  recipient_id: z
    .string('The recipient_id must be a string: the id of one of your recipients.')
    .max(255, 'The recipient_id is the id of one of your recipients.')
    .meta({
      description:
        'One of your recipients, instead of recipient_mobile; without a provider, the payout goes by the recipient’s own.',
      examples: ['01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f'],
    })
    .optional(),
};

/** The body of `POST /payouts/initiate`. */
export const payoutBody = payoutRequest.extend(recipientFields).meta({
  examples: [
    {
      amount: '150.00',
      currency: 'GMD',
      recipient_mobile: '+2207012345',
      client_reference: 'order-1001',
      provider: DEFAULT_PROVIDER,
    },
  ],
});

/** The body of `POST /payouts/quote`. */
export const quoteBody = payoutBody
  .omit({ client_reference: true, metadata: true })
  .extend({ recipient_name: recipientName.optional() })
  .meta({
    examples: [
      {
        amount: '150.00',
        currency: 'GMD',
        recipient_mobile: '+2207012345',
        recipient_name: 'Awa Ceesay',
      },
    ],
  });
