import type { TestProject } from 'vitest/node';
import { startThrowAwayPostgres, type ThrowAwayPostgres } from './throw-away-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The projects of one run share one server; each of them sets it up and tears it down. */
const shared = globalThis as { kairaTestPostgres?: { users: number; server: Promise<ThrowAwayPostgres> } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.kairaTestPostgres ??= { users: 0, server: startThrowAwayPostgres() };
  const mine = shared.kairaTestPostgres;
  mine.users++;
  project.provide('postgresUrl', (await mine.server).url);
  return async () => {
    mine.users--;
    if (mine.users > 0) return;
    delete shared.kairaTestPostgres;
    await (await mine.server).stop();
  };
}
