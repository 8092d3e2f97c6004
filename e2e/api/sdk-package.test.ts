import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { freePort } from '#e2e/setup/server';
import { Kaira } from '#sdk/index';
import { newAccount, settle, until } from './support.ts';

// @kaira/sdk as a merchant gets it: packed by npm, installed from the tarball without a network, used as its README says.

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-sdk-'));
const shop = path.join(folder, 'shop');
const readme = readFileSync(path.join(root, 'sdk/typescript/README.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );

const env = {
  PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
  HOME: process.env.HOME,
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_cache: path.join(folder, 'cache'),
} as unknown as NodeJS.ProcessEnv;
let program: ChildProcess | undefined;

beforeAll(async () => {
  // A copy, so that the checkout gets no dist.
  cpSync(path.join(root, 'sdk/typescript'), path.join(folder, 'sdk'), { recursive: true });
  rmSync(path.join(folder, 'sdk/dist'), { recursive: true, force: true });
  mkdirSync(shop);
  writeFileSync(path.join(shop, 'package.json'), '{"private":true,"type":"module"}\n');
  const [pack = '', install = ''] = blocks('sh');
  expect(pack).toContain('npm pack ./sdk/typescript ');
  await run('sh', ['-c', pack.replace('npm ci &&', '').replace('./sdk/typescript', './sdk')], {
    cwd: folder,
    env,
  });
  await run('sh', ['-c', install.replace('../kaira/', '../')], { cwd: shop, env });
}, 120_000);

afterAll(async () => {
  if (program && program.exitCode === null) {
    program.kill();
    await once(program, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

test('the package has what runs and its types, no source, no test and no dependency', () => {
  const installed = path.join(shop, 'node_modules/@kaira/sdk');
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'README.md',
      'LICENSE',
      'dist/esm/index.js',
      'dist/cjs/index.js',
    ]),
  );
  expect(files.filter((name) => /test|fake|(?<!\.d)\.ts$/.test(name))).toEqual([]);
  const { dependencies, peerDependencies, exports, engines } = JSON.parse(
    readFileSync(path.join(installed, 'package.json'), 'utf8'),
  );
  expect({ dependencies, peerDependencies }).toEqual({});
  expect(engines).toEqual({ node: '>=20' });
  for (const file of Object.values<Record<string, string>>(exports['.']).flatMap(Object.values)) {
    expect(files).toContain(file.replace('./', ''));
  }
  expect(readdirSync(path.join(shop, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@kaira',
  ]);
});

/** The machine's own Node, beside ours of the newest line; often an older one. */
const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter((each) => existsSync(each));

longTest.each(nodes)(
  '%s loads it by import and by require, each whole, and with the types of its kind',
  async (node) => {
    const look =
      "toBututs('1.50') === 150n && typeof verifyWebhook === 'function' && new Kaira({ apiKey: 'sk_test_x' }).refunds";
    const names = '{ Kaira, toBututs, verifyWebhook }';
    writeFileSync(
      path.join(shop, 'look.mjs'),
      `import ${names} from '@kaira/sdk';\nconsole.log(Boolean(${look}));\n`,
    );
    writeFileSync(
      path.join(shop, 'look.cjs'),
      `const ${names} = require('@kaira/sdk');\nconsole.log(Boolean(${look}));\n`,
    );
    for (const file of ['look.mjs', 'look.cjs']) {
      // An older Node is not to be rescued by require() of a module, which newer ones have.
      expect((await run(node, [file], { cwd: shop, env })).stdout).toBe('true\n');
    }
    writeFileSync(
      path.join(shop, 'look.cts'),
      `import kaira = require('@kaira/sdk');\nexport const text: string = kaira.fromBututs(1n);\n`,
    );
    const options = [
      '--module',
      'nodenext',
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ];
    const checked = await run('tsc', [...options, '--ignoreConfig', '--types', '', 'look.cts'], {
      cwd: shop,
      env,
    }).catch((error) => error);
    expect(checked.stdout).toBe('');
  },
);

describe('the README', () => {
  longTest.each(['nodenext', 'bundler'])(
    'compiles in the strictest setting, with %s resolution',
    async (resolution) => {
      writeFileSync(path.join(shop, 'shop.ts'), blocks('ts').join('\n'));
      const compilerOptions = {
        target: 'es2024',
        module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
        moduleResolution: resolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        noEmit: true,
        types: ['node'],
        typeRoots: [path.join(root, 'node_modules/@types')],
      };
      writeFileSync(
        path.join(shop, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, include: ['shop.ts'] }),
      );
      const checked = await run('tsc', ['--pretty', 'false'], { cwd: shop, env }).catch((error) => error);
      expect(checked.stdout).toBe('');
      expect(checked.code).toBeUndefined();
    },
  );

  test('runs from the first line to the last, and its handler takes what Kaira delivers', async () => {
    const account = await newAccount();
    const port = await freePort();
    const text = blocks('ts')
      .join('\n')
      .replaceAll(/\b400\d\b/g, String(port));
    writeFileSync(path.join(shop, 'shop.mts'), text);
    program = spawn(process.execPath, ['shop.mts'], {
      cwd: shop,
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
    expect(printed).toMatch(/^(wait|deliver)$/m);
    expect(printed).toMatch(/^ask for the 6 digits that went to \+220\*+45$/m);
    expect(printed).toMatch(/^first wrong, 2 tries left\nsecond SUCCEEDED$/m);
    expect(printed).toMatch(/^card page http.* new_tab or iframe$/m);
    expect(printed).toMatch(/^payout SUCCEEDED$/m);
    expect(printed).toMatch(/^missing 89[89]\d\d\.\d\d$/m);
    expect(printed).toMatch(/^endpoint ACTIVE$/m);
    expect(printed).toMatch(/^listed ts-supplier-7 25\.00 \+2203456789$/m);
    expect(printed).toMatch(/^refund AWAITING_LIQUIDITY payout$/m);
    expect(printed).toMatch(/^page 2 of 5$/m);
    expect(printed).toMatch(/^entries \d+ null$/m);

    const kaira = new Kaira({ apiKey: account.key, baseUrl: inject('baseUrl') });
    const [endpoint] = await kaira.webhookEndpoints.list();
    const attempt = await kaira.webhookEndpoints.test(endpoint?.id ?? '');
    expect(attempt).toMatchObject({ response_status: 200, response_excerpt: 'thank you' });
    const { client_reference } = await settle(account, '77.00');
    await until(
      'the handler delivers',
      () => printed.includes(`deliver ${client_reference} 77.00`) || undefined,
    );
    const forged = await fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' });
    expect([forged.status, await forged.text()]).toEqual([400, 'webhook-id is missing']);
  }, 60_000);
});
