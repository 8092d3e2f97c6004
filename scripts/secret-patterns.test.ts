import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeApiKey } from '#lib/auth/key-format';
import { makeWebhookSecret } from '#lib/webhooks/signature';
import { findSecrets } from '#scripts/secret-patterns';

// Samples are put together here, so that this file holds none of them.
const many = (sign: string, times: number) => sign.repeat(times);
const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', many('s', 43)].join('.');

test.each([
  ['private key', `-----BEGIN ${'RSA '}PRIVATE KEY-----`],
  ['private key', `-----BEGIN ${'OPENSSH '}PRIVATE KEY-----`],
  ['private key', `"-----BEGIN ${''}PRIVATE KEY-----\\nMII`],
  ['private key', `-----BEGIN ${'PGP '}PRIVATE KEY BLOCK-----`],
  ['API key of Kaira', makeApiKey('LIVE')],
  ['API key of Kaira', `KEY=${makeApiKey('SANDBOX')};`],
  ['webhook secret', makeWebhookSecret()],
  ['AWS access key', `aws = "AK${'IA'}${many('A', 16)}"`],
  ['Google API key', `AI${'za'}${many('x', 35)}`],
  ['GitHub token', `gh${'p_'}${many('x', 36)}`],
  ['npm token', `npm${'_'}${many('x', 36)}`],
  ['Slack token', `xo${'xb-'}1234567890-abc`],
  ['Stripe key', `rk${'_live_'}${many('x', 24)}`],
  ['JSON Web Token', `Cookie: session_token=${token}`],
  ['password in a URL', `postgres://kaira:${'hunter2'}@db.example:5432/kaira`],
  ['password in a URL', `https://user:${'word'}@git.example/repo.git`],
  ['secret setting', `KAIRA_SECRET${'='}${many('x', 32)}`],
  ['secret setting', `export RAIL_A_PASSWORD${'='}"${many('x', 12)}"`],
])('%s is found', (name, text) => {
  expect(findSecrets(`first\nsecond ${'\n'}${text}\nlast`)).toContainEqual({ name, line: 3 });
});

test.each([
  'sk_live_…',
  `sk_test_${many('0', 43)}`,
  'whsec_…',
  'KAIRA_SECRET=',
  'KAIRA_SECRET=$(openssl rand -base64 32)',
  'KAIRA_SECRET="$SECRET"',
  'METRICS_TOKEN=<yours>',
  'const KAIRA_SECRET = settings().KAIRA_SECRET;',
  `postgres://${'$'}{user}:${'$'}{password}@127.0.0.1:5432/kaira`,
  'postgres://kaira@db.example/kaira',
  'http://localhost:3000/a:b@c',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----',
])('%j is none', (text) => {
  expect(findSecrets(text)).toEqual([]);
});

test('what is found is named and never shown', () => {
  const key = makeApiKey('LIVE');
  expect(JSON.stringify(findSecrets(`a\n${key}`))).not.toContain(key.slice(8, 20));
});

test('no file that git tracks holds one, but for those on the list, each of which is needed', () => {
  const script = path.join(import.meta.dirname, 'scan-secrets.ts');
  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^(\d+ files, 0 found|not checked: .+)\n$/)]);
});
