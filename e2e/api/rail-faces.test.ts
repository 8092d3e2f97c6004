import { expect, inject, test } from 'vitest';
import { collect, named, newAccount, providers } from './support.ts';

const at = (path: string, init?: RequestInit) =>
  fetch(inject('baseUrl') + path, { redirect: 'manual', ...init });

test('anybody is told what the rails are called, and nothing else of them', async () => {
  const reply = await at('/rail-faces');
  expect(reply.status).toBe(200);
  const { data } = await reply.json();
  expect(data.map((face: Record<string, unknown>) => Object.keys(face))).toEqual(
    providers.map(() => ['provider', 'name', 'colour', 'logo']),
  );
  expect(data).toMatchObject(providers.map((provider) => ({ provider, logo: null })));
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a rail without a logo, and what is no rail, have none: 404 in JSON; nothing can be written there', async () => {
  for (const provider of ['PROVIDER_W', 'PROVIDER_X', '%2e%2e', '__proto__']) {
    const reply = await at(`/rail-faces/${provider}/logo.svg`);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  }
  expect((await at('/rail-faces', { method: 'POST' })).status).toBe(405);
  expect((await at('/rail-faces/PROVIDER_W/logo.svg', { method: 'PUT' })).status).toBe(405);
});

test('every answer and every event that says a provider says its name beside it', async () => {
  const api = await newAccount();
  await collect(api, { amount: '100.00', provider: 'PROVIDER_C' });
  const paths = [
    '/api/v1/client/transactions',
    '/api/v1/rails/status',
    '/api/v1/sandbox/rail-floats',
    '/api/v1/events',
  ];
  for (const path of paths) {
    const { text } = await api.get(path);
    const said = [...text.matchAll(/"provider":"(\w+)","provider_name":"([^"]+)"/g)];
    expect(said.length, path).toBe([...text.matchAll(/"provider":"/g)].length);
    for (const [, provider = '', name] of said) expect(named(provider).provider_name).toBe(name);
  }
});
