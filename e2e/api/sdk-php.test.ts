import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { freePort } from '#e2e/setup/server';
import { openApiDocument } from '#lib/openapi/document';
import { phpTypes, phpTypesFile } from '#scripts/sdk-php';
import { type Account, newAccount, settle, until } from './support.ts';

// The PHP SDK as its users run it: its own tests, and the README as programs against a gateway.

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const sdk = path.join(root, 'sdk/php');
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-php-'));
const readme = readFileSync(path.join(sdk, 'README.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );
/** A block that opens PHP begins another file. */
const [shop = '', webhooks = '', guzzle = ''] = blocks('php')
  .join('\n')
  .split(/^(?=<\?php$)/m);
const works = (...command: [string, ...string[]]): boolean => {
  try {
    execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const hasPhp = works('php', '-r', 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") ? 0 : 1);');
const hasComposer = works('composer', '--version');
/** As Debian's php-guzzlehttp-guzzle has it. */
const guzzleAutoload = '/usr/share/php/GuzzleHttp/autoload.php';
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    child.kill();
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

test('its types are those of the description', () => {
  const made = phpTypes(openApiDocument('http://localhost:3000'));
  expect(readFileSync(phpTypesFile, 'utf8') === made, 'run `npm run sdk:types`').toBe(true);
});

describe.skipIf(!hasPhp)(hasPhp ? 'with PHP' : 'PHP 8.2 with curl is not here', () => {
  let account: Account;
  const environment = () => ({ ...process.env, KAIRA_API_KEY: account.key, KAIRA_URL: inject('baseUrl') });

  beforeAll(async () => {
    account = await newAccount();
    mkdirSync(path.join(folder, 'vendor'));
    writeFileSync(path.join(folder, 'vendor/autoload.php'), `<?php require '${sdk}/autoload.php';\n`);
  });

  longTest('every file of it is sound', async () => {
    for (const file of globSync(`${sdk}/**/*.php`)) await run('php', ['-l', file]);
  });

  longTest(
    'its own tests pass',
    async () => {
      const { stdout } = await run('php', ['tests/offline.php'], { cwd: sdk }).catch((error) => error);
      expect(stdout).toMatch(/^2\d passed, 0 failed$/m);
    },
    60_000,
  );

  test('its README runs from the first line to the last, and its handler takes what Kaira delivers', async () => {
    const port = String(await freePort());
    writeFileSync(path.join(folder, 'shop.php'), shop.replaceAll(/\b400\d\b/g, port));
    writeFileSync(path.join(folder, 'webhooks.php'), webhooks);
    const { stdout } = await run('php', ['shop.php'], { cwd: folder, env: environment() }).catch(
      (error) => error,
    );
    expect(stdout).toMatch(/^send the customer to http/m);
    expect(stdout).toMatch(/^order SUCCEEDED$/m);
    expect(stdout).toMatch(/^payout (PENDING|SUCCEEDED)$/m);
    expect(stdout).toMatch(/^refund (PENDING|SUCCEEDED) payout$/m);
    expect(stdout).toMatch(/^missing 89\d\d\d\.\d\d$/m);
    expect(stdout).toMatch(/^listed collection php-1001 100\.00$/m);
    const [, secret = ''] = /^secret (whsec_\S+)$/m.exec(stdout) ?? [];

    const command = (blocks('sh')[1] ?? '').replace('4005', port).replace('whsec_…', secret).trim();
    // Without a shell between, whose death would leave the server running.
    const server = spawn('sh', ['-c', `exec env ${command}`], { cwd: folder });
    children.push(server);
    let printed = '';
    server.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
    await until('the handler listens', () => printed.includes('started') || undefined, 20_000);
    const { client_reference } = await settle(account, '77.00');
    await until(
      'the handler delivers',
      () => printed.includes(`deliver ${client_reference} 77.00`) || undefined,
    );
    const forged = await fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' });
    expect([forged.status, await forged.text()]).toEqual([400, 'webhook-id is missing']);
  }, 60_000);

  test.skipIf(!existsSync(guzzleAutoload))(
    existsSync(guzzleAutoload) ? 'it works over a PSR-18 client, Guzzle' : 'Guzzle is not here',
    async () => {
      const autoload = `require '${guzzleAutoload}'; require '${sdk}/autoload.php';`;
      writeFileSync(
        path.join(folder, 'guzzle.php'),
        `${guzzle.replace("require 'vendor/autoload.php';", autoload)}
try { $kaira->payouts->get('nothing'); } catch (\\Kaira\\KairaError $error) { echo $error->errorCode, ' ', $error->help, "\\n"; }
$kaira->recipients->create(['name' => 'Awa', 'mobile' => '+2203456789']);
foreach ($kaira->recipients->list() as $each) { echo $each['name'], "\\n"; }
$nowhere = new Kaira(getenv('KAIRA_API_KEY'), 'http://127.0.0.1:1', maxRetries: 0, sender: $sender);
try { $nowhere->account->balance(); } catch (\\Kaira\\KairaConnectionError $error) { echo "no answer\\n"; }
`,
      );
      const { stdout, stderr } = await run('php', ['guzzle.php'], { cwd: folder, env: environment() }).catch(
        (error) => error,
      );
      expect(stdout + stderr).toMatch(
        /^balance [\d.]+\nTRANSACTION_NOT_FOUND http\S+#TRANSACTION_NOT_FOUND\nAwa\nno answer\n$/,
      );
    },
    30_000,
  );

  test.skipIf(!hasComposer)(
    hasComposer ? 'Composer installs it by the lines of the README' : 'Composer is not here',
    async () => {
      const project = path.join(folder, 'project');
      mkdirSync(project);
      // An empty folder, as the README begins in; only the registry is out of reach.
      mkdirSync(path.join(folder, 'composer'));
      writeFileSync(
        path.join(folder, 'composer/config.json'),
        JSON.stringify({ repositories: { 'packagist.org': false } }),
      );
      const env = {
        ...process.env,
        COMPOSER_HOME: path.join(folder, 'composer'),
        COMPOSER_DISABLE_NETWORK: '1',
        COMPOSER_ALLOW_SUPERUSER: '1',
        COMPOSER_NO_INTERACTION: '1',
      };
      await run('sh', ['-ec', (blocks('sh')[0] ?? '').replace('../kaira/sdk/php', sdk)], {
        cwd: project,
        env,
      });
      const look =
        "require 'vendor/autoload.php'; echo Kaira\\Amounts::fromBututs(150), (new Kaira\\Kaira('sk_test_x'))->refunds::class;";
      expect((await run('php', ['-r', look], { cwd: project })).stdout).toBe('1.50Kaira\\Resources\\Refunds');
    },
    60_000,
  );
});
