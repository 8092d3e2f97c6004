import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import { requireSecondPerson } from '#lib/auth/second-person';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import {
  type ConnectionRequest,
  findConnectionRequest,
  type LiveDefinition,
  liveDefinition,
} from '#lib/rails/connection-request';
import { openFields } from '#lib/rails/connections';
import { type ConnectionView, presentConnection } from '#lib/rails/present-connection';
import { decidedMeanwhile, removeConnection, setConnection } from '#lib/rails/set-connection';
import { places } from '#lib/seal';

/** Which request is meant: what was shown is what is decided. */
const named = { request_id: z.string('The request_id must be a string.') };
export const connectionDecision = z.object(named);
export const connectionRejection = z.object({ ...named, reason: textField(500) });

/**
 * Four eyes: an operator who did not ask says yes, and the rail is connected so from then on. Throws `NOT_FOUND`,
 * `FORBIDDEN`, and `INVALID_STATE` for fields that cannot be used, or open nothing by now, and a wallet that is not proven to be the same.
 */
export async function approveConnection(
  ctx: UserContext,
  provider: string,
  { request_id }: z.output<typeof connectionDecision>,
): Promise<ConnectionView> {
  const definition = liveDefinition(provider);
  const request = await requireDecidable(ctx, definition, request_id);
  if (request.kind === 'remove') return removeConnection(ctx, definition, request);
  const place = places.railConnectionRequest(request.id);
  const fields = request.fieldsSealed && openFields(definition, place, request.fieldsSealed);
  if (!fields) {
    throw new AppError(
      'INVALID_STATE',
      'What was asked for cannot be used any more: reject it, and have it asked for anew.',
    );
  }
  return setConnection(ctx, definition, fields, request);
}

/** The same with a no, and why: the rail stays as it is, and the fields are forgotten. Throws as `approveConnection` does. */
export async function rejectConnection(
  ctx: UserContext,
  provider: string,
  { request_id, reason }: z.output<typeof connectionRejection>,
): Promise<ConnectionView> {
  const definition = liveDefinition(provider);
  return end(ctx, definition, await requireDecidable(ctx, definition, request_id), reason);
}

/** Takes back one's own request; its fields are forgotten. Throws `NOT_FOUND`, `FORBIDDEN` and `INVALID_STATE`. */
export async function withdrawConnection(
  ctx: UserContext,
  provider: string,
  { request_id }: z.output<typeof connectionDecision>,
): Promise<ConnectionView> {
  const definition = liveDefinition(provider);
  const request = await requireOpen(definition, request_id);
  if (request.requestedBy.id !== ctx.user.id) {
    throw new AppError('FORBIDDEN', 'Only who asked withdraws a request. Reject it instead.');
  }
  return end(ctx, definition, request, null);
}

/** A route asks for the permission as well; here it holds for whoever calls the verb. */
async function requireDecidable(
  ctx: UserContext,
  definition: LiveDefinition,
  requestId: string,
): Promise<ConnectionRequest> {
  if (ctx.clientId !== undefined || !mayDo(ctx.user.role, 'rails.manage')) {
    throw new AppError('FORBIDDEN', 'Only an operator may decide a request.');
  }
  const request = await requireOpen(definition, requestId);
  await requireSecondPerson(ctx, { what: 'request', by: request.requestedBy.id });
  return request;
}

async function requireOpen({ traits }: LiveDefinition, requestId: string): Promise<ConnectionRequest> {
  const request = await findConnectionRequest(traits.provider);
  if (request?.id !== requestId) {
    throw new AppError('NOT_FOUND', 'There is no such open request. It may have been decided or withdrawn.');
  }
  return request;
}

/** `reason` null: it was withdrawn. */
async function end(
  ctx: UserContext,
  definition: LiveDefinition,
  { id, kind, requestedBy }: ConnectionRequest,
  reason: string | null,
): Promise<ConnectionView> {
  const { provider } = definition.traits;
  const sql = sqlClient();
  const isRejected = reason !== null;
  const entry = {
    action: isRejected ? 'rail.connection_rejected' : 'rail.connection_withdrawn',
    environment: 'LIVE' as const,
    subjectId: provider,
    before: { kind, requested_by: requestedBy.name },
    ...(isRejected && { after: { reason } }),
  };
  const [row] = await sql`
    with changed as (
      update rail_connection_requests
      set status = ${isRejected ? 'REJECTED' : 'WITHDRAWN'}, fields_sealed = null, ended_at = ${ctx.now().toISOString()},
          decided_by = ${isRejected ? ctx.user.id : null}, decided_by_name = ${isRejected ? ctx.user.name : null}
      where id = ${id} and status = 'PENDING' returning 1
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select 1 from changed`;
  if (row === undefined) throw decidedMeanwhile();
  return presentConnection(definition);
}
