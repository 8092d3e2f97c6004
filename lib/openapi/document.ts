import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#lib/errors';
import { adjustmentData, webhookData } from '#lib/openapi/answers';
import { errorAnswer, errorCodes, meaningOf } from '#lib/openapi/errors';
import { type Operation, operations } from '#lib/openapi/operations';
import { eventTypes } from '#lib/webhooks/event-types';

/** Plain JSON; only what is read here again is typed. */
type Json = Record<string, unknown>;

export interface OpenApiDocument extends Json {
  openapi: string;
  info: { title: string; description: string } & Json;
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedWebhook }>;
  components: Components & { headers: Record<string, { required?: boolean; schema: Json }> } & Json;
}

interface Components {
  schemas: Record<string, Json>;
  responses: Record<string, DescribedResponse>;
}

export interface DescribedOperation extends Json {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  /** Empty where no key is needed. */
  security?: [];
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description?: string;
    schema: Json;
  }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, DescribedResponse | { $ref: string }>;
}

interface DescribedWebhook extends Json {
  operationId: string;
}

export interface DescribedResponse {
  description: string;
  headers: Record<string, Json>;
  content: Record<string, { schema: Json }>;
}

/**
 * The OpenAPI 3.1 description of the gateway (https://spec.openapis.org/oas/v3.1.1), made of the zod schemas that
 * validate its requests, of those in answers.ts and of the one table of errors.
 */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const components: Components = { schemas: {}, responses: {} };
  for (const code of errorCodes) {
    components.schemas[code] = describe(errorAnswer(code), 'output', components);
  }
  const paths: OpenApiDocument['paths'] = {};
  for (const [route, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describeOperation(method, path, operation, components);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kaira',
      version: '1',
      summary: 'A payment gateway for The Gambia',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'The key alone selects the sandbox or live money.' }],
    tags: tags.map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(eventTypes.map((name) => [name, describeWebhook(name, components)])),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key, sk_test_… or sk_live_….' },
      },
      headers: Object.fromEntries(
        Object.entries({ ...headers, [HELP]: help }).map(([name, header]) => [
          name,
          { required: true, ...header },
        ]),
      ),
      ...components,
    },
  };
}

const about = `Collect payments from mobile wallets and pay out to them, in dalasis.

Errors carry one of these codes in \`error.code\`; 401 and 403 have a flat body. The header \`Link\` of each leads to what
to do about it. A path that does not exist answers 404
\`NOT_FOUND\`, another method than those described 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`; a HEAD is a GET without its body.

| HTTP | code | meaning |
|---|---|---|
${errorCodes.map((code) => `| ${errorStatus[code]} | \`${code}\` | ${meaningOf(code)} |`).join('\n')}

Objects list every field of this release. Later releases of \`/v1\` may add fields, and take none away.`;

const tags: [name: string, description: string][] = [
  ['Collections', 'Money in.'],
  ['Payment links', 'An address at which anybody may pay.'],
  ['Payment requests', 'What one customer is asked to pay.'],
  ['Payouts', 'Money out.'],
  ['Refunds', 'Money back to who paid.'],
  ['Account', 'Balance, figures, transactions and books.'],
  ['Webhooks', 'Where events are sent, and what became of them.'],
  ['Events', 'What happened.'],
  ['Sandbox', 'For test keys only.'],
  ['Rails', 'The services that move the money.'],
  ['Service', 'For monitoring and tools; no key.'],
  ['Sessions', 'How a person signs in to a dashboard; for browsers, and no part of the SDKs.'],
];

