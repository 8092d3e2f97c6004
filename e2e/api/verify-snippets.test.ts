import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#e2e/setup/server';
import { verifyBodySignature, verifyWebhook, WebhookError } from '../../docs/webhooks/verify.ts';
import {
  type Account,
  collect,
  type Hook,
  type Json,
  newAccount,
  newEndpoint,
  opensslHmac,
  type Receiver,
  settle,
  startReceiver,
  until,
} from './support.ts';

// docs/webhooks/verify.{ts,py,php,go} are what merchants copy. Each runs here inside a web server of its own language,
// so that what it is given is what such a server makes of a request. Not covered: the frameworks' own servers.

/** A request to a merchant's server, and what verifying it must come to. */
interface Case {
  name: string;
  scheme: 'trio' | 'body';
  secret: string;
  headers: [name: string, value: string][];
  bytes: Buffer;
  /** Why it is refused; undefined when it is accepted. */
  refusal?: string | undefined;
  /** What the package or the program that is not ours answers, where it is less strict on purpose. */
  othersAccept?: true;
}

const noMatch = 'no signature matches';
const badSecret = 'the secret is not whsec_ and 44 characters';
const tooFar = 'webhook-timestamp is more than 5 minutes from the time here';
const noNumber = 'webhook-timestamp is not a number of seconds';
const notJson = 'the body is not JSON';

const docs = path.resolve(import.meta.dirname, '../../docs/webhooks');
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-verify-'));
const addresses = new Map<string, Promise<string>>();
const children: ChildProcess[] = [];
let receiver: Receiver;
let api: Account;
let cases: Case[];

/** How each language's server is started; `program` must be on the machine. */
const languages = [
  { name: 'TypeScript', program: 'node', start: startTypeScript },
  { name: 'Python', program: 'python3', start: startPython },
  { name: 'PHP', program: 'php', start: startPhp },
  { name: 'Go', program: 'go', start: startGo },
];
const isHere = (program: string) =>
  spawnSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).status === 0;
const here = languages.filter(({ program }) => isHere(program));

beforeAll(async () => {
  for (const { name, start } of here) {
    const address = start();
    addresses.set(name, address);
    // One that does not start fails the tests of its language only.
    await address.catch(() => {});
  }
  receiver = await startReceiver();
  api = await newAccount();
  cases = await makeCases();
}, 240_000);

afterAll(async () => {
  for (const child of children) child.kill();
  await receiver?.stop();
  rmSync(folder, { recursive: true, force: true });
});

for (const { name, program } of languages) {
  const isMissing = !here.some((each) => each.name === name);
  describe.skipIf(isMissing)(isMissing ? `${name}: ${program} is not on this machine` : name, () => {
    test('accepts what Kaira signed, and refuses everything else for the right reason', async () => {
      const address = (await addresses.get(name)) ?? '';
      const found: Json[] = [];
      for (const each of cases) found.push({ name: each.name, ...(await ask(address, each)) });
      expect(found).toEqual(cases.map((each) => ({ name: each.name, ...answerTo(each) })));
    });

    test('accepts a delivery that Kaira makes to it', async () => {
      const address = (await addresses.get(name)) ?? '';
      const { id, secret } = await newEndpoint(api, address);
      const url = `${address}/trio?secret=${encodeURIComponent(secret)}`;
      expect((await api.patch(`/api/v1/webhook-endpoints/${id}`, { url })).status).toBe(200);
      const { transaction_id } = await settle(api, '60.00');
      const delivered = await until(`the delivery to ${name} succeeds`, async () => {
        const reply = await api.get(
          `/api/v1/webhook-deliveries?transaction_id=${transaction_id}&endpoint_id=${id}&status=SUCCEEDED`,
        );
        expect(reply.status, reply.text).toBe(200);
        return reply.body.data[0];
      });
      expect(JSON.parse(delivered.attempts[0].response_excerpt)).toMatchObject({
        id: delivered.event_id,
        event: 'payment.succeeded',
        data: { id: transaction_id, amount: '60.00' },
      });
      expect((await api.delete(`/api/v1/webhook-endpoints/${id}`)).status).toBe(200);
    });
  });
}

test('the package standardwebhooks agrees on webhook-id, webhook-timestamp and webhook-signature', () => {
  const judged = cases.filter((each) => each.scheme === 'trio');
  expect(judged.map((each) => [each.name, isVerifiedOffTheShelf(each)])).toEqual(
    judged.map((each) => [each.name, each.refusal === undefined || each.othersAccept === true]),
  );
});

