import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { freePort } from '#e2e/setup/server';
import { openApiDocument } from '#lib/openapi/document';
import { pythonTypes, pythonTypesFile } from '#scripts/sdk-python';
import { newAccount, settle, until } from './support.ts';

// The Python SDK as its users run it: its own tests, and the README as one program against a gateway.

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const sdk = path.join(root, 'sdk/python');
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-python-'));
const hasPython = can('python3', 'import sys; sys.exit(sys.version_info < (3, 11))');
/** One that can build a package without a network: Debian's has what that needs where python3-wheel is installed. */
const builder = ['python3', '/usr/bin/python3'].find((each) =>
  can(each, 'import setuptools, wheel, pip, sys; sys.exit(sys.version_info < (3, 11))'),
);
let program: ChildProcess | undefined;

afterAll(async () => {
  if (program && program.exitCode === null) {
    program.kill();
    await once(program, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

test('its types are those of the description', () => {
  const made = pythonTypes(openApiDocument('http://localhost:3000'));
  expect(readFileSync(pythonTypesFile, 'utf8') === made, 'run `npm run sdk:types`').toBe(true);
});

describe.skipIf(!hasPython)('with the Python of this machine, 3.11 or newer', () => {
  const env = { ...process.env, PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: '1' };

  longTest(
    'its own tests pass',
    async () => {
      const { stderr } = await run('python3', ['tests/test_offline.py'], { cwd: sdk, env });
      expect(stderr).toMatch(/^Ran \d\d tests/m);
      expect(stderr).toMatch(/^OK$/m);
    },
    60_000,
  );

  test('its README runs from the first line to the last, and its handler takes what Kaira delivers', async () => {
    const account = await newAccount();
    const port = await freePort();
    const readme = readFileSync(path.join(sdk, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```python\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
    writeFileSync(path.join(folder, 'shop.py'), blocks.join('\n').replaceAll(/\b400\d\b/g, String(port)));
    program = spawn('python3', ['shop.py'], {
      cwd: folder,
      env: { ...env, KAIRA_API_KEY: account.key, KAIRA_URL: inject('baseUrl') },
    });
    let printed = '';
    for (const stream of [program.stdout, program.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
      });
    }
    await until(
      'the program listens',
      () => {
        if (program?.exitCode !== null) throw new Error(`it ended:\n${printed}`);
        return printed.includes('listening') || undefined;
      },
      25_000,
    );
    expect(printed).toMatch(/^send the customer to http/m);
    expect(printed).toMatch(/^order SUCCEEDED$/m);
    expect(printed).toMatch(/^refund (PENDING|SUCCEEDED) payout$/m);
    expect(printed).toMatch(/^payout (PENDING|SUCCEEDED)$/m);
    expect(printed).toMatch(/^missing 89\d\d\d\.\d\d$/m);
    expect(printed).toMatch(/^listed collection python-1001 100\.00$/m);
    const { client_reference } = await settle(account, '77.00');
    await until(
      'the handler delivers',
      () => printed.includes(`deliver ${client_reference} 77.00`) || undefined,
    );
    const forged = await fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' });
    expect([forged.status, await forged.text()]).toEqual([400, 'webhook-id is missing']);
  }, 60_000);

  test.skipIf(!builder)(
    builder
      ? 'pip installs it by the line of its README'
      : 'a Python with pip, setuptools and wheel is not here',
    async () => {
      // A copy, so that the checkout gets no build.
      cpSync(sdk, path.join(folder, 'sdk'), { recursive: true });
      const [, line = ''] =
        /^```sh\n.*\n(.*?)( #.*)?\n```/m.exec(readFileSync(path.join(sdk, 'README.md'), 'utf8')) ?? [];
      expect(line).toBe('pip install ../kaira/sdk/python');
      const target = path.join(folder, 'installed');
      const offline = ['--no-index', '--no-build-isolation', '--target', target, path.join(folder, 'sdk')];
      await run(builder as string, ['-m', 'pip', 'install', ...offline], { cwd: folder });
      const look =
        "import kaira; print(kaira.__file__, kaira.from_bututs(150), kaira.Kaira('sk_test_x').refunds)";
      const { stdout } = await run('python3', ['-c', look], {
        cwd: folder,
        env: { ...env, PYTHONPATH: target },
      });
      expect(stdout).toMatch(/installed\/kaira\/__init__\.py 1\.50 <kaira\._client\.Refunds/);
    },
    60_000,
  );
});

function can(python: string, look: string): boolean {
  try {
    execFileSync(python, ['-c', look], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
