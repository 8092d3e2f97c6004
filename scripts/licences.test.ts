import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// What we may hand on together with Kaira under the MIT licence. sharp's libvips (LGPL) comes with Next as a library of
// its own, which anybody may replace; the image leaves both out (scripts/image.ts).
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);

/** Those whose package.json does not say: what their LICENSE file says. */
const said: Record<string, string> = { 'node_modules/png-js': 'MIT' };

test('every package that runs in production has a licence that lets us hand it on', () => {
  const file = path.resolve(import.meta.dirname, '../package-lock.json');
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { license?: string; dev?: boolean }>;
  };
  const installed = Object.entries(packages).filter(([name, { dev }]) => name !== '' && !dev);
  expect(installed.length).toBeGreaterThan(100);
  const others = installed.filter(([name, { license = said[name] ?? '' }]) =>
    license.split(' AND ').some((each) => !allowed.has(each)),
  );
  expect(others.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});
