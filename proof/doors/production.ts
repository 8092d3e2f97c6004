/** The product in production mode, behind a proxy; and starts that it must refuse. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, counts, send } from './http.ts';
import { Product } from './product.ts';
import { attack, begin, PORT, sleep } from './score.ts';
import { strong } from './stage.ts';

const SECRET = 'N3ZlcnktbG9uZy1hbmQtdmVyeS1yYW5kb20tb25lLTkx';
const GOOD = {
  KAIRA_MODE: 'production',
  BASE_URL: 'https://pay.doors.example',
  KAIRA_SECRET: SECRET,
  TRUST_PROXY: '1',
  HOST: '127.0.0.1',
};

export async function production() {
  if (!begin('production')) {
    return;
  }
  await refusals();
  await behindProxy();
  await careless();
}

/** A start that must end by itself, naming the setting. The database is nowhere, so it ends in any case. */
async function refusals() {
  const nowhere = 'postgres://nobody@127.0.0.1:9/none';
  const cases: [string, string, Record<string, string>][] = [
    ['BASE_URL by http', 'BASE_URL', { BASE_URL: 'http://pay.doors.example' }],
    ['a secret of 32 x', 'KAIRA_SECRET', { KAIRA_SECRET: 'x'.repeat(32) }],
    ['a secret of two letters by turns', 'KAIRA_SECRET', { KAIRA_SECRET: 'ab'.repeat(20) }],
    ['a secret that everybody knows', 'KAIRA_SECRET', { KAIRA_SECRET: 'changemechangemechangemechangeme' }],
    ['webhooks into the private network', 'WEBHOOK_ALLOW_PRIVATE', { WEBHOOK_ALLOW_PRIVATE: '1' }],
  ];
  await Promise.all(
    cases.map(([title, setting, settings], index) =>
      attack(`production does not start with ${title}`, async () => {
        const product = new Product(PORT + 20 + index, { ...GOOD, DATABASE_URL: nowhere, ...settings });
        const why = await Promise.race([
          product.start({ 'x-forwarded-proto': 'https' }).then(
            () => 'it started',
            (error) => String(error),
          ),
          sleep(25_000).then(() => `it goes on: ${product.said().slice(-200)}`),
        ]);
        const said = product.said();
        await product.stop();
        const named = new RegExp(`${setting}(?!_URL)`).test(said) && !/9\/none|ECONNREFUSED/.test(why);
        return [[named, `expected ${setting} to be named, seen ${named ? 'so' : why.slice(-160)}`]];
      }),
    ),
  );
}