const exampleId = '01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f';
const string = (example: string) => ({ type: 'string', examples: [example] });
const wholeNumber = (example: string) => ({ ...string(example), pattern: '^\\d+$' });
const headers: Record<string, { description: string; required?: boolean; schema: Json }> = {
  'X-Request-Id': { description: 'Of this answer; the same stands in our log.', schema: string(exampleId) },
  'Idempotent-Replayed': {
    description: 'true when the answer repeats what an earlier request did.',
    required: false,
    schema: { const: 'true' },
  },
  'WWW-Authenticate': { description: 'Always Bearer.', schema: { const: 'Bearer' } },
  'Retry-After': { description: 'Seconds.', schema: wholeNumber('5') },
  // Not where too many log-ins were tried.
  'RateLimit-Limit': {
    description: 'How many may come at once.',
    required: false,
    schema: wholeNumber('200'),
  },
  'RateLimit-Remaining': {
    description: 'How many more may come at once now.',
    required: false,
    schema: wholeNumber('0'),
  },
  'RateLimit-Reset': {
    description: 'Seconds until all may come at once again.',
    required: false,
    schema: wholeNumber('2'),
  },
  Deprecation: {
    description: 'Since when this name is deprecated; RFC 9745.',
    schema: string('@1795132800'),
  },
  Link: {
    description: 'The name that takes its place.',
    schema: string('</api/v1/payouts/initiate>; rel="successor-version"'),
  },
  'Cache-Control': { description: 'How long it may be kept.', schema: string('public, max-age=300') },
  'Set-Cookie': {
    description: 'The session, as `session_token`; none where a second factor is wanted first.',
    required: false,
    schema: string('session_token=…; Path=/; HttpOnly; SameSite=Lax; Secure'),
  },
};

/** The header `Link` of an error; RFC 8288. */
const HELP = 'Help';
const help = {
  description: 'Where the guide says what the code means and what to do about it, as rel="help".',
  schema: {
    ...string('<https://pay.example.com/docs/errors#INVALID_AMOUNT>; rel="help"'),
    pattern: '<[^<>]+/docs/errors#\\w+>; rel="help"$',
  },
};

const pathParameters: Record<string, { description: string; schema: Json }> = {
  transactionId: { description: 'The transaction_id.', schema: string(exampleId) },
  reference: {
    description: 'The client_reference, percent-encoded, or the transaction_id.',
    schema: string('order-1001'),
  },
  id: { description: 'The id.', schema: string(exampleId) },
  rail: { description: 'The provider value of the rail.', schema: string('PROVIDER_W') },
};

function describeOperation(
  method: string,
  path: string,
  operation: Operation,
  components: Components,
): DescribedOperation {
  const { id, tag, summary, description, deprecated, access, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    ...(access && { security: [] }),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path' as const,
        required: true,
        ...(pathParameters[name] ?? { schema: {} }),
      })),
      ...parametersOf(operation.query, 'query', components),
      ...parametersOf(operation.headers, 'header', components),
      ...(method === 'POST' && !access ? [idempotencyKey] : []),
    ],
    ...(body && {
      requestBody: {
        // No body is read as an empty object.
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: describe(body, 'input', components) } },
      },
    }),
    ...(access === 'rail' && { requestBody: { required: true, content: { '*/*': { schema: {} } } } }),
    responses: responsesOf(method, operation, components),
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'The first 2xx answer to it is kept for 30 days and repeated; with another request it is IDEMPOTENCY_KEY_REUSED.',
  schema: { ...string('collect-order-1001'), minLength: 1, maxLength: 255 },
};

/** Every property of an object as a parameter. */
function parametersOf(
  object: z.ZodObject | undefined,
  place: 'query' | 'header',
  components: Components,
): DescribedOperation['parameters'] {
  return Object.entries(object?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = describe(field as z.ZodType, 'input', components);
    const required = !(field as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required, description: String(description ?? ''), schema };
  });
}

function responsesOf(
  method: string,
  operation: Operation,
  components: Components,
): DescribedOperation['responses'] {
  const {
    answer,
    answerType = 'application/json',
    otherTypes = {},
    answerHeaders = [],
    otherwise,
  } = operation;
  const ownHeaders = [
    ...answerHeaders,
    ...(method === 'POST' && !operation.access ? ['Idempotent-Replayed'] : []),
  ];
  const byStatus = Map.groupBy(errorsOf(method, operation), (code) => errorStatus[code]);
  return {
    200: {
      description: operation.summary,
      headers: headersNamed(ownHeaders),
      content: Object.fromEntries(
        Object.entries<z.ZodType>({ [answerType]: answer, ...otherTypes }).map(([type, schema]) => [
          type,
          { schema: describe(schema, 'output', components) },
        ]),
      ),
    },
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [status, errorResponse(status, codes, components)]),
    ),
    ...(otherwise && {
      [otherwise.status]: {
        description: otherwise.description,
        headers: headersNamed(['Retry-After']),
        content: { 'application/json': { schema: describe(otherwise.answer, 'output', components) } },
      },
    }),
  };
}

