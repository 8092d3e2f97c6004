import type { DescribedOperation, OpenApiDocument } from '#lib/openapi/document';

/** Postman Collection v2.1, as far as it is made here; https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html */
export interface PostmanCollection {
  info: { name: string; description: string; schema: string };
  item: PostmanFolder[];
  auth: { type: 'bearer'; bearer: { key: 'token'; value: string; type: 'string' }[] };
  variable: { key: string; value: string; type: 'string' }[];
}

export interface PostmanFolder {
  name: string;
  description: string;
  item: PostmanItem[];
}

export interface PostmanItem {
  name: string;
  request: PostmanRequest;
}

export interface PostmanRequest {
  method: string;
  description: string;
  /** Only where it is not that of the collection. */
  auth?: { type: 'noauth' };
  header: Switched[];
  body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } };
  url: {
    raw: string;
    host: string[];
    path: string[];
    query: Switched[];
    variable: { key: string; value: string; description: string }[];
  };
}

interface Switched {
  key: string;
  value: string;
  description?: string;
  disabled?: boolean;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The same API for Postman and what imports its format: a folder for each tag, each request with the examples of its
 * description, and the variables `baseUrl` and `key`, of which the reader fills the latter. What only a rail may send is
 * left out. Pure.
 */
export function postmanCollection({ info, servers, tags, paths }: OpenApiDocument): PostmanCollection {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody?.content['*/*'] === undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, path, operation }) => ({
          name: operation.summary,
          request: requestOf(method, path, operation),
        })),
    })),
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '', type: 'string' },
      { key: 'key', value: '', type: 'string' },
    ],
  };
}

function requestOf(method: string, path: string, operation: DescribedOperation): PostmanRequest {
  const { summary, description = summary, security, parameters, requestBody } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const among = (place: 'path' | 'query' | 'header') => parameters.filter((each) => each.in === place);
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.*)\}$/, ':$1'));
  return {
    method,
    description,
    ...(security?.length === 0 && { auth: { type: 'noauth' } }),
    header: [
      ...(schema ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...among('header').map(switched),
    ],
    ...(schema && {
      body: {
        mode: 'raw',
        raw: JSON.stringify(exampleBody(schema), null, 2),
        options: { raw: { language: 'json' } },
      },
    }),
    url: {
      raw: `{{baseUrl}}/${segments.join('/')}`,
      host: ['{{baseUrl}}'],
      path: segments,
      query: among('query').map(switched),
      variable: among('path').map((parameter) => ({
        key: parameter.name,
        value: exampleText(parameter),
        description: parameter.description ?? '',
      })),
    },
  };
}

type Parameter = DescribedOperation['parameters'][number];

/** What may be left out is there to be switched on. */
function switched(parameter: Parameter): Switched {
  const { name, description = '', required } = parameter;
  return { key: name, value: exampleText(parameter), description, disabled: !required };
}

function exampleText({ schema }: Parameter): string {
  return String((schema.examples as unknown[] | undefined)?.[0] ?? '');
}

/** The example of a body, or else one of those of its fields. */
export function exampleBody(schema: Record<string, unknown>): unknown {
  const { examples, properties = {} } = schema as {
    examples?: unknown[];
    properties?: Record<string, { examples?: unknown[] }>;
  };
  if (examples) return examples[0];
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.examples?.[0]]));
}
