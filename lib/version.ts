import { readFileSync } from 'node:fs';
import path from 'node:path';

let version: string | undefined;

/** Kaira's own, as its package has it. */
export function kairaVersion(): string {
  version ??= JSON.parse(readFileSync(path.join(process.cwd(), 'package.json'), 'utf8')).version as string;
  return version;
}