test('openssl dgst -sha256 -hmac agrees on x-gw-signature', () => {
  const judged = cases.filter((each) => each.scheme === 'body' && each.refusal !== badSecret);
  const signatures = ['x-gw-signature', 'x-gw-signature-previous'];
  const isVerified = ({ secret, bytes, headers }: Case) => {
    const expected = opensslHmac(secret, bytes);
    return headers.some(([name, value]) => signatures.includes(name) && value === expected);
  };
  expect(judged.map((each) => [each.name, isVerified(each)])).toEqual(
    judged.map((each) => [each.name, each.refusal === undefined || each.othersAccept === true]),
  );
});

test('TypeScript: a request whose body something read before is refused with the reason', async () => {
  const sent = cases[0] as Case;
  for (const verify of [verifyWebhook, verifyBodySignature]) {
    const request = new Request('https://shop.example.com/webhooks', {
      method: 'POST',
      headers: sent.headers,
      body: new Uint8Array(sent.bytes),
    });
    await request.json();
    const refusal = new WebhookError('the body cannot be read, or was read before');
    await expect(verify(request, sent.secret)).rejects.toEqual(refusal);
  }
});

/** The table, made of webhooks that Kaira sent: a plain one, one during a rotation, a test event, the legacy form. */
async function makeCases(): Promise<Case[]> {
  const current = await newEndpoint(api, receiver.url('/current'));
  const legacy = await newEndpoint(api, receiver.url('/legacy'), { payload_form: 'legacy' });
  await collect(api, { amount: '400.00', client_reference: 'Ñóŋ 😀 "quoted" / \\' });
  const plain = await receiver.next('plain', (hook) => hook.path === '/current');
  const old = await receiver.next('legacy', (hook) => hook.path === '/legacy');

  expect((await api.post(`/api/v1/webhook-endpoints/${current.id}/test`, {})).status).toBe(200);
  const trial = await receiver.next('test', (hook) => hook.body.test === true);
  const rotated = await api.post(`/api/v1/webhook-endpoints/${current.id}/rotate-secret`);
  expect(rotated.status, rotated.text).toBe(200);
  await collect(api, { amount: '403.00' });
  const during = await receiver.next(
    'during the rotation',
    (hook) => hook.path === '/current' && 'x-gw-signature-previous' in hook.headers,
  );
  const next: string = rotated.body.data.secret;
  const { secret } = current;

  return [
    ...trioCases(plain, secret),
    ...bodyCases(plain, secret),
    ...(['trio', 'body'] as const).flatMap((scheme): Case[] => [
      { name: `${scheme}: the legacy form`, scheme, secret: legacy.secret, ...sentBy(old) },
      { name: `${scheme}: a test event`, scheme, secret, ...sentBy(trial) },
      { name: `${scheme}: in a rotation, with the new secret`, scheme, secret: next, ...sentBy(during) },
      { name: `${scheme}: in a rotation, with the previous secret`, scheme, secret, ...sentBy(during) },
      {
        name: `${scheme}: in a rotation, with a third secret`,
        scheme,
        secret: legacy.secret,
        ...sentBy(during),
        refusal: noMatch,
      },
    ]),
  ];
}

