import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { moneyPath } from './money-path.ts';
import { mutantsOf } from './mutants.ts';
import type { Numbered } from './switches.ts';

export interface Planned extends Numbered {
  file: string;
}

/** Every mutant of the money path, numbered through. */
export function planned(root: string): Planned[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const all = moneyPath(listed.split('\n')).flatMap((file) =>
    mutantsOf(readFileSync(path.join(root, file), 'utf8')).map((mutant) => ({ file, mutant })),
  );
  return all.map((each, number) => ({ ...each, number }));
}
