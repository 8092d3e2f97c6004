import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openApiDocument } from '#lib/openapi/document';
import { reportFailure, step } from '#scripts/terminal';

// npm run sdk:foreign: what others make of us. Two generators that are not ours write clients from the description, which
// compile in the strictest setting; and the packed SDK runs in Node 22, Deno and Bun. All of it is fetched from npm, in
// these versions, into a folder of its own, which is why `npm test` does not do it.

const fetched = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'typescript@5.9.3',
  'deno@2.9.6',
  'bun@1.4.5',
  `node-${process.platform}-${process.arch}@22.23.3`,
];
const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-foreign-'));
const bin = (name: string) => path.join(folder, 'node_modules/.bin', name);
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

async function main(): Promise<void> {
  write('package.json', '{"private":true,"type":"module"}\n');
  await step('Fetching generators and runtimes', async () => {
    // Packed first: npm would take the compiler that is fetched for the one of this repository.
    cpSync(path.join(root, 'sdk/typescript'), path.join(folder, 'sdk'), { recursive: true });
    await inFolder('npm', ['pack', './sdk'], path.join(root, 'node_modules/.bin'));
    await inFolder('npm', ['install', '--no-audit', '--no-fund', './kaira-sdk-0.1.0.tgz', ...fetched]);
  });
  write('openapi.json', JSON.stringify(openApiDocument('http://localhost:3000')));
  await step('openapi-typescript: its types compile, and so does a client that uses them', async () => {
    await inFolder(bin('openapi-typescript'), ['openapi.json', '--output', 'types.ts']);
    await compiles('types.ts', withOpenapiFetch);
  });
  await step('@hey-api/openapi-ts: its client compiles, and so does a use of it', async () => {
    await inFolder(bin('openapi-ts'), ['--input', 'openapi.json', '--output', 'client', '--no-log-file']);
    await compiles('client/index.ts', withHeyApi);
  });
  const gateway = await startGateway();
  write('shop.mjs', program('import { Kaira, verifyWebhook, KairaError } from "@kaira/sdk";'));
  write('shop.cjs', program('const { Kaira, verifyWebhook, KairaError } = require("@kaira/sdk");'));
  const node22 = path.join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  for (const [name, command] of [
    ['Node 22, by import', [node22, 'shop.mjs']],
    ['Node 22, by require', [node22, 'shop.cjs']],
    ['Deno', [bin('deno'), 'run', '--allow-net', '--allow-env', '--allow-read', 'shop.mjs']],
    ['Bun', [bin('bun'), 'shop.mjs']],
  ] as [string, [string, ...string[]]][]) {
    await step(`${name}: the packed SDK collects, verifies and knows an error`, async () => {
      const [file, ...words] = command;
      const printed = await inFolder(file, words, undefined, { KAIRA_URL: gateway.url });
      if (printed !== 'PENDING payment.succeeded no signature matches INVALID_OTP 2\n') {
        throw new Error(`${name} printed: ${printed}`);
      }
    });
  }
  gateway.close();
  process.stdout.write('All of it is as it should be.\n');
}

async function inFolder(
  file: string,
  words: string[],
  before?: string,
  more: Record<string, string> = {},
): Promise<string> {
  const PATH = before === undefined ? process.env.PATH : `${before}${path.delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH, NO_COLOR: '1', DENO_DIR: path.join(folder, 'deno'), ...more };
  const done = await run(file, words, { cwd: folder, env, timeout: 300_000 }).catch((error) => error);
  if (done instanceof Error) {
    const { stdout = '', stderr = '' } = done as { stdout?: string; stderr?: string };
    throw new Error(`${path.basename(file)}:\n${stdout}${stderr}`);
  }
  return done.stdout;
}

async function compiles(file: string, use: string): Promise<void> {
  write('use.ts', use);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file, 'use.ts'] }));
  await inFolder(bin('tsc'), ['--pretty', 'false']);
}

const body = `{ amount: '100.00', currency: 'GMD', client_reference: 'order-1' }`;

const withOpenapiFetch = `
import createClient from 'openapi-fetch';
import type { paths } from './types.ts';
const kaira = createClient<paths>({ baseUrl: 'http://localhost:3000' });
export async function pay(): Promise<string | undefined> {
  const { data, error } = await kaira.POST('/api/v1/collections/initiate', { body: ${body} });
  // @ts-expect-error an amount is text
  await kaira.POST('/api/v1/collections/initiate', { body: { ...${body}, amount: 100 } });
  return error === undefined ? data.data.status : undefined;
}
`;

const withHeyApi = `
import { initiateCollection } from './client';
export async function pay(): Promise<string | undefined> {
  const { data } = await initiateCollection({ body: ${body} });
  // @ts-expect-error an amount is text
  await initiateCollection({ body: { ...${body}, amount: 100 } });
  return data?.data.status;
}
`;

/** What differs between runtimes is how a request is made and how a signature is computed: both are done here. */
function program(first: string): string {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const event = '{"event":"payment.succeeded","data":{}}';
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', Buffer.alloc(32, 7))
    .update(`e-1.${timestamp}.${event}`)
    .digest('base64');
  const headers = {
    'webhook-id': 'e-1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
  return `${first}
(async () => {
  const kaira = new Kaira({ apiKey: 'sk_test_x', baseUrl: process.env.KAIRA_URL });
  const { status } = await kaira.collections.initiate(${body});
  const headers = ${JSON.stringify(headers)};
  const body = ${JSON.stringify(event)};
  const told = (body) => new Request('http://localhost/webhooks', { method: 'POST', headers, body });
  const { event } = await verifyWebhook(told(body), '${secret}');
  const refused = await verifyWebhook(told(body + ' '), '${secret}').catch((error) => error.message);
  const error = await kaira.collections.submitOtp('x', '000001').catch((error) => error);
  if (!(error instanceof KairaError)) throw error;
  console.log(status, event, refused, error.code, error.details.attempts_remaining);
})();
`;
}

/** Answers as Kaira does: here it is the runtimes that are tried, not the gateway. */
async function startGateway(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const isCode = request.url?.endsWith('/otp');
    const answer = isCode
      ? {
          status: 'error',
          error: { code: 'INVALID_OTP', message: 'It is wrong.', details: { attempts_remaining: 2 } },
        }
      : { status: 'success', data: { status: 'PENDING' } };
    request
      .resume()
      .on('end', () =>
        response
          .writeHead(isCode ? 422 : 200, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

if (import.meta.main) {
  await main().catch(reportFailure);
  rmSync(folder, { recursive: true, force: true });
}
