import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { newTransaction } from '#lib/transactions/new-transaction';
import {
  diagnoseSignature,
  type FindingCode,
  readHeaders,
  type SignatureDiagnosis,
  type SignatureEvidence,
} from '#lib/webhooks/diagnose-signature';
import { eventBodies } from '#lib/webhooks/event-body';
import type { KnownSecret } from '#lib/webhooks/recognise-signature';
import { makeWebhookSecret, webhookHeaders } from '#lib/webhooks/signature';

// A receipt's address is of this installation.
vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere');
vi.stubEnv('KAIRA_SECRET', 'a secret for this test, and for no other');

const at = new Date('2026-11-20T10:00:00.123Z');
const eventId = '01990000-0000-7000-8000-0000000000e1';
const otherEventId = '01990000-0000-7000-8000-0000000000e2';
const [secret, previous, elsewhere, live] = [0, 0, 0, 0].map(makeWebhookSecret) as [
  string,
  string,
  string,
  string,
];
const other = {
  id: '01990000-0000-7000-8000-0000000000f2',
  url: 'https://shop.example.com/other',
  isDeleted: false,
};
const hour = 60 * 60 * 1000;

function bodiesOf(reference: string, amountBututs = 100_00n) {
  const ctx = {
    client: { id: '01900000-0000-7000-8000-000000000001', name: 'Shop', commissionBps: 150 },
    environment: 'SANDBOX',
    actor: { type: 'system' },
    now: () => at,
  } as const;
  const transaction = newTransaction(
    ctx,
    {
      id: '01900000-0000-7000-8000-00000000000a',
      type: 'collection',
      clientReference: reference,
      attempt: 1,
      requestHash: Buffer.alloc(32),
      provider: 'PROVIDER_W',
      amountBututs,
      status: 'SUCCEEDED',
      completedAt: at,
    },
    at,
  );
  const { body, legacyBody } = eventBodies('payment.succeeded', transaction);
  return { body, legacyBody: legacyBody as string };
}

const { body, legacyBody } = bodiesOf('order/7 “Ŋóŋ” 😀 <b>');
const otherBody = bodiesOf('order/8').body;

interface Sent {
  body?: string;
  secret?: string;
  previousSecret?: string;
  id?: string;
}

function deliveryOf(sent: Sent = {}): { body: Buffer; headers: Record<string, string | string[]> } {
  const text = sent.body ?? body;
  const headers = webhookHeaders({
    environment: 'SANDBOX',
    event: 'payment.succeeded',
    eventId: sent.id ?? eventId,
    deliveryId: '01990000-0000-7000-8000-0000000000d1',
    attempt: 1,
    body: text,
    sentAt: at,
    secret: sent.secret ?? secret,
    previousSecret: sent.previousSecret,
  });
  return { body: Buffer.from(text), headers };
}

const secrets: KnownSecret[] = [
  { secret, owner: 'current' },
  { secret: previous, owner: 'previous', expiresAt: new Date(at.getTime() + hour) },
  { secret: elsewhere, owner: 'other_endpoint', endpoint: other },
  { secret: live, owner: 'other_environment' },
];

const secretForms = [secret, previous, elsewhere, live].flatMap((each) => {
  const bytes = Buffer.from(each.slice('whsec_'.length), 'base64');
  return [each, each.slice(6), bytes.toString('hex'), bytes.toString('base64url')];
});

type Given = Omit<SignatureEvidence, 'headers'> & { headers: Record<string, string | string[]> };

