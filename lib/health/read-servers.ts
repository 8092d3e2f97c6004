import { connectToLook } from '#db/client';
import { ofOneHost, parseDatabaseUrl } from '#db/hosts';
import { within } from '#lib/within';

/** One server of those that DATABASE_URL names. */
export interface DatabaseServer {
  name: string;
  /** `away`: it does not answer, or refuses us. */
  state: 'primary' | 'standby' | 'away';
  /** Of a standby: how old the newest change is that it has. Null: it says nothing of it. */
  behindSeconds: number | null;
}

const ANSWERS_WITHIN_MS = 3_000;

/** Each of them, asked by itself on a connection of its own. */
export function readServers(url: string): Promise<DatabaseServer[]> {
  const hosts = parseDatabaseUrl(url)?.hosts ?? [];
  return Promise.all(
    hosts.map(async ({ host, port }, index) => {
      const name = hosts.length === 1 ? 'the database server' : `${host}:${port}`;
      const sql = connectToLook(ofOneHost(url, index));
      try {
        const [row] = await within(
          ANSWERS_WITHIN_MS,
          sql`
            select pg_is_in_recovery() as is_standby,
                   extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as behind`.execute(),
        );
        const state = row?.is_standby ? ('standby' as const) : ('primary' as const);
        return { name, state, behindSeconds: row?.is_standby ? row.behind : null };
      } catch {
        return { name, state: 'away' as const, behindSeconds: null };
      } finally {
        void sql.end({ timeout: 0 }).catch(() => {});
      }
    }),
  );
}
