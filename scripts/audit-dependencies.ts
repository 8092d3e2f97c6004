import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readAdvisories, sentenceOf } from '#scripts/advisories';

// `npm run audit:dependencies`: known advisories on what runs in production. High and critical ones fail; where the
// advisory service cannot be reached, nothing is known, and nothing fails.

const words = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=15000'];
const npm = spawn('npm', words, {
  cwd: path.resolve(import.meta.dirname, '..'),
  stdio: ['ignore', 'pipe', 'ignore'],
  shell: process.platform === 'win32',
});
let stdout = '';
npm.stdout.setEncoding('utf8').on('data', (text: string) => {
  stdout += text;
});
// Without npm there is nobody to ask.
await once(npm, 'close').catch(() => {});

const advisories = readAdvisories(stdout);
if (!advisories.checked) {
  process.stdout.write(`not checked: the advisory service ${advisories.why}\n`);
} else {
  process.stdout.write(`${sentenceOf(advisories.counts)}\n`);
  for (const { name, severity, titles } of advisories.serious) {
    process.stdout.write(`${severity}: ${name} (${titles.join('; ')})\n`);
  }
  process.exitCode = advisories.serious.length > 0 ? 1 : 0;
}