function trioCases(hook: Hook, secret: string): Case[] {
  const { headers, bytes } = sentBy(hook);
  const id = one(hook.headers, 'webhook-id');
  const timestamp = one(hook.headers, 'webhook-timestamp');
  const signature = one(hook.headers, 'webhook-signature');
  const base: Omit<Case, 'name'> = { scheme: 'trio', secret, headers, bytes };
  const like = (name: string, refusal: string | undefined, changes: Partial<Case> = {}): Case => ({
    ...base,
    ...changes,
    name: `trio: ${name}`,
    refusal,
  });
  const withHeaders = (changes: Record<string, string | string[] | null>) => ({
    headers: changed(headers, changes),
  });
  /** Signed here, as Kaira would have: for what Kaira cannot be made to send. */
  const signed = (text: string, at = Number(timestamp)) => ({
    bytes: Buffer.from(text),
    ...withHeaders({
      'webhook-timestamp': String(at),
      'webhook-signature': new Webhook(secret).sign(id, new Date(at * 1000), text),
    }),
  });
  const body = bytes.toString();
  const wrong = `v1,${'A'.repeat(43)}=`;

  return [
    like('as it came', undefined),
    like('another secret', noMatch, { secret: otherSecret }),
    ...tampered(bytes).map(([name, altered]) => like(name, noMatch, { bytes: altered })),
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) => [
      like(`${name} missing`, `${name} is missing`, withHeaders({ [name]: null })),
      like(`${name} empty`, `${name} is missing`, withHeaders({ [name]: '' })),
    ]),
    like(
      'another id',
      noMatch,
      withHeaders({ 'webhook-id': id.replace(/.$/, (c) => (c === '0' ? '1' : '0')) }),
    ),
    like('an id beyond ASCII', noMatch, withHeaders({ 'webhook-id': 'é²' })),
    like('the id twice', noMatch, withHeaders({ 'webhook-id': [id, id] })),
    like('another time', noMatch, withHeaders({ 'webhook-timestamp': String(Number(timestamp) + 1) })),
    like('four minutes old', undefined, signed(body, seconds() - 240)),
    like('four minutes ahead', undefined, signed(body, seconds() + 240)),
    like('ten minutes old', tooFar, signed(body, seconds() - 600)),
    like('ten minutes ahead', tooFar, signed(body, seconds() + 600)),
    like('from 1970', tooFar, signed(body, 0)),
    ...['soon', '-1', '1e9', '12.5', '²', '0x10', '9'.repeat(400)].map((text) =>
      like(`the time ${text.slice(0, 20)}`, noNumber, withHeaders({ 'webhook-timestamp': text })),
    ),
    like('the time twice', noNumber, {
      ...withHeaders({ 'webhook-timestamp': [timestamp, timestamp] }),
      othersAccept: true, // It reads the first number.
    }),
    ...[
      'garbage',
      ',',
      'v1',
      'v1,',
      'v1,!!!!',
      'v1,é²',
      wrong,
      signature.replace('v1,', 'v2,'),
      signature.replace('v1,', 'v1a,'),
      signature.replace('v1,', ''),
      signature.toUpperCase(),
      signature.slice(0, -1),
      `v1,${one(hook.headers, 'x-gw-signature')}`,
    ].map((text) => like(`the signature ${text}`, noMatch, withHeaders({ 'webhook-signature': text }))),
    like('several, the first is right', undefined, {
      ...withHeaders({ 'webhook-signature': `${signature} ${wrong}` }),
    }),
    like('several, the last is right', undefined, {
      ...withHeaders({ 'webhook-signature': `v1a,x garbage ${wrong} ${signature}` }),
    }),
    like('several, none is right', noMatch, withHeaders({ 'webhook-signature': `${wrong} ${wrong}` })),
    like('the header twice, one is right', undefined, {
      ...withHeaders({ 'webhook-signature': [wrong, signature] }),
    }),
    like('nothing but x-gw-signature', 'webhook-id is missing', {
      headers: headers.filter(([name]) => name.includes('gw')),
    }),
    like('an empty body, signed', notJson, { ...signed(''), othersAccept: true }),
    like('half a body, signed', notJson, signed('{"event":')),
    ...badSecrets(secret).map(([name, text]) => like(name, badSecret, { secret: text })),
    like('a secret without its prefix', badSecret, {
      secret: secret.slice('whsec_'.length),
      othersAccept: true,
    }),
  ];
}

function bodyCases(hook: Hook, secret: string): Case[] {
  const { headers, bytes } = sentBy(hook);
  const signature = one(hook.headers, 'x-gw-signature');
  const base: Omit<Case, 'name'> = { scheme: 'body', secret, headers, bytes };
  const like = (name: string, refusal: string | undefined, changes: Partial<Case> = {}): Case => ({
    ...base,
    ...changes,
    name: `body: ${name}`,
    refusal,
  });
  const withSignature = (...values: string[]) => ({
    headers: changed(headers, { 'x-gw-signature': values }),
  });
  const keyed = (key: string | Buffer, content: Buffer, as: 'hex' | 'base64') =>
    withSignature(createHmac('sha256', key).update(content).digest(as));

  return [
    like('as it came', undefined),
    like('with no time, and so at any time', undefined, {
      headers: changed(headers, { 'webhook-timestamp': '0', 'x-gw-timestamp': '0' }),
    }),
    like('another secret', noMatch, { secret: otherSecret }),
    ...tampered(bytes).map(([name, altered]) => like(name, noMatch, { bytes: altered })),
    like('missing', 'x-gw-signature is missing', withSignature()),
    like('empty', 'x-gw-signature is missing', withSignature('')),
    like('in upper case', noMatch, withSignature(signature.toUpperCase())),
    like('in base64', noMatch, keyed(secret, bytes, 'base64')),
    like('keyed with the decoded secret', noMatch, {
      ...keyed(Buffer.from(secret.slice('whsec_'.length), 'base64'), bytes, 'hex'),
    }),
    like('cut', noMatch, withSignature(signature.slice(0, 63))),
    like('of the wrong value', noMatch, withSignature('0'.repeat(64))),
    like('garbage', noMatch, withSignature('garbage')),
    like('beyond ASCII', noMatch, withSignature('é²'.repeat(32))),
    like('twice', noMatch, { ...withSignature(signature, signature), othersAccept: true }),
    like('an empty body, signed', notJson, {
      bytes: Buffer.alloc(0),
      ...keyed(secret, Buffer.alloc(0), 'hex'),
      othersAccept: true,
    }),
    ...badSecrets(secret).map(([name, text]) => like(name, badSecret, { secret: text })),
  ];
}

const otherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function badSecrets(secret: string): [string, string][] {
  return [
    ['no secret', ''],
    ['a secret with the line end of its file', `${secret}\n`],
    ['a secret that is not base64', `whsec_${'!'.repeat(43)}=`],
    ['a secret that is cut', secret.slice(0, -5)],
  ];
}

function tampered(bytes: Buffer): [string, Buffer][] {
  const body = JSON.parse(bytes.toString());
  const altered = Buffer.from(bytes);
  altered.write('9', altered.indexOf('400.00'));
  const escaped = [...bytes.toString()].map((letter) =>
    letter > '\x7f' ? JSON.stringify(letter).replaceAll(/[^"]/gu, codeOf) : letter,
  );
  return [
    ['one byte altered', altered],
    ['printed anew with spaces', Buffer.from(JSON.stringify(body, null, 1))],
    ['printed anew with \\u, as Python and PHP do', Buffer.from(escaped.join('').replaceAll('""', ''))],
    ['a line end added', Buffer.concat([bytes, Buffer.from('\n')])],
    ['the last byte cut', bytes.subarray(0, -1)],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['no body', Buffer.alloc(0)],
  ];
}

function codeOf(letter: string): string {
  return [...Array(letter.length).keys()]
    .map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

function sentBy(hook: Hook): Pick<Case, 'headers' | 'bytes'> {
  const ours = /^(x-gw-|provider-w-|webhook-|content-type$)/;
  const names = Object.keys(hook.headers).filter((name) => ours.test(name));
  return { headers: names.map((name) => [name, one(hook.headers, name)]), bytes: hook.bytes };
}

function one(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  if (typeof value !== 'string') throw new Error(`${name} was not sent once`);
  return value;
}

/** The same headers, some with other values; `null` is none and a list is one header for each value. */
function changed(
  headers: Case['headers'],
  changes: Record<string, string | string[] | null>,
): Case['headers'] {
  return [
    ...headers.filter(([name]) => !(name in changes)),
    ...Object.entries(changes).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  ];
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

function answerTo({ scheme, headers, bytes, refusal }: Case) {
  if (refusal !== undefined) return { status: 400, said: refusal };
  const id = headers.find(([name]) => name === 'webhook-id')?.[1];
  return { status: 200, said: { ...JSON.parse(bytes.toString()), ...(scheme === 'trio' && { id }) } };
}

/** Sends the case with its headers as they are; a repeated one is two lines. */
function ask(address: string, { scheme, secret, headers, bytes }: Case): Promise<Json> {
  const { promise, resolve, reject } = Promise.withResolvers<Json>();
  const url = new URL(`${address}/${scheme}?secret=${encodeURIComponent(secret)}`);
  const lines = [
    ['host', url.host],
    ['content-length', String(bytes.length)],
    ['connection', 'close'],
    ...headers,
  ];
  const request = httpRequest(
    url,
    { method: 'POST', headers: lines.flat(), agent: false },
    async (response) => {
      const text = (await response.toArray()).join('');
      const status = response.statusCode;
      try {
        resolve({ status, said: status === 200 ? JSON.parse(text) : text });
      } catch {
        resolve({ status, said: text });
      }
    },
  );
  request.on('error', reject).end(bytes);
  return promise;
}

function isVerifiedOffTheShelf({ secret, headers, bytes }: Case): boolean {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) joined[name] = name in joined ? `${joined[name]}, ${value}` : value;
  try {
    new Webhook(secret).verify(bytes, joined);
    return true;
  } catch {
    return false;
  }
}

async function startTypeScript(): Promise<string> {
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'https://shop.example.com');
    // As docs/guides/webhooks.md has it for Express and Fastify.
    const request = new Request(url, {
      method: 'POST',
      headers: incoming.headers as Record<string, string>,
      body: Buffer.concat(await incoming.toArray()),
    });
    const verify = url.pathname === '/body' ? verifyBodySignature : verifyWebhook;
    try {
      response.end(JSON.stringify(await verify(request, url.searchParams.get('secret') ?? undefined)));
    } catch (error) {
      const isRefused = error instanceof WebhookError;
      response.writeHead(isRefused ? 400 : 500).end(String(isRefused ? error.message : error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  children.push({ kill: () => server.close() } as unknown as ChildProcess);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function startPython(): Promise<string> {
  const main = `
import json, sys
from urllib.parse import parse_qs
from wsgiref.simple_server import make_server
sys.path.insert(0, ${JSON.stringify(docs)})
sys.dont_write_bytecode = True
from verify import WebhookError, verify_body_signature, verify_webhook

def app(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    headers = {k[5:].replace("_", "-").title(): v for k, v in environ.items() if k.startswith("HTTP_")}
    verify = verify_body_signature if environ["PATH_INFO"] == "/body" else verify_webhook
    try:
        event = verify(body, headers, parse_qs(environ["QUERY_STRING"]).get("secret", [""])[0])
        start_response("200 OK", [])
        return [json.dumps(event).encode()]
    except WebhookError as error:
        start_response("400 Bad Request", [])
        return [str(error).encode()]

make_server("127.0.0.1", int(sys.argv[1]), app).serve_forever()
`;
  writeFileSync(path.join(folder, 'main.py'), main);
  return startServer('python3', (port) => ['-W', 'error', path.join(folder, 'main.py'), port]);
}

function startPhp(): Promise<string> {
  const main = `<?php
require '${docs}/verify.php';
$verify = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) === '/body' ? 'verify_body_signature' : 'verify_webhook';
try {
    echo json_encode(('Kaira\\\\' . $verify)($_GET['secret'] ?? ''));
} catch (Kaira\\WebhookError $error) {
    http_response_code(400);
    echo $error->getMessage();
}
`;
  writeFileSync(path.join(folder, 'main.php'), main);
  return startServer('php', (port) => [
    ...['-d', 'display_errors=1', '-d', 'error_reporting=-1', '-S', `127.0.0.1:${port}`],
    path.join(folder, 'main.php'),
  ]);
}

async function startGo(): Promise<string> {
  const main = `package main

import (
	"encoding/json"
	"net/http"
	"os"

	"example.com/main/kaira"
)

func main() {
	http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		verify := kaira.VerifyWebhook
		if r.URL.Path == "/body" {
			verify = kaira.VerifyBodySignature
		}
		event, err := verify(r, r.URL.Query().Get("secret"))
		if err != nil {
			w.WriteHeader(400)
			w.Write([]byte(err.Error()))
			return
		}
		said := map[string]any{"event": event.Type}
		if event.ID != "" {
			said["id"] = event.ID
		}
		if event.Test {
			said["test"] = true
		}
		if event.Data != nil {
			said["data"] = event.Data
		}
		if event.Transaction != nil {
			said["transaction"] = event.Transaction
		}
		json.NewEncoder(w).Encode(said)
	}))
}
`;
  mkdirSync(path.join(folder, 'go/kaira'), { recursive: true });
  writeFileSync(path.join(folder, 'go/go.mod'), 'module example.com/main\n\ngo 1.18\n');
  writeFileSync(path.join(folder, 'go/main.go'), main);
  cpSync(path.join(docs, 'verify.go'), path.join(folder, 'go/kaira/verify.go'));
  const program = path.join(folder, 'go/main');
  execFileSync('go', ['build', '-o', program], {
    cwd: path.join(folder, 'go'),
    stdio: 'pipe',
    env: {
      ...process.env,
      GOFLAGS: '-mod=mod',
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
      CGO_ENABLED: '0',
      GOCACHE: path.join(folder, 'go-cache'),
    },
  });
  return startServer(program, (port) => [port]);
}

/** Answers with the server's address when it takes requests. */
async function startServer(program: string, words: (port: string) => string[]): Promise<string> {
  const port = await freePort();
  const child = spawn(program, words(String(port)), { stdio: 'ignore' });
  children.push(child);
  const address = `http://127.0.0.1:${port}`;
  await until(`${path.basename(program)} takes requests`, () =>
    fetch(address).then(
      () => true as const,
      () => undefined,
    ),
  );
  return address;
}
