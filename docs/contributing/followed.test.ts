import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';

// Each page of this folder is followed from its first line to its last: what it says to write is written, what it says to
// change must be there as it is shown, all of them in one copy of the repository. `npm run test:long` has the SDK's types
// written in it as well, and compiles the whole. `npm run docs:followed` takes a copy for each page and runs every command, which
// must succeed and print what the page says: two minutes of two processors, mostly of checks that `npm test` makes anyway.
// Not covered: `npm ci`, and what a page says of the tests over HTTP, which need a build.

const root = path.resolve(import.meta.dirname, '../..');
const pages = globSync('*.md', { cwd: import.meta.dirname }).sort();
/** A machine that runs all other tests beside it. */
const patienceMs = 300_000;
let remembered: Buffer | undefined;
const runsCommands = process.env.npm_lifecycle_event === 'docs:followed';

interface Block {
  /** A new file, a change of one that is there, a command, or what the command before it prints. */
  kind: 'file' | 'diff' | 'sh' | 'text';
  file: string;
  text: string;
  /** The prose since the block before. */
  prose: string;
}

describe.each(pages)('%s', (page) => {
  const blocks = blocksOf(readPage(page));

  test('names each file in the words above it, as readers elsewhere do not see what a block is labelled', () => {
    const silent = blocks.filter(({ file, prose }) => file !== '' && !prose.includes(`\`${file}\``));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });

  if (runsCommands) {
    test('leads to what it says', { timeout: patienceMs }, async ({ signal }) => {
      expect(blocks.length).toBeGreaterThan(0);
      const folder = copyRepository();
      let printed: string | undefined;
      for (const block of blocks) {
        writeDown(folder, block);
        if (block.kind === 'text') expectPrinted(printed, block.text);
        printed = block.kind === 'sh' ? await run(folder, block.text, signal) : undefined;
      }
    });
  }
});

const everyBlock = pages.flatMap((page) => blocksOf(readPage(page)));

test('all that the pages write and change fits the repository', () => {
  const touched = new Set(everyBlock.map(({ file }) => file));
  const folder = copyRepository((file) => touched.has(file));
  for (const block of everyBlock) writeDown(folder, block);
});

longTest('and compiles', { timeout: patienceMs }, async ({ signal }) => {
  const folder = copyRepository();
  for (const block of everyBlock) writeDown(folder, block);
  // With one checker: of several, each finds out anew what all need, which is for a machine that does nothing else.
  await run(folder, 'npm run sdk:types && npx tsc --noEmit --checkers 1', signal);
});

function readPage(page: string): string {
  return readFileSync(path.join(import.meta.dirname, page), 'utf8');
}

/** What is to be written or changed; nothing of a command. */
function writeDown(folder: string, { kind, file, text }: Block): void {
  if (kind === 'file') writeNew(folder, file, text);
  if (kind === 'diff') change(folder, file, text);
}

/** Every fenced block; throws for one that nobody would know how to follow. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const fence = /^```(.*)\n([\s\S]*?)^```$/gm;
  let end = 0;
  for (const { index, 0: whole, 1: words = '', 2: text = '' } of markdown.matchAll(fence)) {
    const [, language = '', file = ''] = /^(\w+)(?: file=(\S+))?$/.exec(words) ?? [];
    const kind = language === 'diff' || language === 'sh' || language === 'text' ? language : 'file';
    const hasFile = kind === 'file' || kind === 'diff';
    if (hasFile !== (file !== '')) throw new Error(`\`\`\`${words} cannot be followed`);
    // Two changes may stand below the same words.
    const last = blocks.at(-1);
    const between = markdown.slice(end, index);
    const prose = between.trim() === '' && last ? last.prose : between;
    blocks.push({ kind, file, text, prose });
    end = index + whole.length;
  }
  const marks = markdown.match(/^ *```/gm)?.length ?? 0;
  if (marks !== 2 * blocks.length) throw new Error('A block is not closed, or stands within a list');
  return blocks;
}

/** What git would commit now, or these files of it, without the history, and the same packages. */
function copyRepository(isWanted: (file: string) => boolean = () => true): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kaira-followed-')));
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0');
  for (const name of names) {
    // Also a file that was removed and not committed yet.
    if (name === '' || !isWanted(name) || !existsSync(path.join(root, name))) continue;
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    copyFileSync(path.join(root, name), path.join(folder, name));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  // What the compiler found out in the copy before saves it most of its work; it looks at what has changed.
  const compiled = path.join(folder, 'tsconfig.tsbuildinfo');
  if (remembered) writeFileSync(compiled, remembered);
  onTestFinished(() => {
    if (existsSync(compiled)) remembered = readFileSync(compiled);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

function writeNew(folder: string, file: string, text: string): void {
  const full = path.join(folder, file);
  expect(existsSync(full), `${file} is there already`).toBe(false);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}

/** A change as the pages show it: hunks with `@@` between them, whose old lines stand in the file exactly once. */
function change(folder: string, file: string, text: string): void {
  const full = path.join(folder, file);
  let content = `\n${readFileSync(full, 'utf8')}`;
  for (const hunk of text.split(/^@@\n/m)) {
    const lines = hunk.replace(/\n$/, '').split('\n');
    expect(lines.filter((line) => !/^[ +-]/.test(line) && line !== '')).toEqual([]);
    const side = (mark: '-' | '+') =>
      `\n${lines
        .filter((line) => line[0] !== (mark === '-' ? '+' : '-'))
        .map((line) => `${line.slice(1)}\n`)
        .join('')}`;
    const parts = content.split(side('-'));
    expect(parts.length - 1, `${file} has these lines once:${side('-')}`).toBe(1);
    content = parts.join(side('+'));
  }
  writeFileSync(full, content.slice(1));
}

/** Runs a block as it is printed. Fails unless it succeeds; its output without colours. */
async function run(folder: string, commands: string, signal: AbortSignal): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    // Nothing of the test runner that runs us.
    env: { PATH, HOME, TZ: 'UTC', CI: '1', NO_COLOR: '1', NPM_CONFIG_UPDATE_NOTIFIER: 'false' } as never,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = () => process.kill(-(child.pid as number), 'SIGTERM');
  signal.addEventListener('abort', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  signal.removeEventListener('abort', end);
  const printed = stripVTControlCharacters(output);
  expect(code, `${commands}\n${printed.slice(-6_000)}`).toBe(0);
  return printed;
}

/** Each line that a page shows was printed, in this order; `…` stands for anything. */
function expectPrinted(printed: string | undefined, text: string): void {
  const lines = (printed ?? '').split('\n').map(tidy);
  let from = 0;
  for (const wanted of text.trim().split('\n')) {
    const found = lines.findIndex((line, index) => index >= from && isLike(line, wanted));
    expect(found, `"${wanted}" is printed in\n${printed}`).not.toBe(-1);
    from = found + 1;
  }
}

function isLike(line: string, wanted: string): boolean {
  const parts = wanted.split('…').map(tidy);
  if (parts.length === 1) return line === parts[0];
  let at = 0;
  return parts.every((part) => {
    const found = line.indexOf(part, at);
    at = found + part.length;
    return found !== -1;
  });
}

function tidy(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ');
}
