import { sqlClient } from '#db/client';
import {
  type Approval,
  type ApprovalRow,
  approvalColumns,
  colleagueKinds,
  isOfColleagues,
  isUnused,
  presentApproval,
  presentToClient,
} from '#lib/approvals/approval';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { lowestIdAt, newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';

interface Request {
  clientId: string;
  kind: ApprovalRow['kind'];
  environment: Environment | null;
  /** SQL of one row at most, with the columns `details` and `key_id`; without a row nothing is asked. */
  from: Fragment;
}

/** So that a queue that people read is not filled by a script. */
const MAX_OPEN = 20;
const HOUR_MS = 60 * 60 * 1000;
const UNIQUE_VIOLATION = '23505';

/**
 * Puts a request into the queue of those who decide it, with its line in the audit log. Undefined when `from` had no row. Throws
 * `INVALID_STATE` for one that is open already, and for too many.
 */
export async function ask(
  ctx: UserContext,
  { clientId, kind, environment, from }: Request,
): Promise<Approval | undefined> {
  const sql = sqlClient();
  await endUnused(ctx, clientId);
  const id = newId(ctx.now());
  const entry = {
    action: 'approval.requested',
    // What the house asks of itself is about no client's account.
    ...(clientId !== HOUSE_CLIENT_ID && { clientId }),
    ...(environment && { environment }),
    subjectId: id,
    after: sql`(select jsonb_build_object('kind', kind) || details from made)`,
  };
  const [room] = await sql`
    select count(*)::int as open from approvals where client_id = ${clientId} and status in ('PENDING', 'APPROVED')
      and (kind = any (${[...colleagueKinds]})) = ${isOfColleagues(kind)}`;
  if (room?.open >= MAX_OPEN) {
    throw new AppError(
      'INVALID_STATE',
      `There are ${MAX_OPEN} open requests. Withdraw those that you do not need.`,
    );
  }
  try {
    const [row] = await sql<ApprovalRow[]>`
      with asked as (${from}), made as (
        insert into approvals (client_id, id, kind, environment, details, key_id, status, requested_by, requested_by_name, requested_at)
        select ${clientId}::uuid, ${id}::uuid, ${kind}::text, ${environment}::text, details, key_id, 'PENDING',
               ${ctx.user.id}::uuid, ${ctx.user.name}::text, ${ctx.now().toISOString()}::timestamptz
        from asked returning *
      ), noted as (${auditLine(ctx, entry, sql`from made`)}),
      told as (${tellDeciders(ctx, { clientId, kind, environment }, id)})
      select ${approvalColumns()} from made a`;
    if (row === undefined) return undefined;
    return ctx.clientId === undefined ? presentApproval(row) : presentToClient(row, ctx.user);
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    throw new AppError(
      'INVALID_STATE',
      'This was asked for already, and the request is still open. Wait for its decision, or withdraw it.',
    );
  }
}

/**
 * Those who may decide it, but for who asked, beside a row `made`. A trial of payments in the sandbox waits for nobody. What
 * somebody asks for on and on, and withdraws, is told as often as there may be open requests, in an hour.
 */
function tellDeciders(
  ctx: UserContext,
  { clientId, kind, environment }: Omit<Request, 'from'>,
  id: string,
): Fragment {
  const isTheirs = isOfColleagues(kind);
  if (environment === 'SANDBOX') return sqlClient()`select`;
  const message = {
    kind: 'approval_waiting' as const,
    event: `approval_waiting:${id}`,
    facts: { who: ctx.user.name, where: isTheirs ? 'Payouts' : 'Approvals' },
  };
  const anHourAgo = new Date(ctx.now().getTime() - HOUR_MS);
  const condition = sqlClient()`id <> ${ctx.user.id} and exists (select from made) and (
    select count(*) from approvals
    where client_id = ${clientId} and approvals.id > ${lowestIdAt(anHourAgo)} and environment is distinct from 'SANDBOX'
      and (kind = any (${[...colleagueKinds]})) = ${isTheirs}) < ${MAX_OPEN}`;
  return queueMessage(ctx.now(), message, peopleOf(message.kind, isTheirs ? clientId : null, condition));
}

/** So that what was approved and never used stands in nobody's way. */
async function endUnused({ now }: UserContext, clientId: string): Promise<void> {
  await sqlClient()`
    update approvals a set status = 'EXPIRED', ended_at = ${now().toISOString()}
    where a.client_id = ${clientId} and ${isUnused(now())}`;
}
