import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { TillItem } from '#db/schema/tills';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { AppError, type FieldFault } from '#lib/errors';
import { amountField, textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';

// What a till sells with a tap: a short list, which is changed as a whole. One for each client and environment.

const MOST_ITEMS = 40;
const MOST_LETTERS = 40;

export const tillItemsBody = z.object({
  /** That of the list that was changed: whoever changed it meanwhile is not overwritten. */
  version: z.int('The version must be a whole number.').min(0),
  items: z
    .array(
      z.object({
        /** Left out: a new one. */
        id: z.uuid('The id must be that of an item.').nullable().default(null),
        name: textField(MOST_LETTERS),
        price: amountField.refine((bututs) => bututs > 0n, 'The price must be more than 0.'),
        is_on: z.boolean('is_on must be true or false.').default(true),
      }),
      'The items must be a list of {name, price, is_on}.',
    )
    .max(MOST_ITEMS, `A till has at most ${MOST_ITEMS} items.`),
});

export interface TillItems {
  items: TillItem[];
  /** 0: nobody has made a list yet. */
  version: number;
}

export async function readTillItems({ client, environment }: Context): Promise<TillItems> {
  const [row] = await sqlClient()`
    select items, version from tills where client_id = ${client.id} and environment = ${environment}`;
  return row === undefined ? { items: [], version: 0 } : tillItemsOf(row);
}

function tillItemsOf(row: Record<string, unknown>): TillItems {
  const { items, version } = row as { items: TillItem[] | string; version: number };
  return { items: typeof items === 'string' ? JSON.parse(items) : items, version };
}

/**
 * The list as it is from now on, in this order. Guarantee: nothing that somebody else changed meanwhile is lost; the same
 * list again changes nothing. Sales keep what they were of. Throws `VALIDATION_ERROR`, `INVALID_STATE` (changed meanwhile).
 */
export async function saveTillItems(ctx: Context, body: z.output<typeof tillItemsBody>): Promise<TillItems> {
  requireDifferent(body.items);
  const before = await readTillItems(ctx);
  const known = new Set(before.items.map(({ id }) => id));
  const items = body.items.map(
    ({ id, name, price, is_on }): TillItem => ({
      id: id !== null && known.has(id) ? id : newId(ctx.now()),
      ...{ name, price: price.toString(), isOn: is_on },
    }),
  );
  if (listed(items) === listed(before.items)) return before;
  const saved = before.version === body.version ? await store(ctx, before, items) : undefined;
  if (saved) return saved;
  throw new AppError('INVALID_STATE', 'Somebody else has changed the items meanwhile. Look at them again.');
}

/** Two of one name could not be told apart, on the till and in the day. */
function requireDifferent(items: z.output<typeof tillItemsBody>['items']): void {
  const names = items.map(({ name }) => name.toLowerCase());
  const faults = names.flatMap((name, at): FieldFault[] =>
    names.indexOf(name) === at
      ? []
      : [{ path: `items.${at}.name`, message: 'There is an item of this name already.', code: 'repeated' }],
  );
  if (faults.length > 0) throw validationError(faults);
}

/** As people read it, in the audit log as well. */
const listed = (items: TillItem[]): string =>
  items
    .map(({ name, price, isOn }) => `${name} ${formatAmount(BigInt(price))}${isOn ? '' : ' (off)'}`)
    .join(', ');

async function store(ctx: Context, before: TillItems, items: TillItem[]): Promise<TillItems | undefined> {
  const sql = sqlClient();
  const entry = {
    action: 'till.items_changed',
    before: { items: listed(before.items) },
    after: { items: listed(items) },
  };
  const [row] = await sql`
    with changed as (
      insert into tills (client_id, environment, items, version, updated_at)
      values (${ctx.client.id}, ${ctx.environment}, ${JSON.stringify(items)}::text::jsonb, 1, ${ctx.now().toISOString()})
      on conflict (client_id, environment) do update
      set items = excluded.items, version = tills.version + 1, updated_at = excluded.updated_at
      where tills.version = ${before.version}
      returning items, version
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from changed`)})
    select * from changed`;
  return row && tillItemsOf(row);
}

export function presentTillItems({ items, version }: TillItems) {
  return {
    version,
    items: items.map(({ id, name, price, isOn }) => ({
      ...{ id, name, is_on: isOn },
      price: formatAmount(BigInt(price)),
    })),
  };
}

export type PresentedTillItems = ReturnType<typeof presentTillItems>;
