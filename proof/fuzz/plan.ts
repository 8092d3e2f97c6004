import fc from 'fast-check';
import type { DescribedOperation, OpenApiDocument } from '#lib/openapi/document';

// What one request is going to be, as plain data that fast-check can make smaller: an operation of the description,
// values for it, and what is then spoilt. `request.ts` makes the bytes of it.

export type Who =
  | 'owner'
  | 'other'
  | 'live'
  | 'reader'
  | 'suspended'
  | 'nobody'
  | 'unknown'
  | 'mistyped'
  | 'basic'
  | 'twice';

const jsonTypes = ['number', 'list', 'object', 'null', 'boolean', 'text'] as const;

export type Spoiling =
  | { kind: 'drop'; field: number }
  | { kind: 'set'; field: number; value: unknown }
  | { kind: 'retype'; field: number; to: (typeof jsonTypes)[number] }
  | { kind: 'add'; name: string; value: unknown }
  | {
      kind: 'text';
      how: 'cut' | 'tail' | 'bom' | 'repeated' | 'array' | 'string' | 'empty' | 'utf16' | 'bytes';
    }
  | { kind: 'big'; bytes: number }
  | { kind: 'deep'; depth: number }
  | { kind: 'method'; method: string }
  | { kind: 'path'; how: 'slash' | 'more' | 'case' | 'double' | 'semicolon' }
  | { kind: 'parameter'; text: string }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'query'; name: string; value: string };

export interface Plan {
  operation: OperationRef;
  who: Who;
  /** Which of the known ids stands in the path. */
  pick: number;
  body: Record<string, unknown>;
  query: Record<string, string>;
  idempotencyKey: 'none' | 'fresh' | 'known';
  spoilings: Spoiling[];
}

export interface OperationRef {
  method: string;
  path: string;
  operation: DescribedOperation;
}

type Schema = Record<string, unknown>;

/** Stands for a reference that was never used, or for one that surely was. */
export const FRESH = '@fresh';
export const KNOWN = '@known';

function operationsOf(document: OpenApiDocument): OperationRef[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => !tags.includes('Sessions'))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
  );
}

const plain = { pick: 0, query: {}, idempotencyKey: 'none', spoilings: [] } as const;

/**
 * What is not left to chance: every operation that needs a key with each that is none, every body as the examples have
 * it, and then every field of it once missing and once as each other type of JSON.
 */
export function sweep(document: OpenApiDocument, receiver: string): Plan[] {
  return operationsOf(document).flatMap((operation) => {
    const schema = operation.operation.requestBody?.content['application/json']?.schema;
    const body = schema ? exampleOf(schema, receiver) : {};
    const withoutKey = operation.operation.security
      ? []
      : refused.map((who): Plan => ({ ...plain, operation, who, body, spoilings: [] }));
    if (schema === undefined) return withoutKey;
    const spoilings: Spoiling[] = Object.keys(body).flatMap((_, field) => [
      { kind: 'drop', field },
      ...jsonTypes.map((to) => ({ kind: 'retype', field, to }) as const),
    ]);
    const asOwner: Plan = { ...plain, operation, who: 'owner', body, spoilings: [] };
    return [...withoutKey, asOwner, ...spoilings.map((each): Plan => ({ ...asOwner, spoilings: [each] }))];
  });
}

/** The first example of every field; a reference that was never used, and an address that can be called. */
function exampleOf(schema: Schema, receiver: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
      if (name === 'client_reference') return [[name, FRESH]];
      if (name === 'url') return [[name, `${receiver}/hook`]];
      // Not with `body`, `recipient_mobile` or `amount`: one of the two.
      if (['body_base64', 'recipient_id', 'min_amount', 'max_amount', 'lines'].includes(name)) return [];
      const [example] = (field.examples ?? []) as unknown[];
      return example === undefined ? [] : [[name, example]];
    }),
  );
}

/** Nobody in particular, and a client that may do nothing any more: refused everywhere. */
const refused = ['nobody', 'unknown', 'mistyped', 'basic', 'twice', 'suspended'] as const;

export function plans(document: OpenApiDocument, receiver: string): fc.Arbitrary<Plan> {
  return fc.oneof(
    ...operationsOf(document).map((ref) => ({
      weight: weights[ref.operation.operationId] ?? 4,
      arbitrary: planOf(ref, receiver),
    })),
  );
}

