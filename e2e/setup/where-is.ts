import type { Sql } from 'postgres';

/** In which tables a text stands, whatever the column. */
export async function whereIs(sql: Sql, text: string): Promise<string[]> {
  const tables = await sql`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;
  const found = [];
  for (const { name: table } of tables) {
    const [row] =
      await sql`select count(*)::int as count from ${sql(table)} t where strpos(t::text, ${text}) > 0`;
    if (row?.count > 0) found.push(table);
  }
  return found;
}
