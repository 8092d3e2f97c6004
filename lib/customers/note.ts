import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { unguessed } from '#lib/transactions/unguessed';

/** What a client's people note about a customer, newest first. */
export interface CustomerNote {
  id: string;
  text: string;
  /** Who wrote it, by the name at that time. */
  by: string;
  at: string;
}

/** So many a customer has at most. */
export const MOST_NOTES = 100;

interface NoteRow {
  id: string;
  text: string;
  user_name: string;
  created_at: string;
}

export async function listNotes(ctx: Context, spellings: string[]): Promise<CustomerNote[]> {
  const { client, environment } = unguessed(ctx);
  const rows = await sqlClient()<NoteRow[]>`
    select id, text, user_name, created_at from customer_notes
    where client_id = ${client} and environment = ${environment} and mobile = any (${spellings})
    order by id desc`;
  return rows.map(presentNote);
}

export function presentNote(row: NoteRow): CustomerNote {
  return { id: row.id, text: row.text, by: row.user_name, at: new Date(row.created_at).toISOString() };
}