/** Diagnoses a delivery as it was sent, but for the changes. */
function diagnose(changes: Partial<Given> = {}, sent: Sent = {}): SignatureDiagnosis {
  const given = { ...deliveryOf(sent), ...changes };
  const diagnosis = diagnoseSignature({
    receivedAt: at,
    now: at,
    environment: 'SANDBOX',
    secrets,
    events: [{ id: eventId, bodies: [body, legacyBody], namedBy: 'headers' }],
    isOfOtherEnvironment: false,
    ...given,
    headers: readHeaders(given.headers),
  });
  // What must hold of every answer.
  const text = JSON.stringify(diagnosis);
  expect(secretForms.filter((form) => text.includes(form))).toEqual([]);
  const headers = JSON.stringify(changes.headers ?? {});
  const signatures = text.match(/[0-9a-f]{64}|[A-Za-z0-9+/]{43}=/g) ?? [];
  expect(signatures.filter((each) => !headers.includes(each))).toEqual([]);
  expect(diagnosis.summary).toMatch(/^[A-Z].*[.]$/);
  if (!diagnosis.valid) expect(diagnosis.findings).not.toEqual([]);
  return diagnosis;
}

const codesOf = (diagnosis: SignatureDiagnosis) => diagnosis.findings.map((finding) => finding.code);
const find = (diagnosis: SignatureDiagnosis, code: FindingCode) => {
  const found = diagnosis.findings.find((finding) => finding.code === code);
  expect(found, JSON.stringify(diagnosis, null, 1)).toBeDefined();
  return found;
};
const checkOf = (diagnosis: SignatureDiagnosis, header: string) =>
  diagnosis.checks.find((check) => check.header === header);
