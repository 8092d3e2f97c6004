import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { SettlementAccountDetails } from '#db/schema/approvals';
import {
  type Application,
  findApplication,
  notWritable,
  presentApplication,
  writable,
} from '#lib/applications/application';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { textField } from '#lib/fields';
import { canDo } from '#lib/rails/registry';
import { accountRequest } from '#lib/settlements/settlement-accounts';

const MAX_OWNERS = 20;

const draftText = (max: number) =>
  z
    .string('This field must be a string.')
    .transform((text) => text.trim() || null)
    .pipe(textField(max).nullable())
    .optional();

/** What is left out stays as it is; what is blank or null is to be filled in later. */
export const draftRequest = z.object({
  legal_name: draftText(200),
  registration_number: draftText(60),
  tin: draftText(30),
  owners: z
    .array(textField(120), 'The owners must be a list of names.')
    .max(MAX_OWNERS, `Name ${MAX_OWNERS} people at most.`)
    .optional(),
  account: accountRequest
    .refine((account) => account.kind === 'bank' || canDo(account.provider, 'payout'), {
      path: ['provider'],
      message: 'This wallet cannot be paid to. Choose another one.',
    })
    .transform(({ kind: account_kind, ...fields }): SettlementAccountDetails => {
      const none = { bank: null, account_number: null, provider: null, mobile: null };
      return { account_kind, ...none, ...fields };
    })
    .nullable()
    .optional(),
});

/**
 * Keeps what the client has written of it, in the place of what stood there before; nobody else reads it yet. Throws
 * `INVALID_STATE` while the operators have it, and once it is approved.
 */
export async function saveApplication(
  ctx: Context & UserContext,
  draft: z.output<typeof draftRequest>,
): Promise<Application> {
  const now = ctx.now().toISOString();
  const { legal_name, registration_number, tin, owners, account } = draft;
  const sql = sqlClient();
  /** As it was written now, or as it stands where nothing was said of it. */
  const written = (field: keyof typeof draft) =>
    draft[field] === undefined ? sql`applications.${sql(field)}` : sql`excluded.${sql(field)}`;
  const [row] = await sql`
    insert into applications (client_id, legal_name, registration_number, tin, owners, account, updated_at)
    values (${ctx.client.id}, ${legal_name ?? null}, ${registration_number ?? null}, ${tin ?? null}, ${owners ?? []},
            ${jsonOf(account ?? null)}::jsonb, ${now})
    on conflict (client_id) do update
    set legal_name = ${written('legal_name')}, registration_number = ${written('registration_number')}, tin = ${written('tin')},
        owners = ${written('owners')}, account = ${written('account')}, updated_at = excluded.updated_at,
        version = applications.version + 1
    where applications.status = any (${[...writable]})
    returning client_id`;
  const saved = await findApplication(ctx.client.id);
  invariant(saved, 'an application is never removed');
  if (row === undefined) throw notWritable(saved.status);
  return presentApplication(saved);
}

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value);
}
