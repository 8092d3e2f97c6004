import { sqlClient } from '#db/client';
import { isUuid } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { formatAmount } from '#lib/money';

interface EntryRow {
  journal_id: string;
  client_id: string;
  client_name: string | null;
  environment: 'SANDBOX' | 'LIVE';
  transaction_id: string | null;
  kind: string;
  corrects_journal_id: string | null;
  created_at: string;
  account: string;
  owner_id: string;
  amount_bututs: string;
}

/** The journals of this transaction, or the one with this id, oldest first; none for an id that is neither. */
export async function findJournals(id: string) {
  if (!isUuid(id)) return [];
  const rows = await sqlClient()<EntryRow[]>`
    with named as (
      -- By the index of the entries, which knows a journal without its client.
      select distinct j.client_id, j.id from entries e
      join journals j on j.id = e.journal_id where e.journal_id = ${id}
      union
      select j.client_id, j.id from transactions t
      join journals j on j.client_id = t.client_id and j.transaction_id = t.id where t.id = ${id}
    )
    select j.id as journal_id, j.client_id, c.name as client_name, j.environment, j.transaction_id, j.kind,
           j.corrects_journal_id, j.created_at, e.account, e.client_id as owner_id, e.amount_bututs::text
    from named n
    join journals j on j.client_id = n.client_id and j.id = n.id
    join entries e on e.journal_id = j.id
    left join clients c on c.id = j.client_id
    order by j.id, e.amount_bututs desc`;
  return [...Map.groupBy(rows, (row) => row.journal_id).values()].map(presentJournal);
}

export type Journal = ReturnType<typeof presentJournal>;

function presentJournal(rows: EntryRow[]) {
  const [first] = rows as [EntryRow, ...EntryRow[]];
  return {
    id: first.journal_id,
    client: { id: first.client_id, name: first.client_name ?? 'The house' },
    environment: first.environment,
    transaction_id: first.transaction_id,
    kind: first.kind,
    corrects_journal_id: first.corrects_journal_id,
    created_at: new Date(first.created_at).toISOString(),
    entries: rows.map((row) => {
      const amount = BigInt(row.amount_bututs);
      return {
        account: row.account,
        owner: row.owner_id === HOUSE_CLIENT_ID ? ('house' as const) : ('client' as const),
        debit: amount > 0n ? formatAmount(amount) : null,
        credit: amount < 0n ? formatAmount(-amount) : null,
      };
    }),
  };
}