/** Initiations are what money depends on; a test event waits for a receiver, and a stream stays open. */
const weights: Record<string, number> = {
  initiateCollection: 24,
  initiatePayout: 16,
  sendPayout: 8,
  submitOtp: 10,
  cancelCollection: 8,
  cancelPayout: 6,
  getCollection: 8,
  getPayout: 6,
  listTransactions: 6,
  createEndpoint: 8,
  sendTestEvent: 1,
  openEventStream: 1,
  fundRailFloat: 3,
  // Only in the sweep: it would end what another lane is about to look at.
  advanceClock: 0,
};

function planOf(ref: OperationRef, receiver: string): fc.Arbitrary<Plan> {
  const schema = ref.operation.requestBody?.content['application/json']?.schema;
  return fc.record({
    operation: fc.constant(ref),
    who: fc.oneof(
      { weight: 30, arbitrary: fc.constant<Who>('owner') },
      {
        weight: 6,
        arbitrary: fc.constantFrom<Who>(
          ...([
            'other',
            'live',
            'reader',
            'suspended',
            'nobody',
            'unknown',
            'mistyped',
            'basic',
            'twice',
          ] as const),
        ),
      },
    ),
    pick: fc.nat(10_000),
    body: schema
      ? (valueFor('', schema, receiver) as fc.Arbitrary<Record<string, unknown>>)
      : fc.constant({}),
    query: queryOf(ref.operation),
    idempotencyKey: fc.oneof(
      { weight: 20, arbitrary: fc.constant('none' as const) },
      { weight: 2, arbitrary: fc.constantFrom('fresh' as const, 'known' as const) },
    ),
    spoilings: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Spoiling[]>([]) },
      { weight: 6, arbitrary: fc.array(spoiling(ref), { minLength: 1, maxLength: 2 }) },
    ),
  });
}

/** A value as the schema has it; amounts, references and rails also as the domain has them. */
function valueFor(name: string, schema: Schema, receiver: string): fc.Arbitrary<unknown> {
  const own = byName(name, receiver);
  if (own) return own;
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((each) => valueFor('', each, receiver)));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') {
    return fc.integer({ min: Number(schema.minimum ?? 0), max: Number(schema.maximum ?? 1_000) });
  }
  if (schema.type === 'array') {
    return fc.array(valueFor('', schema.items as Schema, receiver), { maxLength: 4 });
  }
  if (schema.type === 'object' && schema.properties) {
    const properties = Object.entries(schema.properties as Record<string, Schema>);
    const required = (schema.required ?? []) as string[];
    return fc.record(
      Object.fromEntries(properties.map(([key, each]) => [key, valueFor(key, each, receiver)])),
      { requiredKeys: required as never[] },
    );
  }
  if (schema.type === 'object') {
    return fc.dictionary(
      shortText(20),
      valueFor('', (schema.additionalProperties ?? {}) as Schema, receiver),
      {
        maxKeys: 4,
      },
    );
  }
  const examples = (schema.examples ?? []) as unknown[];
  const made = shortText(Math.min(Number(schema.maxLength ?? 40), 40));
  return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), made) : made;
}

const shortText = (maxLength: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength });

