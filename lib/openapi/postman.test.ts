import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '#lib/openapi/document';
import { exampleBody, postmanCollection } from '#lib/openapi/postman';

const document = openApiDocument('https://pay.example.com');
const collection = postmanCollection(document);

/**
 * What is made here of https://schema.getpostman.com/json/collection/v2.1.0/collection.json, and nothing else of it: that
 * schema itself allows any further field.
 */
const text = z.string().min(1);
const switched = z.strictObject({
  key: text,
  value: z.string(),
  description: text.optional(),
  disabled: z.boolean().optional(),
});
const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  description: text,
  auth: z.strictObject({ type: z.literal('noauth') }).optional(),
  header: z.array(switched),
  body: z
    .strictObject({
      mode: z.literal('raw'),
      raw: text,
      options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
    })
    .optional(),
  url: z.strictObject({
    raw: z.string().startsWith('{{baseUrl}}/'),
    host: z.tuple([z.literal('{{baseUrl}}')]),
    path: z.array(z.string().regex(/^:?[\w.-]+$/)).min(1),
    query: z.array(switched),
    variable: z.array(z.strictObject({ key: text, value: text, description: text })),
  }),
});
const folder = z.strictObject({
  name: text,
  description: text,
  item: z.array(z.strictObject({ name: text, request })).min(1),
});
const variable = z.strictObject({ key: text, value: z.string(), type: z.literal('string') });
const schema = z.strictObject({
  info: z.strictObject({
    name: text,
    description: text,
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  item: z.array(folder),
  auth: z.strictObject({ type: z.literal('bearer'), bearer: z.array(variable) }),
  variable: z.array(variable),
});

test('the collection is in the format v2.1, with a folder for each tag and variables for address and key', () => {
  expect(schema.parse(collection)).toEqual(collection);
  expect(collection.item.map(({ name }) => name)).toEqual(document.tags.map(({ name }) => name));
  expect(collection.auth.bearer).toEqual([{ key: 'token', value: '{{key}}', type: 'string' }]);
  expect(Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]))).toEqual({
    baseUrl: 'https://pay.example.com',
    key: '',
  });
});

test('it has every operation once, but for what only a rail may send', () => {
  const made = collection.item.flatMap(({ item }) =>
    item.map(({ request: { method, url } }) => {
      const names = url.path.filter((each) => each.startsWith(':')).map((each) => each.slice(1));
      expect(url.variable.map(({ key }) => key)).toEqual(names);
      expect(url.raw).toBe(`{{baseUrl}}/${url.path.join('/')}`);
      return `${method} /${url.path.map((each) => each.replace(/^:(.*)$/, '{$1}')).join('/')}`;
    }),
  );
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(made.toSorted()).toEqual(
    described.filter((each) => each !== 'POST /rails/{rail}/notify').toSorted(),
  );
});

test('every body is made of examples, and is one that its request takes', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { operationId, requestBody } of Object.values(document.paths).flatMap(Object.values)) {
    const body = requestBody?.content['application/json']?.schema;
    if (body === undefined) continue;
    const validate = ajv.compile(body);
    expect(validate(exampleBody(body)), `${operationId}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
});

test('nothing is sent that could be left out, until the reader switches it on', () => {
  const all = collection.item.flatMap(({ item }) => item.map(({ request: each }) => each));
  const options = all.flatMap(({ header, url }) => [...header, ...url.query]);
  expect(options.length).toBeGreaterThan(20);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const required = operations.flatMap(({ parameters }) =>
    parameters.filter((each) => each.in !== 'path' && each.required).map(({ name }) => name),
  );
  const sent = options.filter(({ disabled }) => !disabled).map(({ key }) => key);
  expect(sent.toSorted()).toEqual(
    [...all.filter(({ body }) => body).map(() => 'Content-Type'), ...required].toSorted(),
  );
});
