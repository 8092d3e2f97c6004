import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { findSecrets } from '#scripts/secret-patterns';

// `npm run check` runs this: no file that git tracks, or would, holds a secret. It reads the files as they stand, not the history.

/** What looks like a secret and is none: the file, the pattern, and the fact that makes it harmless. */
const allowed: readonly { file: string; name: string; because: string }[] = [
  {
    file: '.env.example',
    name: 'password in a URL',
    because: 'an example of a form, for a server that is none',
  },
  ...[
    'db/hosts.test.ts',
    'db/hosts.ts',
    'e2e/api/bad-input/webhook-urls.test.ts',
    'e2e/api/start.test.ts',
    'e2e/api/webhooks.test.ts',
    'lib/fields.test.ts',
    'lib/rails/set-connection.db.test.ts',
    'lib/settings.test.ts',
    'lib/webhooks/url-guard.test.ts',
  ].map((file) => ({
    file,
    name: 'password in a URL',
    because: 'a made-up one, that must be refused or hidden',
  })),
  ...['lib/ledger/audit.db.test.ts', 'lib/webhooks/deliver.db.test.ts', 'lib/webhooks/resend.db.test.ts'].map(
    (file) => ({ file, name: 'webhook secret', because: 'of an endpoint that a test makes and throws away' }),
  ),
];

/** Images and such hold no text; a lock file is made by npm, and is long. */
const skipped = /\.(png|jpe?g|gif|ico|webp|woff2?|pdf|zip|gz)$|^package-lock\.json$/;
const LONGEST_BYTES = 4 * 1024 * 1024;

const root = path.resolve(import.meta.dirname, '..');
const files = tracked();
if (files === undefined) {
  process.stdout.write('not checked: git does not say which files are tracked\n');
} else {
  const used = new Set<(typeof allowed)[number]>();
  const faults: string[] = [];
  let read = 0;
  for (const file of files) {
    const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
    if (skipped.test(file) || !stats?.isFile() || stats.size > LONGEST_BYTES) continue;
    read++;
    for (const { name, line } of findSecrets(readFileSync(path.join(root, file), 'utf8'))) {
      const exception = allowed.find((each) => each.file === file && each.name === name);
      if (exception) used.add(exception);
      else faults.push(`${file}:${line}: ${name}`);
    }
  }
  for (const each of allowed) {
    if (!used.has(each)) faults.push(`${each.file}: no ${each.name} is there any more; take it off the list`);
  }
  process.stdout.write(
    `${faults.map((each) => `${each}\n`).join('')}${read} files, ${faults.length} found\n`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}

function tracked(): string[] | undefined {
  try {
    const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const names = listed.split('\0').filter((each) => each !== '');
    return names.length > 0 ? names : undefined;
  } catch {
    return undefined;
  }
}
