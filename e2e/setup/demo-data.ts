import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DemoFile } from '#scripts/demo';

/** The log-ins and keys of the server that the browser tests talk to. */
export function demoData(): DemoFile {
  const folder = process.env.KAIRA_E2E_DIR;
  if (!folder) throw new Error('KAIRA_E2E_DIR is set by playwright.config.ts');
  return JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'));
}
