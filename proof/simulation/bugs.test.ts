import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bugs } from './bugs.ts';

// A bug that no longer fits its place would be planted nowhere, and the table would call it caught or missed for nothing.

const root = path.resolve(import.meta.dirname, '../..');

test('there are twenty at least, each with a name of its own', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(20);
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length);
  for (const { name, mistake } of bugs) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(mistake).toMatch(/^[^\n]{10,120}$/);
  }
});

describe.each(bugs)('$name', ({ sources = [], sql = [], statements = [] }) => {
  test('fits its place once, and changes it', () => {
    expect(sources.length + sql.length + statements.length).toBeGreaterThan(0);
    for (const { file, find, put } of [...sources, ...sql]) {
      const parts = readFileSync(path.join(root, file), 'utf8').split(find);
      expect(parts.length - 1, `${file}: ${find}`).toBe(1);
      expect(put).not.toBe(find);
      if (file.endsWith('.ts')) stripTypeScriptTypes(parts.join(put), { mode: 'strip' });
    }
  });

  test('is where its kind belongs', () => {
    for (const { file } of sources) expect(file).toMatch(/^(lib|db|app)\/.*\.ts$/);
    for (const { file } of sql) expect(file).toMatch(/^db\/functions\/.*\.sql$/);
  });
});
