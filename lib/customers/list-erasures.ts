import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { type Erasure, type ErasureRow, erasureOf } from '#lib/customers/erasure';
import { mobileField } from '#lib/fields';
import { spellingsOf } from '#lib/phone';

const MOST = 100;

export const erasuresQuery = z.object({ mobile: mobileField.optional() });

/** The newest erasures of this client and environment; of one number those that still keep something of it. */
export async function listErasures(
  ctx: Context,
  { mobile }: z.output<typeof erasuresQuery> = {},
): Promise<Erasure[]> {
  const sql = sqlClient();
  const rows = await sql<ErasureRow[]>`
    select * from erasures
    where client_id = ${ctx.client.id} and environment = ${ctx.environment}
      ${mobile === undefined ? sql`` : sql`and mobiles && ${spellingsOf(mobile)}`}
    order by id desc limit ${MOST}`;
  return rows.map(erasureOf);
}
