import { vi } from 'vitest';

// Runs before each file of the project `db`, of which one process runs many: each has the environment that the process
// began with, modules of its own, and nothing of what Kaira keeps on `globalThis`. What the files need of others' packages
// is loaded once.

type Global = Record<string, unknown>;
const BEGAN_WITH = Symbol.for('the environment of the first file');
const kept = globalThis as Global & { [BEGAN_WITH]?: NodeJS.ProcessEnv };
kept[BEGAN_WITH] ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  if (!(name in kept[BEGAN_WITH])) delete process.env[name];
}
Object.assign(process.env, kept[BEGAN_WITH]);
for (const name of Object.keys(kept)) if (name.startsWith('kaira')) delete kept[name];
vi.resetModules();
