import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { mobileField, providerField, textField } from '#lib/fields';
import { normaliseMobile } from '#lib/phone';
import { railName } from '#lib/rails/rail-faces';

/** Whom a client pays, by a name of its own. The number is the recipient: it never changes. */
export interface Recipient {
  id: string;
  name: string;
  /** `+220…`. */
  mobile: string;
  /** The rail of a payout that names the recipient and no rail; null: the default. */
  provider: string | null;
  note: string | null;
  createdAt: Date;
  updatedAt: Date;
  isDeleted: boolean;
}

const MAX_NOTE = 500;

/** As people write it (`701 2345`), so that one number is not saved twice; becomes `+220…`. */
const writtenMobile = z
  .string('The mobile must be a string, such as "+2207012345".')
  .transform(normaliseMobile)
  .pipe(mobileField)
  .meta({
    description:
      'A Gambian mobile number, also with spaces or without +220; answered as +220 and 7 or 9 digits.',
    minLength: 7,
    maxLength: 60,
    examples: ['+2203456789'],
  });
const provider = providerField.nullable().meta({
  description: 'The rail that payouts to this recipient go by when they name none; null for the default.',
  examples: ['PROVIDER_W'],
});
const note = textField(MAX_NOTE)
  .nullable()
  .meta({ description: 'A note of your own.', examples: ['rice'] });
const name = textField(120)
  .transform((text) => text.trim())
  .meta({
    description: 'Your own name for whoever has the number.',
    maxLength: 120,
    examples: ['Awa Ceesay'],
  });

export const newRecipient = z.object({
  name,
  mobile: writtenMobile,
  provider: provider.default(null),
  note: note.default(null),
});

export const recipientChange = z.object({
  name: name.optional(),
  mobile: writtenMobile.optional().meta({
    description: 'Only the number that the recipient has: another number is another recipient.',
    examples: ['+2203456789'],
  }),
  provider: provider.optional(),
  note: note.optional(),
});

export interface RecipientRow {
  id: string;
  name: string;
  mobile: string;
  provider: string | null;
  note: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** The recipients of this client and environment, also those that were deleted. */
export function ownRecipients(ctx: Context): Fragment {
  return sqlClient()`client_id = ${ctx.client.id} and environment = ${ctx.environment}`;
}

export function recipientOf(row: RecipientRow): Recipient {
  return {
    id: row.id,
    name: row.name,
    mobile: row.mobile,
    provider: row.provider,
    note: row.note,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    isDeleted: row.deleted_at !== null,
  };
}

export function presentRecipient(recipient: Recipient) {
  return {
    id: recipient.id,
    name: recipient.name,
    mobile: recipient.mobile,
    provider: recipient.provider,
    provider_name: recipient.provider && railName(recipient.provider),
    note: recipient.note,
    created_at: recipient.createdAt.toISOString(),
    updated_at: recipient.updatedAt.toISOString(),
  };
}

export type PresentedRecipient = ReturnType<typeof presentRecipient>;

export function recipientNotFound(): AppError {
  return new AppError(
    'NOT_FOUND',
    "This key's account and environment have no recipient with that id. GET /api/v1/recipients lists them.",
  );
}
