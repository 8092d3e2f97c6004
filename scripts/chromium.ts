import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { OneSentenceError } from '#db/one-sentence-error';

/** Debian's. The first has no window to draw: 94 tests in it took 0.63 of the second's CPU time. */
const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of a Chromium that starts, installed if there is none: Debian's own as root, else Playwright's download. */
export async function ensureChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isWorking(given)) return given;
    throw new OneSentenceError(
      'CHROMIUM_PATH does not lead to a Chromium that starts: correct it or unset it.',
    );
  }
  const found = await findChromium();
  if (found) return found;
  const output = install();
  const installed = await findChromium();
  if (installed) return installed;
  throw new OneSentenceError(
    `There is no Chromium for the browser tests and none could be installed: install one and name it in CHROMIUM_PATH.\n${output}`,
  );
}

/** The path of Debian's, if there is one. */
export function debianChromium(): string | undefined {
  return debians.find((path) => existsSync(path));
}

async function findChromium(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  return [...debians, chromium.executablePath()].find(isWorking);
}

function isWorking(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0;
}

function install(): string {
  const isDebian =
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (isDebian && process.getuid?.() === 0) {
    // A fresh image has no list of packages, and an old one names versions that are gone.
    const script =
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell';
    return run('sh', ['-c', script]);
  }
  return run('npx', ['playwright', 'install', 'chromium']);
}

function run(program: string, words: string[]): string {
  const { stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    timeout: 5 * 60_000,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return `${stdout ?? ''}${stderr ?? ''}`.slice(-4000);
}