/** Its own errors, and those of the list that every request passes (api-route.ts). */
function errorsOf(method: string, { access, errors = [] }: Operation): ErrorCode[] {
  const all: ErrorCode[] = ['VALIDATION_ERROR', ...errors, 'INTERNAL_ERROR'];
  if (access === 'rail')
    all.push('HTTPS_REQUIRED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'SERVICE_UNAVAILABLE');
  if (access === 'browser') {
    all.push('HTTPS_REQUIRED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'SERVICE_UNAVAILABLE');
    all.push('UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'UNSUPPORTED_MEDIA_TYPE');
  }
  if (!access) {
    all.push('UNAUTHORIZED', 'HTTPS_REQUIRED', 'CLIENT_SUSPENDED', 'IP_NOT_ALLOWED', 'SCOPE_MISSING');
    all.push('RATE_LIMITED', 'SERVICE_UNAVAILABLE');
    if (method !== 'GET') all.push('MALFORMED_JSON', 'CARD_DATA_NOT_ACCEPTED');
    if (method !== 'GET') all.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
    if (method === 'POST') all.push('IDEMPOTENCY_KEY_REUSED');
  }
  // In the order of the table of errors.
  return errorCodes.filter((code) => all.includes(code));
}

const errorHeaders: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

/** Put beside the others under the codes that it may carry, and referred to. */
function errorResponse(status: number, codes: ErrorCode[], { responses }: Components): { $ref: string } {
  const name = codes.join('.');
  const schemas = codes.map((code) => ({ $ref: `#/components/schemas/${code}` }));
  responses[name] ??= {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      ...headersNamed(errorHeaders[status] ?? []),
      Link: { $ref: `#/components/headers/${HELP}` },
    },
    content: { 'application/json': { schema: schemas[1] ? { anyOf: schemas } : { ...schemas[0] } } },
  };
  return { $ref: `#/components/responses/${name}` };
}

/** Of an answer, which has an id in any case. */
function headersNamed(names: string[]): Record<string, Json> {
  return Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** `onPayoutSucceeded` of `payout.succeeded`: generators of code make names of it. */
function operationIdOf(event: string): string {
  return `on${event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
}

function describeWebhook(name: string, components: Components): { post: DescribedWebhook } {
  const body = z.strictObject({
    event: z.literal(name).meta({ description: 'The event type.' }),
    data:
      name === 'balance.adjusted'
        ? adjustmentData.meta({ description: 'What was booked.' })
        : webhookData.meta({ description: 'How the transaction stood when the event was made.' }),
  });
  return {
    post: {
      operationId: operationIdOf(name),
      tags: ['Webhooks'],
      security: [],
      summary: `Sent to your endpoints: ${name}`,
      description:
        'Signed with the HMAC-SHA256 of the exact body in x-gw-signature, and as Standard Webhooks has it.',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: describe(body, 'output', components) } },
      },
      responses: { '2XX': { description: 'Received. Anything else is sent again for about 71 hours.' } },
    },
  };
}

/** The JSON Schema of a zod schema; those with an id are put beside the others and referred to. */
function describe(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: (each) => tidy(io, each) });
  const {
    $schema: _,
    $defs = {},
    ...json
  } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & {
    $defs?: Record<string, Json>;
  };
  Object.assign(components.schemas, $defs);
  return json;
}

/** What has a type of its own in a query is text there: the pattern of the text says nothing more. */
function tidy(
  io: 'input' | 'output',
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json },
): void {
  // What becomes something else has lost them: zod cannot know whether they are of before or after. Ours are of before.
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples) jsonSchema.examples = examples;
  if (jsonSchema.const !== undefined) jsonSchema.examples = [jsonSchema.const];
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  // An answer may have more fields in a later release, and a client that was generated today has to take them.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.id;
}
