import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { SettlementAccountDetails } from '#db/schema/approvals';
import { type Approval, type ApprovalRow, approvalColumns, presentToClient } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { mobileField, providerField, textField } from '#lib/fields';
import { isUuid, newId } from '#lib/ids';
import { requireRail } from '#lib/rails/rail-settings';
import type { SettlementAccount } from '#lib/settlements/settlement';

type MemberContext = Context & UserContext;

export const accountRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bank'),
    holder: textField(120),
    bank: textField(120),
    account_number: z
      .string('The account_number must be a string.')
      .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
      .refine((text) => /^[0-9A-Z]{6,34}$/.test(text), 'An account number has 6 to 34 digits or letters.'),
  }),
  z.object({
    kind: z.literal('wallet'),
    holder: textField(120),
    provider: providerField,
    mobile: mobileField,
  }),
]);

/** In the sandbox it is there at once; in live it waits for an operator. */
export interface AccountAdded {
  approval: Approval | null;
}

/**
 * Adds where the client's own money may go. In live an operator approves it first, so that nobody who has one owner's
 * session sends the balance elsewhere. Throws `provider_not_enabled` and `INVALID_STATE`.
 */
export async function addSettlementAccount(
  ctx: MemberContext,
  request: z.output<typeof accountRequest>,
): Promise<AccountAdded> {
  if (request.kind === 'wallet') await requireRail(ctx, request.provider, 'payout');
  const { kind: account_kind, ...fields } = request;
  const details: SettlementAccountDetails = {
    ...{ account_kind, bank: null, account_number: null, provider: null, mobile: null },
    ...fields,
  };
  if (ctx.environment === 'SANDBOX') {
    await keepAccount(ctx, details);
    return { approval: null };
  }
  const from = sqlClient()`select ${JSON.stringify(details)}::jsonb as details, null::uuid as key_id`;
  const { environment } = ctx;
  const approval = await ask(ctx, {
    clientId: ctx.client.id,
    kind: 'settlement_account',
    environment,
    from,
  });
  invariant(approval, 'an account can always be asked for');
  return { approval };
}

async function keepAccount(ctx: MemberContext, details: SettlementAccountDetails): Promise<void> {
  const sql = sqlClient();
  const entry = {
    action: 'settlement_account.added',
    environment: ctx.environment,
    subjectId: ctx.client.id,
    after: { ...details },
  };
  await sql`
    with added as (
      insert into settlement_accounts (client_id, environment, id, kind, holder, bank, account_number, provider, mobile,
                                       added_by, added_by_name, added_at)
      values (${ctx.client.id}, ${ctx.environment}, ${newId(ctx.now())}, ${details.account_kind}, ${details.holder},
              ${details.bank}, ${details.account_number}, ${details.provider}, ${details.mobile}, ${ctx.user.id},
              ${ctx.user.name}, ${ctx.now().toISOString()})
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from added`)})
    select id from added`;
}

/**
 * Nothing is sent there any more: a schedule that names it is switched off, and what waits for a file to the bank is the
 * client's again, in the same statement. What is in a file goes on. Throws `NOT_FOUND`.
 */
export async function removeSettlementAccount(ctx: MemberContext, id: string): Promise<{ id: string }> {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const order = {
    ...{ client_id: ctx.client.id, environment: ctx.environment, account_id: id },
    ...{ note: 'The account was removed.', actor: { id: ctx.user.id, name: ctx.user.name }, now },
  };
  const entry = {
    action: 'settlement_account.removed',
    environment: ctx.environment,
    subjectId: id,
    before: sql`(select jsonb_build_object('holder', holder, 'bank', bank, 'account_number', account_number, 'mobile', mobile) from removed)`,
  };
  const [row] = !isUuid(id)
    ? []
    : await sql`
        with removed as (
          update settlement_accounts set removed_at = ${now}
          where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id} and removed_at is null
          returning *
        ), stopped as (
          update settlement_schedules s set is_on = false, changed_by_name = ${ctx.user.name}, changed_at = ${now}
          from removed r where s.client_id = r.client_id and s.environment = r.environment and s.account_id = r.id
        ), noted as (${auditLine(ctx, entry, sql`from removed`)}),
        gone as materialized (
          select id from removed where cancel_settlements_to(${JSON.stringify(order)}::jsonb) >= 0
        )
        select id from gone`;
  if (row === undefined) throw accountNotFound();
  return { id };
}

/** Where money may go now. Throws `NOT_FOUND`, also for one that was removed and for another client's. */
export async function requireAccount(ctx: Context, id: string): Promise<SettlementAccount> {
  const account = (await listAccounts(ctx)).find((each) => each.id === id);
  if (account === undefined) throw accountNotFound();
  return account;
}

export async function listAccounts(ctx: Context): Promise<SettlementAccount[]> {
  const rows = await sqlClient()`
    select * from settlement_accounts
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and removed_at is null order by id`;
  return rows.map((row) => ({
    clientId: row.client_id,
    environment: row.environment,
    id: row.id,
    kind: row.kind,
    holder: row.holder,
    bank: row.bank,
    accountNumber: row.account_number,
    provider: row.provider,
    mobile: row.mobile,
    addedBy: row.added_by,
    addedByName: row.added_by_name,
    addedAt: new Date(row.added_at),
    approvedByName: row.approved_by_name,
    removedAt: null,
  }));
}

/** Those that wait for an operator. */
export async function listAskedAccounts(ctx: MemberContext | Context): Promise<Approval[]> {
  const rows = await sqlClient()<ApprovalRow[]>`
    select ${approvalColumns()} from approvals a
    where a.client_id = ${ctx.client.id} and a.environment = ${ctx.environment} and a.kind = 'settlement_account'
      and a.status = 'PENDING' order by a.id desc`;
  return rows.map((row) => presentToClient(row));
}

export function presentAccount(account: SettlementAccount) {
  return {
    id: account.id,
    kind: account.kind,
    holder: account.holder,
    bank: account.bank,
    account_number: account.accountNumber,
    provider: account.provider,
    mobile: account.mobile,
    added_by: account.addedByName,
    added_at: account.addedAt.toISOString(),
  };
}

function accountNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This account and environment have no such bank account or wallet.');
}
