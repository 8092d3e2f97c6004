import { globSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, inject, test } from 'vitest';
import { readDescription } from '#e2e/setup/description';
import { errorStatus } from '#lib/errors';
import { loadRoutes } from '#lib/http/route-table';
import { openApiDocument } from '#lib/openapi/document';
import { newAccount, send } from './support.ts';

const document = openApiDocument('http://localhost:3000');
/** For browsers and for the machine itself: what dashboards ask, the customer's pages, guides, figures; and this in another form. */
const undescribed =
  /^\/(api\/(admin|dashboard)|auth\/(invitation|step-up)|checkout|pay|r|rail-faces|docs|login|admin\/login|password-reset|unsubscribe|confirm-email|offline|sw\.js|llms\.txt|metrics|postman\.json)(\/|$)/;

test('the description is valid OpenAPI 3.1, by a validator that is not ours', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  const described = [...Object.values(document.paths), ...Object.values(document.webhooks)];
  const ids = described.flatMap((each) => Object.values(each).map((one) => one.operationId));
  expect(ids.length).toBeGreaterThan(30);
  expect(new Set(ids).size).toBe(ids.length);
  // Linters want them to fit into an address, and generators make names of them.
  expect(ids.filter((id) => !/^[a-z][A-Za-z]*$/.test(id))).toEqual([]);
});

