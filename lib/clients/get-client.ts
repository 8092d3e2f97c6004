import { sqlClient } from '#db/client';
import { findApplication } from '#lib/applications/application';
import { getBalance } from '#lib/clients/account-figures';
import { listClientRails } from '#lib/clients/change-client-rail';
import { type ClientRow, clientNotFound, presentClient } from '#lib/clients/client-row';
import { systemContext } from '#lib/context';
import { isUuid } from '#lib/ids';
import { listKeys } from '#lib/keys/list-keys';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';

interface NoteRow {
  id: string;
  text: string;
  user_name: string;
  created_at: string;
}

const LISTED_NOTES = 100;

/** All that an operator sees of a client: facts, balances per environment, keys, and the latest notes. Throws `NOT_FOUND`. */
export async function getClient(id: string, now: Date) {
  const sql = sqlClient();
  const [row] =
    isUuid(id) && id !== HOUSE_CLIENT_ID
      ? await sql<ClientRow[]>`select * from clients where id = ${id}`
      : [];
  if (row === undefined) throw clientNotFound();
  const client = { id: row.id, name: row.name, commissionBps: row.commission_bps };
  const [live, sandbox, keys, notes, rails, application] = await Promise.all([
    getBalance(systemContext(client, 'LIVE')),
    getBalance(systemContext(client, 'SANDBOX')),
    listKeys(row.id, now),
    sql<NoteRow[]>`
      select id, text, user_name, created_at from client_notes where client_id = ${row.id}
      order by id desc limit ${LISTED_NOTES}`,
    listClientRails(row.id),
    findApplication(row.id),
  ]);
  return {
    ...presentClient(row),
    balances: { LIVE: live, SANDBOX: sandbox },
    keys,
    rails,
    notes: notes.map(presentNote),
    /** Where the business's papers stand; null where none were ever handed in. */
    papers: application?.submitted_at ? application.status : null,
  };
}

export type ClientDetail = Awaited<ReturnType<typeof getClient>>;

export function presentNote(row: NoteRow) {
  return { id: row.id, text: row.text, by: row.user_name, at: new Date(row.created_at).toISOString() };
}
