import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import {
  addressesOf,
  changesBetween,
  fieldsNow,
  type LiveDefinition,
  liveDefinition,
} from '#lib/rails/connection-request';
import { type Fields, fieldFault, fieldsFromSettings, sealFields } from '#lib/rails/connections';
import { type ConnectionView, presentConnection } from '#lib/rails/present-connection';
import { proveSameWallet } from '#lib/rails/prove-wallet';
import { forgetConnections } from '#lib/rails/registry';
import { requireAccess } from '#lib/rails/require-access';
import { connectFirst } from '#lib/rails/set-connection';
import { places } from '#lib/seal';

const MAX_LENGTH = 4_096;
const UNIQUE_VIOLATION = '23505';

export const connectionFields = z.object({
  fields: z.record(z.string(), textField(MAX_LENGTH), 'The fields must be an object of texts.'),
  /** They are another key of the wallet that is connected. */
  same_wallet: z.boolean('This must be true or false.').default(false),
});

/**
 * Asks that a live rail is reached by these fields, all of them and instead of those of now; another operator decides.
 * They wait sealed; the audit log has the addresses and the names of what changes, and no secret. The first connection
 * that a rail ever has, when there is no money at it yet, needs nobody else and is made at once. Throws `NOT_FOUND` for
 * a rail without a live connector, `VALIDATION_ERROR`, and `INVALID_STATE` for fields with which the rail does not let us
 * in, for a wallet that is not proven to be the same, and while another change is open.
 */
export async function askForConnection(
  ctx: UserContext,
  provider: string,
  body: z.input<typeof connectionFields>,
): Promise<ConnectionView> {
  const definition = liveDefinition(provider);
  const fields = checkedFields(definition, body.fields);
  // By what is connected by now, not two seconds ago.
  forgetConnections();
  if (await isFirst(definition)) return connectFirst(ctx, definition, fields);
  // Both are asked again when it is approved; here it spares the other operator what cannot be.
  await requireAccess(definition, fields, ctx.now());
  if (body.same_wallet) await proveSameWallet(definition, fields, ctx.now());
  return ask(ctx, definition, { kind: 'set', fields, sameWallet: body.same_wallet ?? false });
}

/**
 * Asks that what an operator set connects the rail no longer; another operator decides. Throws `NOT_FOUND`, and
 * `INVALID_STATE` where no operator set anything, and while another change is open.
 */
export async function askForDisconnection(ctx: UserContext, provider: string): Promise<ConnectionView> {
  const definition = liveDefinition(provider);
  const [set] = await sqlClient()`select 1 from rail_connections where provider = ${provider}`;
  if (set === undefined) {
    throw new AppError(
      'INVALID_STATE',
      'No operator has connected this rail, so there is nothing to remove.',
    );
  }
  return ask(ctx, definition, { kind: 'remove', sameWallet: false });
}

/** Whether nothing was ever connected to it. A connection that was removed is not forgotten. */
async function isFirst(definition: LiveDefinition): Promise<boolean> {
  const { provider } = definition.traits;
  if (fieldsFromSettings(definition) !== undefined) return false;
  const [row] = await sqlClient()`
    select exists (select from rail_connections where provider = ${provider})
        or exists (select from rail_connection_versions where provider = ${provider}) as is_known`;
  return row?.is_known === false;
}

async function ask(
  ctx: UserContext,
  definition: LiveDefinition,
  wanted: { kind: 'set' | 'remove'; fields?: Fields; sameWallet: boolean },
): Promise<ConnectionView> {
  const { provider } = definition.traits;
  const { kind, fields, sameWallet } = wanted;
  const changes = changesBetween(
    definition,
    await fieldsNow(definition),
    fields ?? fieldsFromSettings(definition),
  );
  const entry = {
    action: 'rail.connection_requested',
    environment: 'LIVE' as const,
    subjectId: provider,
    before: { addresses: addressesOf(changes, 'before') },
    after: {
      kind,
      fields: changes.fields,
      addresses: addressesOf(changes, 'after'),
      same_wallet: sameWallet,
    },
  };
  const sql = sqlClient();
  const id = newId(ctx.now());
  const sealed = fields ? sealFields(places.railConnectionRequest(id), fields) : null;
  try {
    await sql`
      with changed as (
        insert into rail_connection_requests (id, provider, kind, fields_sealed, same_wallet, changes, status,
          requested_by, requested_by_name, requested_at)
        values (${id}, ${provider}, ${kind}, ${sealed}, ${sameWallet},
          ${JSON.stringify(changes)}::jsonb, 'PENDING', ${ctx.user.id}, ${ctx.user.name}, ${ctx.now().toISOString()})
        returning 1
      ) ${auditLine(ctx, entry, sql`from changed`)}`;
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    throw new AppError(
      'INVALID_STATE',
      'Another change of this connection waits for a decision. Decide it, or have it withdrawn, first.',
    );
  }
  return presentConnection(definition);
}

/** All of them and no other, without blanks around them. */
function checkedFields({ live }: LiveDefinition, given: Fields): Fields {
  const names = Object.keys(live.fields);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw validationError(
      unknown.map((name) => ({
        path: `fields.${name}`,
        message: `This rail has no such field; it has ${names.join(', ')}.`,
        code: 'unknown_field',
      })),
    );
  }
  const fields = Object.fromEntries(names.map((name) => [name, given[name]?.trim() ?? '']));
  const fault = fieldFault(live, fields);
  if (fault) {
    throw validationError([
      { path: `fields.${fault.field}`, message: `This field ${fault.message}.`, code: 'invalid_field' },
    ]);
  }
  return fields;
}