async function behindProxy() {
  const product = new Product(PORT + 10, { ...GOOD, KAIRA_EMBEDDED_POSTGRES: '1', KAIRA_DEMO_DATA: 'never' });
  const proxied = {
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.7',
    host: 'pay.doors.example',
  };
  try {
    await product.start(proxied);
    const paths = [
      '/',
      '/login',
      '/admin/login',
      '/dashboard',
      '/admin',
      '/docs',
      '/docs/guides/webhooks',
      '/pay/AAAAAAAAAA',
      '/nowhere',
      '/openapi.json',
      '/api/dashboard/session',
    ];
    const shapes: [string, Record<string, string>][] = [
      ['http', { 'x-forwarded-proto': 'http' }],
      ['nothing said', { 'x-forwarded-proto': '' }],
      ['http,https by the visitor', { 'x-forwarded-proto': 'https, http' }],
      ['in capitals', { 'x-forwarded-proto': 'HTTP' }],
      ['with Forwarded: proto=https', { 'x-forwarded-proto': 'http', forwarded: 'proto=https' }],
      [
        'with X-Forwarded-Ssl',
        { 'x-forwarded-proto': 'http', 'x-forwarded-ssl': 'on', 'front-end-https': 'on' },
      ],
    ];
    for (const [title, headers] of shapes) {
      await attack(`pages behind a proxy, X-Forwarded-Proto: ${title}`, async () => {
        const answers = await Promise.all(
          paths.map((path) => send(product.base, path, { headers: { ...proxied, ...headers } })),
        );
        const served = paths.filter((_, index) => {
          const { status = 0, headers: told } = answers[index] ?? { headers: {} };
          const led = status >= 300 && status < 400 && String(told.location).startsWith('https://');
          return !(status === 403 || status === 400 || status === 421 || status === 426 || led);
        });
        return [
          [
            served.length === 0,
            `expected 403 or a redirect to https, seen ${counts(answers)}${served.length ? `; served ${served.join(' ')}` : ''}`,
          ],
        ];
      });
    }
    await attack('HSTS and a policy on the pages over https', async () => {
      const answer = await send(product.base, '/login', { headers: proxied });
      return [
        [answer.status === 200, `${answer.status}`],
        [
          /max-age=\d{7,}/.test(String(answer.headers['strict-transport-security'])),
          `HSTS ${answer.headers['strict-transport-security']}`,
        ],
        [
          Boolean(answer.headers['content-security-policy']),
          `CSP ${String(answer.headers['content-security-policy']).slice(0, 60)}`,
        ],
      ];
    });
    await attack(
      'the session cookie is Secure, HttpOnly and Lax, and the log-in wants the right origin',
      async () => {
        const one = product.makeOperator('prod@doors.example', 'Production Operator');
        const login = (headers: Record<string, string>) =>
          send(product.base, '/auth/admin/login', {
            method: 'POST',
            body: { email: one.email, password: one.password },
            headers: { ...proxied, ...headers },
          });
        const good = await login({ origin: GOOD.BASE_URL });
        const bad = await login({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' });
        const lower = await login({ origin: 'http://pay.doors.example' });
        const plain = await login({ origin: GOOD.BASE_URL, 'x-forwarded-proto': 'http' });
        const cookie = String(good.headers['set-cookie']);
        return [
          [
            good.status === 200 &&
              /Secure/i.test(cookie) &&
              /HttpOnly/i.test(cookie) &&
              /SameSite=Lax/i.test(cookie),
            `${good.status} ${cookie.replace(/=[^;]+/, '=…')}`,
          ],
          [bad.status === 403, `foreign origin ${bad.status} ${codeOf(bad)}`],
          [lower.status === 403, `the same host by http as Origin ${lower.status}`],
          [plain.status === 403, `by http ${plain.status}`],
        ];
      },
    );
    await attack(
      'limits on log-ins go by the address that the proxy saw, not by what a visitor says',
      async () => {
        const answers = [];
        for (let index = 0; index < 26; index += 1) {
          const headers = {
            ...proxied,
            origin: GOOD.BASE_URL,
            'x-forwarded-for': `198.51.100.${index}, 203.0.113.99`,
          };
          answers.push(
            await send(product.base, '/auth/client/login', {
              method: 'POST',
              body: { email: `x${index}@doors.example`, password: strong() },
              headers,
            }),
          );
        }
        return [
          [answers.some(({ status }) => status === 429), `expected a 429 after 20, seen ${counts(answers)}`],
        ];
      },
    );
  } catch (error) {
    await attack('production starts on its built-in database', async () => [[false, String(error)]]);
  } finally {
    await product.stop();
  }
}

/** Somebody forgets NODE_ENV=production, on a machine that others reach. */
async function careless() {
  await attack(
    'a public address without NODE_ENV=production makes no demo data and prints no password',
    async () => {
      const product = new Product(PORT + 12, {
        BASE_URL: GOOD.BASE_URL,
        KAIRA_SECRET: SECRET,
        TRUST_PROXY: '1',
      });
      try {
        const how = await product.start({ 'x-forwarded-proto': 'https' }).then(
          () => 'it started',
          (error) => `refused: ${String(error).slice(0, 120)}`,
        );
        const demo = existsSync(join(product.folder, 'data/demo.json'));
        await sleep(2_000);
        const printed = /@\S+\s+[\w-]{16,}|sk_(test|live)_\w{43}/.test(product.said());
        return [
          [!demo, `${how}; demo.json ${demo ? 'is there' : 'is not there'}`],
          [!printed, printed ? 'a password or key was printed' : 'nothing printed'],
        ];
      } finally {
        await product.stop();
      }
    },
  );
}
