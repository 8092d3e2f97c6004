import { globSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, inject, test } from 'vitest';
import { readDescription } from '#e2e/setup/description';
import { errorStatus } from '#lib/errors';
import { loadRoutes } from '#lib/http/route-table';
import { openApiDocument } from '#lib/openapi/document';
import { send } from './support.ts';

const document = openApiDocument('http://localhost:3000');
/** For browsers and for the machine itself: sessions, the customer's pages, a guide, figures. */
const undescribed = /^\/(api\/(admin|dashboard)|auth|checkout|docs|llms\.txt|metrics)(\/|$)/;

test('the description is valid OpenAPI 3.1, by a validator that is not ours', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  const ids = Object.values(document.paths).flatMap((each) =>
    Object.values(each).map((one) => one.operationId),
  );
  expect(ids.length).toBeGreaterThan(30);
  expect(new Set(ids).size).toBe(ids.length);
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

test('every field of a request and every parameter says what it is, and every field has an example', () => {
  const silent: string[] = [];
  for (const [at, operations] of Object.entries(document.paths)) {
    for (const { operationId, parameters, requestBody } of Object.values(operations)) {
      const schema = requestBody?.content['application/json']?.schema as
        | { properties?: Record<string, { description?: string; examples?: unknown[] }> }
        | undefined;
      for (const [name, { examples }] of Object.entries(schema?.properties ?? {})) {
        if (!examples) silent.push(`${operationId} (${at}): ${name} has no example`);
      }
      const fields = [
        ...Object.entries(schema?.properties ?? {}),
        ...parameters.map((each) => [each.name, each as { description?: string }] as const),
      ];
      for (const [name, { description }] of fields) {
        if (!description) silent.push(`${operationId} (${at}): ${name}`);
      }
    }
  }
  expect(silent).toEqual([]);
});

test('GET /openapi.json answers anybody with the description, to be kept for minutes', async () => {
  const reply = await send('GET', `${inject('baseUrl')}/openapi.json`);
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(JSON.parse(JSON.stringify(openApiDocument(inject('baseUrl')))));
  expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
});

test('an answer that is not described is found: its status, type, headers, a field too many, too few or wrong', () => {
  const description = readDescription(document);
  const balance = {
    method: 'GET',
    path: '/healthz',
    status: 200,
    header: (name: string) =>
      ({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'x' })[name.toLowerCase()] ??
      null,
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
});
