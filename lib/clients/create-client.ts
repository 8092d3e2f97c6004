import { database, sqlClient } from '#db/client';
import { apiKeys } from '#db/schema/api-keys';
import type { Scope } from '#lib/auth/find-caller';
import { hashApiKey, makeApiKey } from '#lib/auth/key-format';
import type { Environment } from '#lib/context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { railDefinitions } from '#lib/rails/registry';

interface NewClient {
  name: string;
  businessPhone: string;
  businessEmail: string;
  commissionBps?: number;
}

/** Guarantee: the client and all of its accounts, in both environments, in one statement. Returns its id. */
export async function createClient(client: NewClient): Promise<string> {
  const id = newId();
  await sqlClient()`
    with made as (
      insert into clients (id, name, business_phone, business_email, commission_bps)
      values (${id}, ${client.name}, ${client.businessPhone}, ${client.businessEmail}, ${client.commissionBps ?? 150})
      returning id
    )
    insert into accounts (client_id, environment, name)
    select made.id, e, a from made, unnest(array['SANDBOX', 'LIVE']) e, unnest(${accountNames()}::text[]) a`;
  return id;
}

/**
 * Gives every client the accounts that it lacks: those of a rail that was added after the client was made. The house,
 * which owns the live floats, is made here.
 */
export async function ensureAccounts(): Promise<void> {
  await sqlClient()`
    insert into clients (id, name, business_phone, business_email, status)
    values (${HOUSE_CLIENT_ID}, 'The house', '', '', 'SUSPENDED') on conflict do nothing`;
  await sqlClient()`
    insert into accounts (client_id, environment, name)
    select c.id, e, a from clients c, unnest(array['SANDBOX', 'LIVE']) e, unnest(${accountNames()}::text[]) a
    where c.id <> ${HOUSE_CLIENT_ID} or (e = 'LIVE' and (a = 'float_funding' or a like 'rail\\_%'))
    on conflict do nothing`;
  await sqlClient()`
    insert into accounts (client_id, environment, name)
    select ${HOUSE_CLIENT_ID}, 'LIVE', a from unnest(${houseAccountNames()}::text[]) a on conflict do nothing`;
}

/** Makes a key and returns it: the only time that it is seen. */
export async function createApiKey(
  clientId: string,
  environment: Environment,
  scope: Scope = 'full',
): Promise<string> {
  const key = makeApiKey(environment);
  await database()
    .insert(apiKeys)
    .values({
      id: newId(),
      clientId,
      environment,
      keyHash: hashApiKey(key),
      prefix: key.slice(0, 'sk_test_'.length),
      last4: key.slice(-4),
      scope,
    });
  return key;
}

/** What only the house has, and only of real money: what it lost, and what the rails took for their work. */
function houseAccountNames(): string[] {
  return ['losses', ...railDefinitions.map((each) => `rail_fees:${each.traits.provider}`)];
}

/** Of every client, in each environment. */
export function accountNames(): string[] {
  const providers = railDefinitions.map((each) => each.traits.provider);
  return [
    'available',
    'held',
    'commission',
    'float_funding',
    ...providers.map((provider) => `rail_collections:${provider}`),
    ...providers.map((provider) => `rail_float:${provider}`),
  ];
}
