import { afterAll, inject } from 'vitest';
import { closeDatabase } from '#db/client';
import type {} from './server.ts';
import { closeSuperuserSql, leadTo } from './test-database.ts';

// Runs before each file of the project `api`, of which one process runs many: all of them use the server that was
// started for them. Read by lib/settings when something first asks for it, which is after this.
leadTo(inject('databaseUrl'));
process.env.KAIRA_SECRET = inject('kairaSecret');
process.env.DATABASE_POOL = '4';

afterAll(async () => {
  await closeDatabase();
  await closeSuperuserSql();
});