function byName(name: string, receiver: string): fc.Arbitrary<unknown> | undefined {
  switch (name) {
    case 'amount':
      return fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('100.00', '25.00', '1.00', '3.5', '7') },
        { weight: 2, arbitrary: fc.constantFrom('200.00', '400.00', '403.00', '408.00', '429.00', '499.00') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('500.00', '500', '0.99', '100000.00', '100000.01', '999999999.99'),
        },
        { weight: 3, arbitrary: fc.integer({ min: 100, max: 30_000 }).map((n) => (n / 100).toFixed(2)) },
      );
    case 'client_reference':
      return fc.oneof(
        { weight: 12, arbitrary: fc.constant(FRESH) },
        { weight: 3, arbitrary: fc.constant(KNOWN) },
        { weight: 1, arbitrary: shortText(30) },
        { weight: 1, arbitrary: fc.constant('x'.repeat(255)) },
      );
    case 'provider':
      return fc.oneof(
        {
          weight: 12,
          arbitrary: fc.constantFrom('PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'),
        },
        { weight: 1, arbitrary: fc.constantFrom('PROVIDER_X', '', 'provider_w', '__proto__', 'constructor') },
      );
    case 'customer_mobile':
    case 'recipient_mobile':
    case 'mobile':
      return fc.oneof(
        fc.integer({ min: 0, max: 9_999_999 }).map((n) => `+220${String(n).padStart(7, '0')}`),
        fc.constantFrom('+220831234567', '+220871234567', '+220861234567'),
      );
    case 'otp':
      return fc.constantFrom('000000', '111111', '1234', '12345678');
    case 'success_url':
    case 'error_url':
      return fc.constantFrom(
        'https://shop.example.com/paid?x=1',
        'http://localhost:4000/',
        'https://例え.example/ü',
      );
    case 'url':
      return fc.constantFrom(`${receiver}/hook`, `${receiver}/other?x=%20`);
    case 'since':
    case 'until':
    case 'received_at':
      return fc.constantFrom(
        '2026-11-20T08:30:00Z',
        '2000-01-01T00:00:00+14:00',
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59.999999999Z',
      );
    case 'body_base64':
      return fc.constantFrom('e30=', '', '/w==', 'AAAA');
    default:
      return undefined;
  }
}

const junkText = fc.constantFrom(
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    'x\udfff',
    'e\u0301',
    '\u200b',
    '\u202eabc',
    '\ufeff',
    'a\r\nb: c',
    '\u2028',
    '😀',
  ],
  ...[
    "' or 1=1--",
    '$1',
    '\\',
    '<script>alert(1)</script>',
    '=HYPERLINK("x")',
    '../..',
    '%00',
    '%2f',
    'null',
    'true',
  ],
  ...[
    '-1.00',
    '0.00',
    '-0.00',
    '1e2',
    '0x10',
    'NaN',
    'Infinity',
    '1,000.00',
    ' 1.00',
    '1.00\n',
    '01.00',
    '+1.00',
  ],
  ...['１.００', '٣', '1.001', '.5', '5.', '90071992547409.93', '99999999999999999999.00', '9'.repeat(5_000)],
  ...['x'.repeat(256), 'é'.repeat(256), '😀'.repeat(200), 'x'.repeat(2_049), 'x'.repeat(60_000)],
  ...[
    '+2201',
    '2207012345',
    '+220 7012345',
    '+221701234567',
    '+22070123456789012',
    'USD',
    'gmd',
    'GMD\u0000',
  ],
  ...[
    'javascript:alert(1)',
    'https:shop',
    'https://a@b.example/',
    'http://[::1',
    'file:///etc/passwd',
    'https://x\\y',
  ],
  ...['http://169.254.169.254/', 'https://127.0.0.1:22/', 'https://localhost/#x', 'ftp://localhost/'],
  ...['00000000-0000-0000-0000-000000000000', '01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f', '4111111111111111'],
  ...[
    '0',
    '-1',
    '1e9',
    '101',
    '100',
    '1',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    'e30',
  ],
);

/** Node takes 16 KiB of a request's head. */
const junkOfHead = junkText.filter((text) => text.length <= 5_000);

const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: junkText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1,
      100,
      1.5,
      1e308,
      -0,
      9007199254740992,
      [],
      {},
      [[]],
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

const cardFields = ['card_number', 'PAN', 'c-v-v', 'cvc', 'Expiry', '__proto__', 'constructor', 'toString'];
const otherFields = ['client_id', 'status', 'fee', 'environment', 'id', 'metadata', 'x'];