const withHeaders = (changes: Record<string, string | string[]>, sent: Sent = {}) => ({
  headers: { ...deliveryOf(sent).headers, ...changes },
});
const without = (...names: string[]) => ({
  headers: Object.fromEntries(Object.entries(deliveryOf().headers).filter(([name]) => !names.includes(name))),
});
const signed = (text: string, key: string | Buffer, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(text).digest();
const header = (name: string, sent: Sent = {}) => deliveryOf(sent).headers[name] as string;

describe('an untouched delivery', () => {
  test('is valid, and every header matches', () => {
    const diagnosis = diagnose();
    expect(diagnosis).toMatchObject({ valid: true, findings: [] });
    expect(diagnosis.checks.map((check) => [check.header, check.result, check.key])).toEqual([
      ['x-gw-signature', 'match', 'current'],
      ['provider-w-signature', 'match', 'current'],
      ['webhook-signature', 'match', 'current'],
      ['webhook-id', 'match', undefined],
      ['webhook-timestamp', 'match', undefined],
    ]);
    expect(diagnosis.summary).toBe('The signatures match: a correct verifier accepts this delivery.');
  });

  test('is valid in the earlier form, during a rotation, and as CGI or Node hands its headers on', () => {
    const rotating = { previousSecret: previous };
    const cgi = Object.entries(deliveryOf().headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ]);
    const lists = Object.entries(deliveryOf().headers).map(([name, value]) => [name.toUpperCase(), [value]]);
    expect(diagnose({}, { body: legacyBody })).toMatchObject({ valid: true, findings: [] });
    expect(diagnose({}, rotating)).toMatchObject({ valid: true, findings: [] });
    expect(diagnose({ headers: Object.fromEntries(cgi) })).toMatchObject({ valid: true, findings: [] });
    expect(diagnose({ headers: Object.fromEntries(lists) })).toMatchObject({ valid: true, findings: [] });
  });

  test('is valid when no event is known, as a test event is', () => {
    expect(diagnose({ events: [] }, { body: `{"test":true,${body.slice(1)}` })).toMatchObject({
      valid: true,
      findings: [],
    });
  });

  test('is valid whatever it tells of, and never with another secret or after a change of one byte', {
    timeout: 30_000,
  }, () => {
    const text = anyText(60);
    fc.assert(
      fc.property(
        text,
        fc.bigInt(1n, 10n ** 9n),
        fc.boolean(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (reference, amount, isLegacy, where, flip) => {
          const bodies = bodiesOf(reference, amount);
          const sent = { body: isLegacy ? bodies.legacyBody : bodies.body };
          const events = [
            { id: eventId, bodies: [bodies.body, bodies.legacyBody], namedBy: 'headers' as const },
          ];
          expect(diagnose({ events }, sent)).toMatchObject({ valid: true, findings: [] });
          expect(diagnose({ events: [] }, sent).valid).toBe(true);

          const changed = Buffer.from(sent.body);
          const index = where % changed.length;
          changed[index] = (changed[index] ?? 0) ^ flip;
          expect(diagnose({ events, body: changed }, sent).valid).toBe(false);

          const wrong = makeWebhookSecret();
          expect(diagnose({ events }, { ...sent, secret: wrong }).valid).toBe(false);
          expect(diagnose({ events }, { ...sent, secret: elsewhere }).valid).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is not valid after a change of one character of a signature, the id or the time', () => {
    const names = [
      'x-gw-signature',
      'provider-w-signature',
      'webhook-signature',
      'webhook-id',
      'webhook-timestamp',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(),
        fc.constantFrom(...'0aAzZ9+/= ,"'),
        (name, where, character) => {
          const value = header(name);
          const index = where % value.length;
          const changed = value.slice(0, index) + character + value.slice(index + 1);
          fc.pre(changed !== value && changed.trim() !== value);
          expect(diagnose(withHeaders({ [name]: changed })).valid).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const jsonOf = (text: string) => JSON.parse(text);
/** As Python's json.dumps with its defaults escapes. */
const ascii = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const spaced = (text: string) => text.replaceAll('":', '": ').replaceAll(',"', ', "');
const reversed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, each]) => [key, reversed(each)]),
      )
    : value;

describe('a body that was parsed and printed again', () => {
  test.each<[string, string, string[], string?]>([
    [
      'pretty-printed',
      JSON.stringify(jsonOf(body), null, 2),
      ['white_space'],
      'JSON.stringify(body, null, 2)',
    ],
    ['with an indent of 4', JSON.stringify(jsonOf(body), null, 4), ['white_space']],
    ['by Python', ascii(spaced(body)), ['white_space', 'escapes'], "Python's json.dumps(body)"],
    ['by Python without spaces', ascii(body), ['escapes'], 'Python with separators'],
    ['by PHP', ascii(body).replaceAll('/', '\\/'), ['escapes'], "PHP's json_encode($body)"],
    ['by PHP with its slashes', ascii(body), ['escapes'], 'JSON_UNESCAPED_SLASHES'],
    ['by PHP with its letters', body.replaceAll('/', '\\/'), ['escapes'], 'JSON_UNESCAPED_UNICODE'],
    ['by Rails', body.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'), ['escapes']],
    ['with its keys in another order', JSON.stringify(reversed(jsonOf(body))), ['key_order']],
    ['with a newline at its end', `${body}\n`, ['white_space']],
    ['with white space around it', `  ${body} `, ['white_space']],
    ['with CRLF', JSON.stringify(jsonOf(body), null, 2).replaceAll('\n', '\r\n'), ['white_space']],
    ['quoted as a JSON string', JSON.stringify(body), ['json_string']],
  ])('%s', (_, given, changes, looksLike) => {
    const diagnosis = diagnose({ body: Buffer.from(given) });
    expect(diagnosis.valid).toBe(false);
    expect(codesOf(diagnosis)).toEqual(['body_reserialised']);
    const finding = find(diagnosis, 'body_reserialised');
    expect(finding).toMatchObject({
      changes,
      event_id: eventId,
      message: expect.stringContaining('request.get_data()'),
    });
    expect(finding?.looks_like ?? '').toContain(looksLike ?? '');
    expect(finding?.looks_like !== undefined).toBe(looksLike !== undefined);
    expect(diagnosis.summary).toContain('parsed and printed again');
  });

  test('by JavaScript, which writes 100.00 as 100', () => {
    const diagnosis = diagnose(
      { body: Buffer.from(JSON.stringify(jsonOf(legacyBody))) },
      { body: legacyBody },
    );
    expect(find(diagnosis, 'body_reserialised')).toMatchObject({
      changes: ['number_form'],
      looks_like: 'JSON.stringify(body)',
      first_difference: Buffer.from(legacyBody).indexOf('100.00') + 3,
    });
  });

  test('is found by the transaction in the body when no header names the event', () => {
    const events = [{ id: eventId, bodies: [body, legacyBody], namedBy: 'body' as const }];
    const headers = { 'x-gw-signature': header('x-gw-signature') };
    expect(
      find(diagnose({ events, headers, body: Buffer.from(spaced(body)) }), 'body_reserialised'),
    ).toBeDefined();
  });

  test('is found by its signature when no event is known, as of a test event', () => {
    const test = `{"test":true,${body.slice(1)}`;
    const diagnosis = diagnose({ events: [], body: Buffer.from(spaced(test)) }, { body: test });
    expect(codesOf(diagnosis)).toEqual(['body_reserialised']);
    expect(checkOf(diagnosis, 'x-gw-signature')).toMatchObject({ result: 'mismatch', key: 'current' });
  });
});

describe('a body that is not what was sent', () => {
  test('is told field by field, with what was sent', () => {
    const changed = jsonOf(body);
    changed.data.amount = '9000.00';
    delete changed.data.provider;
    changed.data.note = 'x'.repeat(300);
    const text = JSON.stringify(changed);
    const finding = find(diagnose({ body: Buffer.from(text) }), 'body_altered');
    expect(finding).toMatchObject({
      first_difference: Buffer.from(text).indexOf('9000.00'),
      fields: [
        { path: 'data.amount', got: '9000.00', sent: '100.00' },
        { path: 'data.provider', got: null, sent: 'PROVIDER_W' },
        { path: 'data.note', got: 'x'.repeat(200), sent: null },
      ],
    });
  });

  test.each([1, 40, body.length])('that was cut off after %i bytes is told so', (length) => {
    const cut = Buffer.from(body).subarray(0, length);
    expect(codesOf(diagnose({ body: cut }))).toEqual(['body_truncated']);
  });

  test.each(['', '  \n'])('that is empty is told so (%j)', (given) => {
    expect(codesOf(diagnose({ body: Buffer.from(given) }))).toEqual(['body_empty']);
  });

  test.each([
    String(jsonOf(body)),
    "{'event': 'payment.succeeded', 'data': {'completed_at': None}}",
    'Array',
    'map[data:map[amount:100.00] event:payment.succeeded]',
    body.replaceAll('"', '&quot;'),
    `${body.slice(0, -1)},}`,
  ])('that is no JSON text is told so (%s)', (given) => {
    expect(codesOf(diagnose({ body: Buffer.from(given) }))).toEqual(['body_not_json']);
    expect(codesOf(diagnose({ body: Buffer.from(given), events: [] }))).toEqual(['body_not_json']);
  });

  test('of another event than its headers is mixed up, not altered', () => {
    const events = [
      { id: eventId, bodies: [body], namedBy: 'headers' as const },
      { id: otherEventId, bodies: [otherBody], namedBy: 'body' as const },
    ];
    for (const given of [otherBody, spaced(otherBody)]) {
      const diagnosis = diagnose({ events, body: Buffer.from(given) });
      expect(codesOf(diagnosis)).toEqual(['signature_mixed_up']);
      expect(diagnosis.findings[0]).toMatchObject({ event_of_body: otherEventId, event_of_headers: eventId });
    }
  });

  test('in the other of its two forms is not what was signed', () => {
    const diagnosis = diagnose({ body: Buffer.from(legacyBody) });
    expect(diagnosis.valid).toBe(false);
    expect(codesOf(diagnosis)).toEqual(['signature_altered']);
  });

  test('of no event of this account is unknown', () => {
    const mine = makeWebhookSecret();
    const diagnosis = diagnose({ events: [] }, { secret: mine });
    expect(codesOf(diagnosis)).toEqual(['unknown_event']);
    expect(find(diagnosis, 'unknown_event')?.message).toContain('test event');
  });
});

describe('the wrong secret', () => {
  test('of before the rotation signs until it ends', () => {
    const during = diagnose({}, { secret: previous });
    expect(during.valid).toBe(true);
    expect(find(during, 'old_secret')).toMatchObject({
      expired: false,
      valid_until: '2026-11-20T11:00:00.123Z',
    });
    expect(checkOf(during, 'x-gw-signature')).toMatchObject({ result: 'match', key: 'previous' });
    expect(during.summary).toMatch(/^The signatures match, but the secret from before/);
    const after = diagnose({ receivedAt: new Date(at.getTime() + 2 * hour) }, { secret: previous });
    expect(after.valid).toBe(false);
    expect(find(after, 'old_secret')).toMatchObject({ expired: true });
    expect(checkOf(after, 'x-gw-signature')).toMatchObject({ result: 'mismatch', key: 'previous' });
  });

  test('of another endpoint names it, and says when it is deleted', () => {
    const diagnosis = diagnose({}, { secret: elsewhere });
    expect(diagnosis.valid).toBe(false);
    expect(codesOf(diagnosis)).toEqual(['wrong_endpoint']);
    expect(diagnosis.findings[0]).toMatchObject({ endpoint_id: other.id, url: other.url, deleted: false });
    const deleted = secrets.map((each) =>
      each.endpoint ? { ...each, endpoint: { ...other, isDeleted: true } } : each,
    );
    expect(find(diagnose({ secrets: deleted }, { secret: elsewhere }), 'wrong_endpoint')?.message).toContain(
      'deleted',
    );
  });

  test('of the other environment is told by the signature or the event', () => {
    expect(codesOf(diagnose({}, { secret: live }))).toEqual(['wrong_environment']);
    const unknown = { secret: makeWebhookSecret() };
    expect(codesOf(diagnose({ events: [], isOfOtherEnvironment: true }, unknown))).toEqual([
      'wrong_environment',
    ]);
  });

  test('of nobody here, over an unchanged body, is an altered signature', () => {
    const diagnosis = diagnose({}, { secret: makeWebhookSecret() });
    expect(codesOf(diagnosis)).toEqual(['signature_altered']);
    expect(diagnosis.findings[0]?.headers).toEqual([
      'x-gw-signature',
      'provider-w-signature',
      'webhook-signature',
    ]);
  });
});

describe('a header', () => {
  test.each(['x-gw-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    '%s that is missing is told',
    (name) => {
      const diagnosis = diagnose(without(name, 'provider-w-signature'));
      expect(find(diagnosis, 'missing_header')).toMatchObject({ headers: [name] });
      expect(checkOf(diagnosis, name)?.result).toBe('missing');
      // The other family still proves the body, unless its own parts are missing.
      expect(diagnosis.valid).toBe(['x-gw-signature', 'webhook-signature'].includes(name));
    },
  );

  test('that is missing does not matter when its alias is there', () => {
    expect(diagnose(without('x-gw-signature'))).toMatchObject({ valid: true, findings: [] });
  });

  test('all of them missing is not valid', () => {
    const diagnosis = diagnose({ headers: {} });
    expect(diagnosis.valid).toBe(false);
    expect(codesOf(diagnosis)).toEqual(['missing_header']);
  });

  const right = header('x-gw-signature');
  const standard = header('webhook-signature').slice('v1,'.length);
  const hex = Buffer.from(standard, 'base64').toString('hex');
  test.each<[string, string, string | string[], boolean]>([
    ['x-gw-signature', 'a prefix', `sha256=${right}`, true],
    ['x-gw-signature', 'upper case', right.toUpperCase(), true],
    ['x-gw-signature', 'base64', Buffer.from(right, 'hex').toString('base64'), true],
    ['x-gw-signature', 'quotes', `"${right}"`, true],
    ['x-gw-signature', 'a repeat', `${right}, ${right}`, true],
    ['x-gw-signature', 'two lines', [right, right], true],
    ['x-gw-signature', 'a part', right.slice(0, 40), false],
    ['x-gw-signature', 'an odd part', right.slice(0, 63), false],
    ['x-gw-signature', 'nothing', '', false],
    ['x-gw-signature', 'something else', 'null', false],
    ['webhook-signature', 'no version', standard, true],
    ['webhook-signature', 'hex', `v1,${hex}`, true],
    ['webhook-signature', 'quotes', `"v1,${standard}"`, true],
    ['webhook-signature', 'a comma between two', `v1,${standard},v1,${standard}`, true],
    ['webhook-signature', 'no padding', `v1,${standard.slice(0, -1)}`, true],
    ['webhook-signature', 'a part', `v1,${standard.slice(0, 20)}`, false],
    ['webhook-signature', 'nothing', '', false],
    ['webhook-signature', 'something else', 'v1,?', false],
  ])('%s with %s is malformed', (name, _, value, isWhole) => {
    const diagnosis = diagnose(withHeaders({ [name]: value }));
    expect(diagnosis.valid).toBe(false);
    expect(codesOf(diagnosis)).toEqual(['malformed_header']);
    expect(diagnosis.findings[0]).toMatchObject({ header: name });
    expect(checkOf(diagnosis, name)).toMatchObject({ result: 'malformed' });
    expect(checkOf(diagnosis, name)?.key).toBe(isWhole ? 'current' : undefined);
  });

  test('webhook-signature may carry other versions and other secrets beside a right one', () => {
    const value = `v1a,${standard} v1,${Buffer.alloc(32).toString('base64')} v1,${standard}`;
    expect(diagnose(withHeaders({ 'webhook-signature': value })).valid).toBe(true);
  });

  test('webhook-id or webhook-timestamp that was changed no longer fits webhook-signature', () => {
    const later = String(Number(header('webhook-timestamp')) + 1);
    for (const change of [{ 'webhook-id': otherEventId }, { 'webhook-timestamp': later }]) {
      const diagnosis = diagnose(withHeaders(change));
      expect(diagnosis.valid).toBe(false);
      expect(find(diagnosis, 'signature_altered')).toMatchObject({ headers: ['webhook-signature'] });
    }
  });

  test('webhook-timestamp more than five minutes away is stale, in both directions', () => {
    const around = (seconds: number) => diagnose({ receivedAt: new Date(at.getTime() + seconds * 1000) });
    expect(around(300)).toMatchObject({ valid: true, findings: [] });
    expect(around(-299)).toMatchObject({ valid: true, findings: [] });
    for (const seconds of [302, -302]) {
      const diagnosis = around(seconds);
      expect(diagnosis.valid).toBe(false);
      expect(find(diagnosis, 'stale_timestamp')).toMatchObject({ seconds_before: seconds });
      expect(checkOf(diagnosis, 'webhook-signature')?.result).toBe('match');
    }
  });

  test('webhook-timestamp of an hour ago makes nothing invalid when it was not said when it came', () => {
    const later = diagnose({ receivedAt: undefined, now: new Date(at.getTime() + hour) });
    expect(later).toMatchObject({ valid: true, findings: [] });
  });

  test.each([String(Number(header('webhook-timestamp')) * 1000), at.toISOString()])(
    'webhook-timestamp %s is malformed',
    (value) => {
      const diagnosis = diagnose(withHeaders({ 'webhook-timestamp': value }));
      expect(diagnosis.valid).toBe(false);
      expect(find(diagnosis, 'malformed_header')).toMatchObject({ header: 'webhook-timestamp' });
      expect(checkOf(diagnosis, 'webhook-timestamp')?.result).toBe('malformed');
    },
  );
});

describe('what the code of the receiver computed', () => {
  const bare = secret.slice('whsec_'.length);
  const decoded = Buffer.from(bare, 'base64');
  const time = header('webhook-timestamp');
  const content = `${eventId}.${time}.${body}`;
  const parsed = jsonOf(body);
  const quotedSecret = `"${secret}"`;

  test.each<[FindingCode, string, string]>([
    ['computed_correctly', 'rightly', signed(body, secret).toString('hex')],
    ['computed_correctly', 'in upper case', signed(body, secret).toString('hex').toUpperCase()],
    ['computed_correctly', 'with a prefix', `sha256=${signed(body, secret).toString('hex')}`],
    ['computed_for_standard_webhooks', 'for the standard', signed(content, decoded).toString('base64')],
    [
      'computed_for_standard_webhooks',
      'for the standard, with v1',
      `v1,${signed(content, decoded).toString('base64')}`,
    ],
    ['computed_as_hex', 'for the standard, as hex', signed(content, decoded).toString('hex')],
    [
      'computed_with_undecoded_key',
      'for the standard, with text',
      signed(content, secret).toString('base64'),
    ],
    [
      'computed_with_undecoded_key',
      'for the standard, with bare text',
      signed(content, bare).toString('base64'),
    ],
    ['computed_as_base64', 'as base64', signed(body, secret).toString('base64')],
    ['computed_as_base64', 'as base64url', signed(body, secret).toString('base64url')],
    [
      'computed_as_base64',
      'as base64 of hex',
      Buffer.from(signed(body, secret).toString('hex')).toString('base64'),
    ],
    ['computed_with_key_without_prefix', 'without the prefix', signed(body, bare).toString('hex')],
    ['computed_with_decoded_key', 'with a decoded key', signed(body, decoded).toString('hex')],
    ['computed_with_altered_key', 'with a newline', signed(body, `${secret}\n`).toString('hex')],
    ['computed_with_altered_key', 'with quotes', signed(body, quotedSecret).toString('hex')],
    ['computed_with_empty_key', 'with no key', signed(body, '').toString('hex')],
    ['computed_with_other_algorithm', 'with SHA-1', signed(body, secret, 'sha1').toString('hex')],
    ['computed_with_other_algorithm', 'with SHA-512', signed(body, secret, 'sha512').toString('hex')],
    ['computed_with_other_algorithm', 'without a secret', createHash('sha256').update(body).digest('hex')],
    ['computed_over_other_content', 'with the time', signed(`${time}.${body}`, secret).toString('hex')],
    [
      'computed_over_reserialised_body',
      'pretty',
      signed(JSON.stringify(parsed, null, 2), secret).toString('hex'),
    ],
    ['computed_over_reserialised_body', 'by Python', signed(ascii(spaced(body)), secret).toString('hex')],
    [
      'computed_over_reserialised_body',
      'by PHP',
      signed(ascii(body).replaceAll('/', '\\/'), secret).toString('hex'),
    ],
    ['computed_over_altered_body', 'with a newline', signed(`${body}\n`, secret).toString('hex')],
    ['computed_over_altered_body', 'quoted', signed(JSON.stringify(body), secret).toString('hex')],
    ['computed_over_altered_body', 'as [object Object]', signed(String(parsed), secret).toString('hex')],
    ['computed_over_altered_body', 'over nothing', signed('', secret).toString('hex')],
    ['old_secret', 'with the previous secret', signed(body, previous).toString('hex')],
    ['wrong_endpoint', "with another endpoint's", signed(body, elsewhere).toString('hex')],
    ['wrong_environment', "with the other environment's", signed(body, live).toString('hex')],
    ['computed_unknown', 'with something else', signed(body, makeWebhookSecret()).toString('hex')],
    ['computed_unknown', 'cut off', signed(body, secret).toString('hex').slice(0, 20)],
    ['computed_unknown', 'no digest', 'false'],
  ])('%s: %s', (code, _, computedSignature) => {
    const diagnosis = diagnose({ computedSignature });
    expect(codesOf(diagnosis)).toEqual([code]);
    expect(diagnosis.valid).toBe(true);
    expect(JSON.stringify(diagnosis)).not.toContain(computedSignature.slice(-16));
  });

  test('names the recipe, and several mistakes at once', () => {
    const computedSignature = signed(body, bare).toString('base64');
    const finding = find(diagnose({ computedSignature }), 'computed_with_key_without_prefix');
    expect(finding?.recipe).toEqual({
      algorithm: 'HMAC-SHA256',
      encoding: 'base64',
      key: 'the secret without whsec_',
      content: 'body',
      body: 'the body that you gave',
    });
    expect(finding?.message).toContain('lower-case hex');
  });

  test('without a secret, claims no key', () => {
    const computedSignature = createHash('sha256').update(body).digest('hex');
    const finding = find(diagnose({ computedSignature }), 'computed_with_other_algorithm');
    expect(finding?.recipe).toMatchObject({ algorithm: 'SHA-256 without a secret', key: null });
    expect(finding?.message).toMatch(
      /^Your code made SHA-256 without a secret as hex, over the body that you gave\./,
    );
  });

  test('with the previous secret and another mistake, says both', () => {
    const diagnosis = diagnose({ computedSignature: signed(body, previous).toString('base64') });
    expect(codesOf(diagnosis)).toEqual(['old_secret', 'computed_as_base64']);
  });

  test('over the printed body that was given, says what to sign; over the raw one, that the given one is another', () => {
    const printed = spaced(body);
    const wrong = diagnose({
      body: Buffer.from(printed),
      computedSignature: signed(printed, secret).toString('hex'),
    });
    expect(codesOf(wrong)).toEqual(['body_reserialised', 'computed_over_reserialised_body']);
    const right = diagnose({
      body: Buffer.from(printed),
      computedSignature: signed(body, secret).toString('hex'),
    });
    expect(codesOf(right)).toEqual(['body_reserialised', 'computed_correctly']);
    const changed = body.replace('100.00', '900.00');
    const altered = diagnose({
      body: Buffer.from(changed),
      computedSignature: signed(changed, secret).toString('hex'),
    });
    expect(codesOf(altered)).toEqual(['body_altered', 'computed_over_altered_body']);
  });

  test('over JSON.stringify of the earlier form, which loses the digits of the amount', () => {
    const computedSignature = signed(JSON.stringify(jsonOf(legacyBody)), secret).toString('hex');
    const finding = find(
      diagnose({ computedSignature }, { body: legacyBody }),
      'computed_over_reserialised_body',
    );
    expect(finding?.message).toContain('JSON.stringify(body)');
  });
});

test('no part of a right signature is ever told from a wrong one', () => {
  // Or a caller could find a signature digit by digit.
  const [right, wrong] = [header('x-gw-signature'), '0'.repeat(64)];
  const told = (value: string) => {
    const { checks, findings } = diagnose({
      ...withHeaders({ 'x-gw-signature': value }),
      computedSignature: value,
    });
    return JSON.stringify({ checks, findings });
  };
  for (const length of [2, 16, 32, 62]) {
    expect(told(right.slice(0, length))).toBe(told(wrong.slice(0, length)));
    expect(told(right.slice(0, length) + wrong.slice(length))).toBe(
      told(wrong.slice(0, length - 1) + 'f'.repeat(65 - length)),
    );
  }
});

test('the longest request that is taken is answered within a second', () => {
  const bodies = [
    '['.repeat(8_000),
    `${'{"a":'.repeat(1_600)}1`,
    '{'.repeat(4_000) + '}'.repeat(4_000),
    body.replace('{', `{${' '.repeat(7_000)}`),
    JSON.stringify({ event: 'payment.succeeded', data: { text: 'Ŋ/"<'.repeat(1_000) } }),
  ];
  const many = Array.from(
    { length: 40 },
    (): KnownSecret => ({ secret: makeWebhookSecret(), owner: 'other_environment' }),
  );
  const events = Array.from({ length: 8 }, (_, index) => ({
    id: `${eventId.slice(0, -2)}${10 + index}`,
    bodies: [bodiesOf(`order/${index}`).body, bodiesOf(`order/${index}`).legacyBody],
    namedBy: 'body' as const,
  }));
  for (const given of bodies) {
    // Of this thread's own time: on a busy machine the clock on the wall also counts what others do.
    const before = process.threadCpuUsage();
    diagnose({
      body: Buffer.from(given),
      events,
      secrets: [...secrets, ...many],
      computedSignature: '0'.repeat(64),
      ...withHeaders({
        'webhook-signature': ' v1,'.repeat(2_000),
        'x-gw-signature': `${'0'.repeat(64)},`.repeat(120),
      }),
    });
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  }
});
