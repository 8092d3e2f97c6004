import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mendDrizzle } from './mend-drizzle.js';

const root = path.resolve(import.meta.dirname, '..');

/** As each module of the release is named: a file, or the index of a folder. */
function named(target: string) {
  const own = { types: `./${target}.d.ts`, default: `./${target}.js` };
  return { import: own, require: { types: `./${target}.d.cts`, default: `./${target}.cjs` }, ...own };
}

/** A package of that name with the exports; its folder, and what each name leads to, imported and required. */
function packageWith(exports: Record<string, unknown>) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kaira-drizzle-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const own = path.join(folder, 'node_modules/drizzle-orm');
  mkdirSync(path.join(own, 'pg-core'), { recursive: true });
  for (const file of ['index', 'alias', 'pg-core/index', 'pg-core/table', 'odd'])
    for (const end of ['js', 'cjs']) writeFileSync(path.join(own, `${file}.${end}`), '');
  const manifest = path.join(own, 'package.json');
  writeFileSync(manifest, JSON.stringify({ name: 'drizzle-orm', type: 'module', exports }));
  const found = () => {
    const names = Object.keys(exports).map((name) => path.posix.join('drizzle-orm', name));
    const script = `
      import { createRequire } from 'node:module';
      const { resolve } = createRequire(import.meta.url);
      const both = (name) => [import.meta.resolve(name), resolve(name)];
      console.log(JSON.stringify(${JSON.stringify(names)}.map(both)));`;
    const words = ['--input-type=module', '--eval', script];
    return JSON.parse(execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }));
  };
  return { own, manifest, found };
}

test('each name leads to the module that it led to before', () => {
  const { own, manifest, found } = packageWith({
    './alias': named('alias'),
    './pg-core/table': named('pg-core/table'),
    './pg-core': named('pg-core/index'),
    '.': named('index'),
    './elsewhere': named('odd'),
    './one-kind': './odd.js',
  });
  const before = found();
  const long = readFileSync(manifest, 'utf8');
  mendDrizzle(own);
  const short = readFileSync(manifest, 'utf8');
  expect(short).not.toBe(long);
  expect(JSON.parse(short).exports).not.toHaveProperty('./alias');
  expect(found()).toEqual(before);
  mendDrizzle(own);
  expect(readFileSync(manifest, 'utf8')).toBe(short);
});

test('the package that is installed is mended, and short', () => {
  const text = readFileSync(path.join(root, 'node_modules/drizzle-orm/package.json'), 'utf8');
  expect(text.length).toBeLessThan(20_000);
});
