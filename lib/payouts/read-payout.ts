import type { z } from 'zod';
import type { Context } from '#lib/context';
import type { FieldFault } from '#lib/errors';
import { type PayoutRequest, payoutBody, quoteBody } from '#lib/payouts/payout-request';
import { findRecipient, findRecipientByMobile } from '#lib/recipients/find-recipient';
import { type Recipient, recipientNotFound } from '#lib/recipients/recipient';
import { askedOfPayout } from '#lib/sandbox/scenario';
import { listAttempts } from '#lib/transactions/read';
import { readInitiation } from '#lib/transactions/request';

type Body = Record<string, unknown>;

export interface QuoteRequest extends Pick<PayoutRequest, 'amount' | 'provider' | 'recipient_mobile'> {
  /** Whom the number is saved as. */
  recipient: Recipient | undefined;
  /** Who should have it. */
  name: string | undefined;
}

/**
 * Reads the body of a payout: whoever is named by `recipient_id` becomes the number that is meant. After the validation
 * of all fields, throws `NOT_FOUND` for a recipient that is nobody's, somebody else's or deleted; a deleted one is still
 * known to the repeat of a payout that named it.
 */
export async function readPayout(
  ctx: Context,
  body: Body,
  headers: Headers = new Headers(),
): Promise<PayoutRequest> {
  const { scenario, faults } = askedOfPayout(ctx.environment, headers);
  const { read, recipient, isRailImplied } = await readNamed(ctx, payoutBody, body, faults);
  const { recipient_id: _, recipient_mobile = recipient?.mobile, ...request } = read;
  if (recipient_mobile === undefined) throw recipientNotFound();
  if (recipient?.isDeleted) {
    const earlier = await listAttempts(ctx, 'payout', request.client_reference, 1);
    if (earlier.length === 0) throw recipientNotFound();
  }
  return {
    ...{ ...request, recipient_mobile },
    ...(isRailImplied && { isRailImplied }),
    ...(scenario && { scenario }),
  };
}

/** The same of a quote, which no deleted recipient has. The name that is checked is the one given, else the saved one. */
export async function readQuote(ctx: Context, body: Body): Promise<QuoteRequest> {
  const { read, recipient } = await readNamed(ctx, quoteBody, body);
  const { amount, provider, recipient_name, recipient_mobile = recipient?.mobile } = read;
  if (recipient_mobile === undefined || recipient?.isDeleted) throw recipientNotFound();
  return {
    ...{ amount, provider, recipient_mobile },
    recipient: recipient ?? (await findRecipientByMobile(ctx, recipient_mobile)),
    name: recipient_name ?? recipient?.name,
  };
}

async function readNamed<T extends z.output<typeof quoteBody>>(
  ctx: Context,
  schema: z.ZodType<T>,
  body: Body,
  headerFaults: FieldFault[] = [],
) {
  const { recipient_id: id } = body;
  const recipient = typeof id === 'string' ? await findRecipient(ctx, id) : undefined;
  const isRailImplied = recipient !== undefined && body.provider === undefined;
  const provider = isRailImplied ? (recipient.provider ?? undefined) : body.provider;
  const faults = [...faultsOf(body), ...headerFaults];
  const read = await readInitiation(schema, { ...body, provider }, ctx.environment, 'payout', faults);
  return { read, recipient, isRailImplied };
}

function faultsOf({ recipient_id: id, recipient_mobile: mobile }: Body): FieldFault[] {
  if (id === undefined && mobile === undefined) {
    const message = 'recipient_mobile is required, or recipient_id instead of it.';
    return [{ path: 'recipient_mobile', message, code: 'required' }];
  }
  if (id === undefined || mobile === undefined) return [];
  const message = 'recipient_id names the recipient already. Leave it or recipient_mobile out.';
  return [{ path: 'recipient_id', message, code: 'one_of_two' }];
}
