import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** A database as it is at this moment, to be put in its place again while processes live on it. */
export interface Past {
  /** Whoever is connected loses the connection, and finds the past under the same name. */
  putBack(): Promise<void>;
}

/** `url` is a superuser's. Nobody is connected meanwhile. */
export async function keepPast(url: string): Promise<Past> {
  const name = new URL(url).pathname.slice(1);
  const past = `${name}_${randomBytes(4).toString('hex')}`;
  const alone = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(Object.assign(new URL(url), { pathname: '/postgres' }).href, {
      max: 1,
      onnotice: () => {},
    });
    try {
      await sql`alter database ${sql(name)} with allow_connections false`;
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
      await work(sql);
      await sql`alter database ${sql(name)} with allow_connections true`;
    } finally {
      await sql.end();
    }
  };
  await alone((sql) => sql`create database ${sql(past)} template ${sql(name)} owner kaira_owner`);
  return {
    putBack: () =>
      alone(async (sql) => {
        await sql`drop database ${sql(name)}`;
        await sql`alter database ${sql(past)} rename to ${sql(name)}`;
      }),
  };
}