test('every path of the gateway is described with every method, and nothing else is', async () => {
  const { routes } = await loadRoutes();
  const served = routes
    .filter(({ pattern }) => !undescribed.test(pattern))
    .flatMap(({ pattern, methods }) =>
      methods.map((method) => `${method} ${pattern.replaceAll('[', '{').replaceAll(']', '}')}`),
    );
  const described = Object.entries(document.paths).flatMap(([at, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${at}`),
  );
  expect(described.toSorted()).toEqual(served.toSorted());
});

test('the table of routes misses no route handler under app/, so the description misses none', async () => {
  const { routes } = await loadRoutes();
  const files = globSync('app/**/route.ts').filter((file) => !file.includes('[...'));
  const patterns = files.map((file) => `/${path.relative('app', path.dirname(file))}`);
  expect(routes.map(({ pattern }) => pattern).toSorted()).toEqual(patterns.toSorted());
});

test('every code of the table of errors is described, under its own status', () => {
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(Object.keys(errorStatus)));
  for (const operations of Object.values(document.paths)) {
    for (const { responses } of Object.values(operations)) {
      for (const [status, response] of Object.entries(responses)) {
        if (!('$ref' in response)) continue;
        const codes = response.$ref.split('/').at(-1)?.split('.') as (keyof typeof errorStatus)[];
        expect(codes.map((code) => errorStatus[code])).toEqual(codes.map(() => Number(status)));
      }
    }
  }
});

/** As far as it is read here. */
interface Schema {
  $ref?: string;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

test('every field, of requests and answers at any depth, and every parameter says what it is and has an example', () => {
  const fields: [string, Schema][] = [];
  const walk = (at: string, schema: Schema) => {
    for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(at, each);
    if (schema.items) walk(`${at}[]`, schema.items);
    for (const [name, each] of Object.entries(schema.properties ?? {})) {
      fields.push([`${at}.${name}`, each]);
      walk(`${at}.${name}`, each);
    }
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(name, schema);
  for (const [at, operations] of Object.entries(document.paths)) {
    for (const [method, { parameters, requestBody, responses }] of Object.entries(operations)) {
      const contents = [requestBody, ...Object.values(responses)].map((each) =>
        each && 'content' in each ? each.content : {},
      );
      for (const { schema } of contents.flatMap((each) => Object.values(each)))
        walk(`${method} ${at}`, schema);
      for (const { name, description, schema } of parameters) {
        fields.push([`${method} ${at} ${name}`, { ...schema, ...(description && { description }) }]);
      }
    }
  }
  const silent = fields.filter(([, { description }]) => !description);
  const bare = fields.filter(([, { examples, ...each }]) => !examples && !hasFields(each));
  expect(fields.length).toBeGreaterThan(300);
  expect({ silent: silent.map(([at]) => at), bare: bare.map(([at]) => at) }).toEqual({
    silent: [],
    bare: [],
  });
});

/** What has the examples of its own fields. */
function hasFields({ $ref, properties, items, anyOf = [] }: Schema): boolean {
  return $ref !== undefined || properties !== undefined || [items ?? {}, ...anyOf].some(isObject);
}

function isObject(schema: Schema): boolean {
  return schema.$ref !== undefined || schema.properties !== undefined || (schema.anyOf ?? []).some(isObject);
}

test('every example is what its own schema allows', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'kaira', components: document.components }, 'kaira');
  const wrong: string[] = [];
  let count = 0;
  const walk = (at: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const { examples, ...rest } = value as Schema;
    if (Array.isArray(examples)) {
      const schema = JSON.stringify(rest).replaceAll('"#/components/', '"kaira#/components/');
      const validate = ajv.compile(JSON.parse(schema));
      count += examples.length;
      wrong.push(...examples.flatMap((each) => (validate(each) ? [] : [`${at}: ${JSON.stringify(each)}`])));
    }
    for (const [name, each] of Object.entries(rest)) walk(`${at}/${name}`, each);
  };
  walk('', document);
  expect(count).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

test('each error links to what the guide says of its code, beside the other links of its path', async () => {
  const at = inject('baseUrl');
  const headers = { authorization: `Bearer sk_test_${'0'.repeat(43)}` };
  const help = (code: string) => `<${at}/docs/errors#${code}>; rel="help"`;
  const linkOf = async (...request: Parameters<typeof send>) => {
    const reply = await send(...request);
    return [reply.status, reply.headers.get('link')];
  };
  expect(await linkOf('GET', `${at}/api/v1/nothing`)).toEqual([404, help('NOT_FOUND')]);
  expect(await linkOf('PUT', `${at}/api/v1/client/balance`)).toEqual([405, help('METHOD_NOT_ALLOWED')]);
  expect(await linkOf('GET', `${at}/api/v1/client/balance`, { headers })).toEqual([
    401,
    help('UNAUTHORIZED'),
  ]);
  expect(await linkOf('POST', `${at}/api/v1/payouts/send`, { headers })).toEqual([
    401,
    `</api/v1/payouts/initiate>; rel="successor-version", ${help('UNAUTHORIZED')}`,
  ]);
  const { key } = await newAccount();
  expect(
    await linkOf('POST', `${at}/api/v1/payouts/initiate`, {
      headers: { authorization: `Bearer ${key}` },
      body: { amount: '1', currency: 'GMD', client_reference: 'r', recipient_mobile: '+2207012345' },
    }),
  ).toEqual([422, help('INSUFFICIENT_BALANCE')]);
});

test('GET /openapi.json answers anybody with the description, to be kept for minutes', async () => {
  const reply = await send('GET', `${inject('baseUrl')}/openapi.json`);
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(JSON.parse(JSON.stringify(openApiDocument(inject('baseUrl')))));
  expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
});

test('an answer that is not described is found: its status, type, headers, a field too many, too few or wrong', () => {
  const description = readDescription(document);
  const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'x' };
  const balance = {
    method: 'GET',
    path: '/healthz',
    status: 200,
    header: (name: string) => json[name.toLowerCase() as keyof typeof json] ?? null,
    text: '{"status":"ok"}',
  };
  expect(description.faultsOf(balance)).toEqual([]);
  const changes = [
    { status: 418 },
    { method: 'POST' },
    { text: '{"status":"ok","more":1}' },
    { text: '{}' },
    { text: '{"status":1}' },
    { text: '<html>' },
    { header: () => null },
  ];
  for (const change of changes)
    expect(description.faultsOf({ ...balance, ...change }), JSON.stringify(change)).not.toEqual([]);

  const linking = (code: string) => {
    const headers = { ...json, link: `<http://localhost/docs/errors#${code}>; rel="help"` };
    return (name: string) => headers[name.toLowerCase() as keyof typeof headers] ?? null;
  };
  const text = JSON.stringify({ status: 'error', error: { code: 'NOT_FOUND', message: 'Nothing.' } });
  const refusal = { ...balance, path: '/api/v1/nothing', status: 404, text };
  expect(description.faultsOf({ ...refusal, header: linking('NOT_FOUND') })).toEqual([]);
  expect(description.faultsOf({ ...refusal, header: linking('INVALID_STATE') })).not.toEqual([]);
  expect(description.faultsOf(refusal)).not.toEqual([]);
});
