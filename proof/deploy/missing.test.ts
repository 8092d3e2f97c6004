import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { missingInUnits } from './missing.ts';

const folder = path.resolve(import.meta.dirname, '../../deploy/systemd');
const shipped = Object.fromEntries(
  globSync('*.service', { cwd: folder }).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
);
const without = (file: string, line: RegExp) => ({ ...shipped, [file]: shipped[file]!.replace(line, '') });

test('the units that are shipped lack nothing', () => {
  expect(Object.keys(shipped)).toHaveLength(4);
  expect(missingInUnits(shipped)).toEqual([]);
});

test('a server or a worker that could not write down what it acknowledged is named, as is an audit that could not read it', () => {
  for (const name of ['kaira', 'kaira-worker', 'kaira-audit'])
    expect(missingInUnits(without(`${name}.service`, /StateDirectory=.*\n/))).toEqual([
      `a folder at /var/lib/kaira that ${name} may write`,
    ]);
});

test('an audit or a backup that may last for ever, so that it was the last, is named', () => {
  for (const name of ['kaira-audit', 'kaira-backup'])
    expect(missingInUnits(without(`${name}.service`, /TimeoutStartSec=.*\n/))).toEqual([
      `an end of ${name} before the next one is due`,
    ]);
});
