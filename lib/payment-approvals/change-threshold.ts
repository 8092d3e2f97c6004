import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Approval } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import { auditLine } from '#lib/auth/audit-log';
import { AppError, invariant } from '#lib/errors';
import { amountField } from '#lib/fields';
import { type Bututs, formatAmount } from '#lib/money';
import { type MemberContext, readThreshold } from '#lib/payment-approvals/threshold';

export const thresholdChange = z.object({
  /** Null: no payment waits. */
  payout_approval_above: amountField.nullable(),
});

export interface ThresholdChanged {
  aboveBututs: Bututs | null;
  /** What another person has to say yes to first. */
  approval: Approval | null;
}

/**
 * From which amount on payments from the dashboard wait for a second person. What is stricter is in force at once, and
 * wants somebody there who could decide; what is laxer is itself asked of a second person. Throws `INVALID_STATE`.
 */
export async function changeThreshold(ctx: MemberContext, wanted: Bututs | null): Promise<ThresholdChanged> {
  const present = await readThreshold(ctx.client.id);
  if (wanted === present) return { aboveBututs: present, approval: null };
  const isStricter = wanted !== null && (present === null || wanted < present);
  if (!isStricter) return { aboveBututs: present, approval: await askToLoosen(ctx, wanted) };
  await requireColleague(ctx);
  const sql = sqlClient();
  const entry = {
    action: 'client.approval_threshold_changed',
    subjectId: ctx.client.id,
    before: { payout_approval_above: amountOf(present) },
    after: { payout_approval_above: amountOf(wanted) },
  };
  const [changed] = await sql`
    with changed as (
      update clients set payout_approval_above_bututs = ${wanted.toString()}
      where id = ${ctx.client.id} and payout_approval_above_bututs is not distinct from ${present?.toString() ?? null}::bigint
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from changed`;
  // Somebody else changed it meanwhile: whether this is stricter than that is asked again.
  return changed ? { aboveBututs: wanted, approval: null } : changeThreshold(ctx, wanted);
}

export function presentThreshold({ aboveBututs, approval }: ThresholdChanged) {
  return { payout_approval_above: amountOf(aboveBututs), approval };
}

async function askToLoosen(ctx: MemberContext, wanted: Bututs | null): Promise<Approval> {
  const from = sqlClient()`
    select jsonb_build_object('amount', ${amountOf(wanted)}::text,
             'previous', (payout_approval_above_bututs / 100.0)::numeric(12, 2)::text) as details, null::uuid as key_id
    from clients where id = ${ctx.client.id}`;
  const approval = await ask(ctx, {
    clientId: ctx.client.id,
    kind: 'payout_approval',
    environment: null,
    from,
  });
  invariant(approval, 'a client can ask for another threshold');
  return approval;
}

/** So that nobody locks their payments up by themselves. */
async function requireColleague(ctx: MemberContext): Promise<void> {
  const [other] = await sqlClient()`
    select from users
    where client_id = ${ctx.client.id} and id <> ${ctx.user.id} and role in ('owner', 'accountant') and disabled_at is null
    limit 1`;
  if (other) return;
  throw new AppError(
    'INVALID_STATE',
    'Nobody could decide your payments: this account has no other owner and no accountant. Add one under Team first.',
  );
}

function amountOf(bututs: Bututs | null): string | null {
  return bututs === null ? null : formatAmount(bututs);
}
