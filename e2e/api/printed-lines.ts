import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject } from 'vitest';
import { freePort } from '#e2e/setup/server';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs the `sh` blocks of a guide as printed, one after the other in one shell, and answers what they print. Only what
 * a reader has differs: where the server is, whose key it is, and the port of the reader's own server. It must have
 * ended what it began in the background: the next page may want the port.
 */
export async function runPrintedLines(file: string, key: string): Promise<string> {
  const text = readFileSync(path.join(root, file), 'utf8');
  const [setUp, ...blocks] = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] as string);
  expect(setUp).toMatch(/^BASE=http:\/\/localhost:3000\nKEY=.*\n$/);
  const port = String(await freePort());
  const script = [
    "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT",
    `BASE=${inject('baseUrl')}`,
    `KEY=${key}`,
    ...blocks.map((block) => `${block.replaceAll(/\b400\d\b/g, port)}\necho`),
    'wait',
  ].join('\n');
  const folder = mkdtempSync(path.join(tmpdir(), 'kaira-guide-'));
  try {
    const shell = ['-e', '-o', 'monitor', '-c', script];
    const { stdout } = await run('bash', shell, { cwd: folder, timeout: 25_000 });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