function spoiling({ path, operation }: OperationRef): fc.Arbitrary<Spoiling> {
  const hasQuery = operation.parameters.some((each) => each.in === 'query');
  const ofBody: fc.WeightedArbitrary<Spoiling>[] = [
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('drop'), field: fc.nat(8) }) },
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('retype'),
        field: fc.nat(8),
        to: fc.constantFrom(...jsonTypes),
      }),
    },
    { weight: 14, arbitrary: fc.record({ kind: fc.constant('set'), field: fc.nat(8), value: junk }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('add'),
        name: fc.oneof(
          fc.constantFrom(...cardFields, ...otherFields),
          fc.string({ unit: 'binary', maxLength: 8 }),
        ),
        value: junk,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('text'),
        how: fc.constantFrom(
          ...(['cut', 'tail', 'bom', 'repeated', 'array', 'string', 'empty', 'utf16', 'bytes'] as const),
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('big'),
        bytes: fc.constantFrom(60_000, 65_400, 65_537, 80_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('deep'), depth: fc.constantFrom(10, 1_000, 10_000) }),
    },
  ];
  return fc.oneof(
    ...(operation.requestBody ? ofBody : []),
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('method'),
        method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('path'),
        how: fc.constantFrom(...(['slash', 'more', 'case', 'double', 'semicolon'] as const)),
      }),
    },
    {
      weight: path.includes('{') ? 4 : 0,
      arbitrary: fc.record({ kind: fc.constant('parameter'), text: junkOfHead }),
    },
    { weight: 4, arbitrary: fc.oneof(...headerSpoilings) },
    {
      weight: hasQuery ? 8 : 1,
      arbitrary: fc.record({
        kind: fc.constant('query'),
        name: fc.oneof(
          fc.constantFrom(
            'limit',
            'page',
            'cursor',
            'status',
            'type',
            'from',
            'to',
            'since',
            'until',
            'account',
          ),
          fc.constantFrom(
            'transaction_id',
            'event_id',
            'endpoint_id',
            'reference',
            'events',
            'provider',
            '_rsc',
            'x',
          ),
        ),
        value: junkOfHead,
      }),
    },
  );
}

const header = (name: string, ...values: string[]) =>
  fc.record({
    kind: fc.constant('header' as const),
    name: fc.constant(name),
    value: fc.constantFrom(...values),
  });

const headerSpoilings = [
  header(
    'content-type',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'application/json;charset="UTF-8"',
    'json',
    'application/jsonp',
    '',
  ),
  header('content-encoding', 'gzip', 'br', 'identity', 'x'),
  header('idempotency-key', '', ' ', 'x'.repeat(256), 'x'.repeat(255), '\u00e9', 'a b', "' or 1=1--"),
  header('x-forwarded-for', '10.0.0.1', 'x', '::1, 1.2.3.4'),
  header('x-forwarded-proto', 'http', 'https', 'javascript'),
  header('x-http-method-override', 'DELETE', 'GET'),
  header('x-middleware-subrequest', 'middleware:middleware:middleware'),
  header('accept', 'text/html', 'application/xml', '*/*;q=0'),
  header('cookie', 'session_token=x', 'a=b; session_token=eyJhbGciOiJub25lIn0.e30.'),
  header('last-event-id', 'x', '1', 'MDE'),
  header('origin', 'https://evil.example', 'null'),
  header('x-request-id', 'mine', "'"),
];

/** The described parameters, each with a value that may well be right. */
function queryOf(operation: DescribedOperation): fc.Arbitrary<Record<string, string>> {
  const parameters = operation.parameters.filter((each) => each.in === 'query');
  if (parameters.length === 0) return fc.constant({});
  const all = fc.record(
    Object.fromEntries(
      parameters.map(({ name, schema }) => [name, queryValue(name, schema).map((value) => String(value))]),
    ),
  ) as fc.Arbitrary<Record<string, string>>;
  const names = parameters.map(({ name }) => name);
  // Few at a time: with all of them nothing would ever fit.
  return fc
    .tuple(fc.subarray(names, { maxLength: Math.min(2, names.length) }), all)
    .map(([chosen, values]) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => chosen.includes(name))),
    );
}

function queryValue(name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (name === 'from' || name === 'to') {
    return fc.constantFrom('2026-11-20', '2026-11-21T00:00:00Z', '1970-01-01', '9999-01-01');
  }
  if (name === 'account')
    return fc.constantFrom('available', 'held', 'commission', 'rail_float:PROVIDER_W', 'nothing');
  if (name === 'reference') return fc.constantFrom(KNOWN, 'none');
  if (name.endsWith('_id')) return fc.constantFrom(KNOWN, '01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f');
  if (name === 'cursor') return fc.constantFrom(KNOWN, 'MDE5MzZmMmUtNWMxYS03YjNkLTllNGYtMGExYjJjM2Q0ZTVm');
  if (name === 'events') return fc.constantFrom('payment.succeeded', 'payout.failed,payment.failed');
  if (name === 'limit') return fc.integer({ min: 1, max: 100 });
  return valueFor(name, schema, '');
}
