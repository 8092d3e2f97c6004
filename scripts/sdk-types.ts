import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DescribedOperation, type OpenApiDocument, openApiDocument } from '#lib/openapi/document';
import { eventTypes } from '#lib/webhooks/event-types';

// `npm run sdk:types` writes sdk/typescript/src/openapi.ts; a test fails while that differs from the description.
// Not openapi-typescript: 7.13.0 needs the compiler's API of TypeScript 5, which TypeScript 7 no longer has.

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

/** What the gateway answers may grow: its enums stay open. What it is sent may not. */
type Direction = 'request' | 'answer';

const none: Schema = { type: 'undefined' };
const root = path.resolve(import.meta.dirname, '..');
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
export const sdkTypesFile = path.join(root, 'sdk/typescript/src/openapi.ts');

if (import.meta.main) writeFileSync(sdkTypesFile, sdkTypes(openApiDocument('http://localhost:3000')));

/** The whole file, in the house's format. */
export function sdkTypes({ components, paths }: OpenApiDocument): string {
  const all = Object.entries(components.schemas) as [string, Schema][];
  // The two forms of lib/openapi/errors.ts: with `error.code`, and the flat one of 401 and 403.
  const errors = all.filter(([, { properties }]) => properties?.error);
  const named = all.filter(([, { properties }]) => !properties?.error);
  // A program has a key, and no session.
  const operations = Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => !tags.includes('Sessions'))
      .map(([method, operation]) => ({ at, method: method.toUpperCase(), operation })),
  );
  const text = [
    '// Made by `npm run sdk:types` from the OpenAPI description of the gateway. Change nothing here.',
    `/** One of the known values, or one that a later release of the gateway adds: a \`default\` belongs to each switch. */
     export type Open<Known extends string> = Known | (string & Record<never, never>);`,
    `export type EventType = ${union(eventTypes)};`,
    `/** Every code that the gateway puts into an error. */
     export type ErrorCode = ${union(errors.map(([code]) => code))};`,
    `/** What \`details\` holds, by code. */
     export interface ErrorDetails {\n${errors.map(([code, each]) => `${code}: ${type(each.properties?.error?.properties?.details ?? none, 'answer')};`).join('\n')} }`,
    ...named.map(([name, schema]) => declare(name, schema, 'answer')),
    ...operations.flatMap(({ operation }) => inputsOf(operation).map((each) => declare(...each, 'request'))),
    `/** By operation: what it is given, and what it answers. */
     export interface Operations {\n${operations.map(({ operation }) => typesOf(operation)).join('\n')} }`,
    `/** By operation: where it is, and whether what it answers is wrapped as \`data\`. */
     export const operations = {\n${operations
       .map(
         ({ at, method, operation }) =>
           `${operation.operationId}: { method: '${method}', path: '${at}', isWrapped: ${isWrapped(answerOf(operation))} },`,
       )
       .join('\n')}
     } as const satisfies Record<keyof Operations, { method: string; path: string; isWrapped: boolean }>;`,
  ].join('\n\n');
  const format = [biome, 'format', `--stdin-file-path=${sdkTypesFile}`];
  return execFileSync(process.execPath, format, { input: text, encoding: 'utf8' });
}

function declare(name: string, schema: Schema, direction: Direction): string {
  return `${comment(schema.description)}export interface ${name} ${object(schema, direction)}`;
}

/** The body and the query, by the names that a caller may want to write down. */
function inputsOf({ operationId, requestBody, parameters }: DescribedOperation): [string, Schema][] {
  const prefix = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const body = requestBody?.content['application/json']?.schema as Schema | undefined;
  const inQuery = parameters.filter((each) => each.in === 'query');
  const properties = inQuery.map(({ name, schema, ...facts }) => [name, Object.assign(facts, schema)]);
  const required = inQuery.filter((each) => each.required).map(({ name }) => name);
  const query = inQuery.length > 0 ? { properties: Object.fromEntries(properties), required } : undefined;
  const all = Object.entries({ [`${prefix}Body`]: body, [`${prefix}Query`]: query });
  return all.filter((each): each is [string, Schema] => each[1] !== undefined);
}

function typesOf(operation: DescribedOperation): string {
  const names = inputsOf(operation).map(([name]) => name);
  const optional = operation.requestBody?.required === false ? ' | undefined' : '';
  const answer = answerOf(operation);
  const data = isWrapped(answer) ? (answer.properties?.data as Schema) : answer;
  return `${comment(`${operation.summary}.`)}${operation.operationId}: {
    body: ${names.find((each) => each.endsWith('Body')) ?? 'undefined'}${optional};
    query: ${names.find((each) => each.endsWith('Query')) ?? 'undefined'};
    answer: ${type(data, 'answer')};
  };`;
}

function answerOf({ responses }: DescribedOperation): Schema {
  const { content } = responses[200] as { content: Record<string, { schema: Schema }> };
  return Object.values(content)[0]?.schema ?? {};
}

/** Pages are not: their `pagination` is wanted. */
function isWrapped({ properties = {} }: Schema): boolean {
  return Object.keys(properties).toSorted().join() === 'data,status';
}

function type(schema: Schema, direction: Direction): string {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string;
  const literals = values && (values.join() === eventTypes.join() ? 'EventType' : union(values));
  if (literals) return direction === 'answer' ? `Open<${literals}>` : literals;
  const kinds = schema.anyOf && merged(schema.anyOf).map((each) => type(each, direction));
  if (kinds) return kinds.join(' | ');
  if (schema.type === 'array') return `Array<${type(schema.items ?? {}, direction)}>`;
  if (schema.type === 'object') return object(schema, direction);
  return [schema.type ?? 'unknown'].flat().join(' | ').replace('integer', 'number');
}

/** Objects without a name become one that has the fields of each: a kind that is added takes nothing away. */
function merged(schemas: Schema[]): Schema[] {
  const objects = schemas.flatMap((each) => (each.properties ? [each.properties] : []));
  if (objects.length < 2) return schemas;
  const names = [...new Set(objects.flatMap(Object.keys))];
  const properties = names.map((name): [string, Schema] => {
    const found = objects.flatMap((each) => each[name] ?? []);
    const values = found.flatMap((each) => each.const ?? []);
    return [name, values.length > 1 ? { enum: values } : (found[0] as Schema)];
  });
  const required = names.filter((name) => objects.every((each) => each[name]));
  const one = { type: 'object', properties: Object.fromEntries(properties), required };
  return [one, ...schemas.filter((each) => !each.properties)];
}

function object({ properties, required = [], additionalProperties: more }: Schema, way: Direction): string {
  const isMap = typeof more === 'object';
  if (!properties) return `Record<string, ${isMap ? type(more, way) : 'unknown'}>`;
  const fields = Object.entries(properties).map(([name, each]) => {
    // A tag tells the named kinds of a union apart, as long as it is exact. What is undefined in a request is not sent.
    const exact = name === 'type' && each.const !== undefined ? `'${each.const}'` : type(each, way);
    const optional = required.includes(name) ? '' : '?';
    return `${comment(each.description)}${name}${optional}: ${exact}${optional && way === 'request' ? ' | undefined' : ''};`;
  });
  return `{\n${fields.join('\n')}\n${isMap ? '[field: string]: unknown;' : ''} }`;
}

function union(values: readonly string[]): string {
  return values.map((each) => `'${each}'`).join(' | ');
}

function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '';
}
