import { z } from 'zod';
import type { SoldItem } from '#db/schema/payment-links';
import type { Environment } from '#lib/context';
import { AppError, type FieldFault } from '#lib/errors';
import {
  amountField,
  currencyField,
  metadataField,
  mobileField,
  providerField,
  referenceField,
  returnUrlField,
  textField,
} from '#lib/fields';
import { formatAmount } from '#lib/money';
import { DEFAULT_PROVIDER, railDefinitions } from '#lib/rails/registry';
import { type CollectionScenario, magicAmounts } from '#lib/rails/scenarios';

const needsMobile = new Set(
  railDefinitions.filter((each) => each.traits.style === 'otp').map((each) => each.traits.provider),
);

const collectionRequestFor = (environment: Environment) =>
  z.object({
    amount: amountField,
    currency: currencyField,
    client_reference: referenceField,
    provider: providerField
      .meta({
        description:
          'The rail that moves the money, or CUSTOMER_CHOICE: your customer chooses one on our page, which is the redirect_url.',
        examples: ['PROVIDER_W'],
      })
      .default(DEFAULT_PROVIDER),
    customer_name: textField(120)
      .meta({ description: 'The name of your customer.', examples: ['Awa Ceesay'] })
      .optional(),
    customer_mobile: mobileField
      .meta({
        description:
          'The number of your customer; required on PROVIDER_A, which sends a one-time password there.',
      })
      .optional(),
    success_url: returnUrlField(environment)
      .meta({
        description:
          'Where the customer comes back to after paying, which proves nothing. https; http for localhost with a test key.',
        examples: ['https://shop.example.com/paid'],
      })
      .optional(),
    error_url: returnUrlField(environment)
      .meta({
        description: 'Where the customer comes back to otherwise.',
        examples: ['https://shop.example.com/not-paid'],
      })
      .optional(),
    metadata: metadataField.default({}),
  });

/** What `customer_mobile` lacks on a rail with one-time passwords; told with all other faults, whatever they are. */
export function missingMobile(body: Record<string, unknown>): FieldFault[] {
  if (
    typeof body.provider !== 'string' ||
    !needsMobile.has(body.provider) ||
    body.customer_mobile !== undefined
  )
    return [];
  const message = `customer_mobile is required on ${body.provider}: the one-time password is sent there.`;
  return [{ path: 'customer_mobile', message, code: 'required' }];
}

/** The body of `POST /collections/initiate`; contract.md §3. The environment decides which URLs are fit. */
export const collectionRequest = {
  SANDBOX: collectionRequestFor('SANDBOX'),
  LIVE: collectionRequestFor('LIVE'),
};

export type CollectionRequest = z.output<(typeof collectionRequest)['LIVE']> & {
  /** What the simulator is to do with it; of the sandbox only. */
  scenario?: CollectionScenario;
  /** What a till sells for it; its customer reads it. */
  sold?: SoldItem[];
};

/** What a request's hash is of, and what a transaction begins with. */
export function factsOf(request: CollectionRequest) {
  return {
    clientReference: request.client_reference,
    provider: request.provider,
    amountBututs: request.amount,
    mobile: request.customer_mobile ?? null,
    customerName: request.customer_name ?? null,
    successUrl: request.success_url ?? null,
    errorUrl: request.error_url ?? null,
    metadata: request.metadata,
  };
}

/** What the simulator is to do with it: a magic amount wins over it. */
export function scenarioOf({ amount, scenario }: CollectionRequest): CollectionScenario | null {
  return magicAmounts.includes(formatAmount(amount)) ? null : (scenario ?? null);
}

/** The sandbox's 500.00. */
export function simulatedServerError(): AppError {
  return new AppError(
    'INTERNAL_ERROR',
    'Simulated server error: the sandbox answers 500 to this amount and stores nothing. Use another amount to go on.',
  );
}

export function tooManyEqualRequests(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many equal requests at once. Repeat the request with the same reference in a second.',
    { retryAfterSeconds: 1 },
  );
}
