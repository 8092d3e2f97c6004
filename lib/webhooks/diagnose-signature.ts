import { recogniseSignature } from '#lib/webhooks/recognise-signature';
import {
  describeChanges,
  firstDifference,
  howReserialised,
  jsonDifferences,
  parseJson,
  reserialisations,
} from '#lib/webhooks/reserialisations';
import {
  type Body,
  type Digest,
  faultWords,
  type Headers,
  isSigning,
  type ReadSignature,
  readDigest,
  readHeaders,
  readSignatures,
} from '#lib/webhooks/signature-headers';

export type SecretOwner = 'current' | 'previous' | 'other_endpoint' | 'other_environment';

export interface KnownSecret {
  secret: string;
  owner: SecretOwner;
  /** Of the previous one: until when it signs, or signed. */
  expiresAt?: Date;
  /** Of another endpoint in this environment. */
  endpoint?: { id: string; url: string; isDeleted: boolean };
}

export interface SentEvent {
  id: string;
  /** Every form in which it may have been sent. */
  bodies: string[];
  /** By a header, or only by the transaction that the body tells of. */
  namedBy: 'headers' | 'body';
}

export interface SignatureEvidence {
  body: Buffer;
  headers: Record<string, string | string[]>;
  /** What the receiver's own code computed. */
  computedSignature?: string | undefined;
  /** When the receiver got it, if that was said. */
  receivedAt?: Date | undefined;
  now: Date;
  environment: 'SANDBOX' | 'LIVE';
  /** Of one client only, the endpoint's own first. */
  secrets: KnownSecret[];
  /** The client's events of this environment that headers or body name. */
  events: SentEvent[];
  /** Whether they name one of the client's other environment. */
  isOfOtherEnvironment: boolean;
  /** Another endpoint of this environment, to which the delivery went that the headers name. */
  deliveredTo?: { id: string; url: string } | undefined;
}

/** Every code with its verdict and remedy, in words that can follow "but"; what explains most comes first. */
const verdicts = {
  body_empty: 'the body is empty: something read the request first, so keep the raw bytes when they arrive.',
  body_not_json:
    'this is a printed object and not the body: verify the raw bytes, before anything parses them.',
  body_truncated: 'the body was cut off: read the whole request before you verify it.',
  signature_mixed_up: 'headers and body are of two deliveries: keep those of one request together.',
  wrong_environment: 'sandbox and live are mixed up: use the secret of the environment that sent this.',
  wrong_endpoint: 'this was sent to another of your endpoints: verify it with the secret of that one.',
  body_reserialised: 'the body was parsed and printed again: verify the raw bytes that arrived.',
  body_altered: 'the body is not what we sent: find what changes it on the way, or refuse it as forged.',
  wrong_secret: "your code uses another endpoint's secret: take this endpoint's.",
  old_secret: 'the secret from before the rotation is in use: take the new one.',
  computed_with_empty_key: 'your code had no secret when it computed: load it before the first request.',
  computed_with_other_algorithm: 'your code used another algorithm: use HMAC-SHA256, keyed with the secret.',
  computed_with_altered_key: 'your code has more than the secret in its key: trim it, and remove quotes.',
  computed_with_undecoded_key:
    'your code keyed webhook-signature with text: its key is what follows whsec_, base64-decoded.',
  computed_with_key_without_prefix:
    'your code left whsec_ out of the key: that of x-gw-signature is the whole text of the secret.',
  computed_with_decoded_key: 'your code decoded the secret: the key of x-gw-signature is its whole text.',
  computed_over_reserialised_body:
    'your code signed a body that was parsed and printed again: sign the raw bytes.',
  computed_over_altered_body: 'your code signed another text than the body: sign the raw bytes that arrived.',
  computed_over_other_content:
    'your code signed the timestamp, too: x-gw-signature is over the body alone, webhook-signature over id.timestamp.body.',
  computed_as_base64: 'your code printed the digest as base64: x-gw-signature is lower-case hex.',
  computed_as_hex: 'your code printed the digest as hex: webhook-signature is base64 after "v1,".',
  computed_for_standard_webhooks:
    'your code computed webhook-signature: compare it with what follows "v1," there, not with x-gw-signature.',
  malformed_header: 'a header is not in the form in which it was sent: pass it on as it arrived.',
  header_altered: 'webhook-id or webhook-timestamp is not what was signed: pass both on as they arrived.',
  signature_altered:
    'no secret of this account makes this signature: find what changes it, or refuse it as forged.',
  unknown_event: 'no event of this account fits: check which account and endpoint it came from.',
  stale_timestamp: 'the timestamp is not within five minutes: check your clock, or refuse it as a replay.',
  missing_header: 'not every signature header is there: let proxies and frameworks pass them all on.',
  computed_correctly: 'your code computed the right signature: look at how it compares.',
  computed_unknown: 'no known mistake makes what your code computed: check secret, bytes and algorithm.',
} as const;

export type FindingCode = keyof typeof verdicts;

export interface Finding {
  code: FindingCode;
  message: string;
  [evidence: string]: unknown;
}

export interface HeaderCheck {
  header: string;
  result: 'match' | 'mismatch' | 'missing' | 'malformed';
  /** Whose secret made it, also where that is the wrong one. */
  key?: SecretOwner;
  message: string;
}

export interface SignatureDiagnosis {
  /** Whether a correct verifier that has the endpoint's secret accepts it. */
  valid: boolean;
  /** The verdict and the remedy, one sentence. */
  summary: string;
  checks: HeaderCheck[];
  /** What explains most first; never empty for what is not valid. */
  findings: Finding[];
}

/**
 * Says which part of a delivery does not fit its signature, and why. Pure. No secret, and no signature that was not
 * given, is ever in the result: nobody can sign with its help.
 */
export function diagnoseSignature(evidence: SignatureEvidence): SignatureDiagnosis {
  const headers = readHeaders(evidence.headers);
  const bodies = possibleBodies(evidence);
  const signatures = readSignatures(evidence, headers, bodies);
  const time = checkTimestamp(evidence, headers);
  const counted = signatures.filter((each) => each.counts);
  const valid =
    counted.length > 0 &&
    counted.every((each) => each.check.result === 'match') &&
    !(headers.has('webhook-signature') && time.isRefused);
  const isSigned = signatures.some((each) => each.over?.from === 'given');
  const original = isSigned ? bodies[0] : originalOf(evidence, bodies, signatures);
  const facts: Facts = { evidence, headers, bodies, counted, valid, original };
  const order = Object.keys(verdicts);
  const findings = [
    ...findBodyFaults(facts),
    ...findWrongSecrets(facts),
    ...findHeaderFaults(facts),
    ...time.findings,
    ...explainComputed(facts),
  ].sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code));
  const verdict = findings[0] && verdicts[findings[0].code];
  const accepted = `The signatures match${verdict ? `, but ${verdict}` : ': a correct verifier accepts this delivery.'}`;
  return {
    valid,
    summary: valid || !verdict ? accepted : sentence(verdict),
    checks: [...signatures.map((each) => each.check), checkId(headers), time.check],
    findings,
  };
}

interface Facts {
  evidence: SignatureEvidence;
  headers: Headers;
  bodies: Body[];
  /** The signatures that are there and that verifiers look at. */
  counted: ReadSignature[];
  valid: boolean;
  /** What was most likely sent; the given body itself when a signature was made for it. */
  original: Body | undefined;
}

function possibleBodies({ body, events }: SignatureEvidence): Body[] {
  // A test event is kept nowhere, but the one way in which Kaira prints is known.
  const printed = reserialisations(body.toString('utf8')).slice(0, 1);
  return [
    { bytes: body, from: 'given', isSameJson: true },
    ...events.flatMap(({ id, namedBy, bodies }) =>
      bodies.map((text) => ({
        bytes: Buffer.from(text),
        from: 'event' as const,
        isSameJson: howReserialised(body, text) !== undefined,
        eventId: id,
        namedBy,
      })),
    ),
    ...printed.map(({ text }) => ({
      bytes: Buffer.from(text),
      from: 'printed again' as const,
      isSameJson: true,
    })),
  ];
}

/** The body that the given one was most likely made from. */
function originalOf(
  { body }: SignatureEvidence,
  bodies: Body[],
  signatures: ReadSignature[],
): Body | undefined {
  const sent = bodies.filter((each) => each.from === 'event');
  const byHeaders = sent.filter((each) => each.namedBy === 'headers');
  const named = byHeaders.length > 0 ? byHeaders : sent;
  const text = body.toString('utf8');
  const eventOf = ({ bytes }: Body): string => JSON.parse(bytes.toString('utf8')).event;
  return (
    sent.find((each) => each.isSameJson) ??
    signatures.find((each) => each.over)?.over ??
    named.find((each) => text.includes(eventOf(each))) ??
    named[0]
  );
}

const RAW_BODY =
  "Use the raw body: express.raw({ type: 'application/json' }) in Express, await request.text() in Next.js and hono, " +
  "request.get_data() in Flask, request.body in Django, file_get_contents('php://input') in PHP, " +
  'request.raw_post in Rails, io.ReadAll(request.Body) in Go.';

/** What a program prints of a parsed body that it takes for text. */
const printedObjects: [RegExp, string][] = [
  [/^\[object \w+\]$/, 'JavaScript makes this of an object, for example with String(body)'],
  [/^\{'|^b'/, 'Python makes this of a dict or of bytes, for example with str(body)'],
  [/^(?:array|stdClass|object)\b/i, 'PHP makes this of a parsed body'],
  [/^\{:?"?\w+"? ?=>/, 'Ruby makes this of a Hash, for example with to_s'],
  [/^map\[/, 'Go makes this of a map, for example with fmt.Sprint'],
  [/^\{\w+=/, 'Java makes this of a Map, for example with toString()'],
  [/^(?:%7B|[^{"\s]+=)/i, 'a parser of forms makes this of the body'],
  [/&quot;/, 'an HTML filter makes this of the body'],
];

const MAX_FIELDS = 10;
const MAX_VALUE_LENGTH = 200;

function findBodyFaults(facts: Facts): Finding[] {
  const { evidence, original } = facts;
  const given = evidence.body;
  const mixUp = findMixUp(facts);
  if (mixUp) return [mixUp];
  if (original?.bytes.equals(given)) return [];
  const text = given.toString('utf8');
  const tell = (code: FindingCode, message: string, facts?: object): Finding[] => [
    { code, message, ...facts },
  ];
  if (text.trim() === '') {
    return tell('body_empty', `The body is empty. Something has read the request before. ${RAW_BODY}`);
  }
  const isJson = parseJson(text) !== undefined;
  const [, maker] = (!isJson && printedObjects.find(([form]) => form.test(text))) || [];
  if (maker) return tell('body_not_json', `The body is not what we sent: ${maker}. ${RAW_BODY}`);
  if (!original) return evidence.isOfOtherEnvironment ? [] : [unknownEvent(facts)];

  const sent = original.bytes;
  const offset = firstDifference(given, sent);
  const where = { first_difference: offset, ...(original.eventId && { event_id: original.eventId }) };
  if (offset === given.length) {
    const message =
      `The body ends after ${given.length} of ${sent.length} bytes. Read the request to its end, count bytes and not ` +
      'characters, and look for a limit on what you read, log or store.';
    return tell('body_truncated', message, where);
  }
  const reserialised = howReserialised(given, sent.toString('utf8'));
  if (reserialised) {
    const { changes, looksLike } = reserialised;
    const printer = looksLike ? ` ${looksLike} prints exactly this.` : '';
    const message = `The body says what we sent, in other bytes: it ${describeChanges(changes)}.${printer} ${RAW_BODY}`;
    return tell('body_reserialised', message, {
      changes,
      ...(looksLike && { looks_like: looksLike }),
      ...where,
    });
  }
  const fields = (isJson ? jsonDifferences(text, sent.toString('utf8'), MAX_FIELDS) : []).map((field) => ({
    path: field.path,
    got: shorten(field.got),
    sent: shorten(field.sent),
  }));
  const paths = fields.length > 0 ? `, in ${fields.map(({ path }) => path || 'the whole').join(', ')}` : '';
  const message =
    `The body differs from what we sent from byte ${offset} on${paths}. Find what changes it on the way (a proxy, a ` +
    'filter, a queue). If nothing does, it is forged: do not act on it.';
  return tell('body_altered', message, { fields, ...where });
}

/** Headers of one delivery beside the body of another. */
function findMixUp({ bodies, counted, valid }: Facts): Finding | undefined {
  if (valid) return undefined;
  const ofBody = bodies.flatMap((each) => (each.eventId && each.isSameJson ? [each.eventId] : []));
  const ofHeaders = [
    ...bodies.flatMap((each) => (each.eventId && each.namedBy === 'headers' ? [each.eventId] : [])),
    ...counted.flatMap((each) => each.over?.eventId ?? []),
  ];
  const other = ofHeaders.find((id) => !ofBody.includes(id));
  const [own] = ofBody;
  if (own === undefined || other === undefined) return undefined;
  const message =
    `The body is that of event ${own}, the headers are of event ${other}. Take both from one request, and look for ` +
    'variables that requests share.';
  return { code: 'signature_mixed_up', message, event_of_body: own, event_of_headers: other };
}

function unknownEvent({ evidence, headers }: Facts): Finding {
  const why = headers.has('x-gw-test')
    ? 'This is a test event. Those are not kept, so there is nothing to compare the body with; send another and debug that.'
    : `Neither headers nor body name an event of this account in ${evidence.environment}. Give the headers as they ` +
      'arrived, and check which account, endpoint and environment sent this.';
  return { code: 'unknown_event', message: why };
}

/** A JSON value as it may be shown; null for one that is not there. */
function shorten(value: unknown): string | null {
  if (value === undefined) return null;
  const isEmptyObject = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const text = isEmptyObject ? JSON.stringify(value) : String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

const THIS_DELIVERY = 'This delivery was signed with';
const YOUR_CODE = 'Your code used';

function findWrongSecrets({ evidence, headers, counted, valid }: Facts): Finding[] {
  const signers = new Set(counted.flatMap((each) => each.signer ?? []));
  if (signers.size > 0 || valid) {
    return [...signers].flatMap((signer) => wrongSecret(signer, evidence, THIS_DELIVERY) ?? []);
  }
  const { deliveredTo } = evidence;
  if (deliveredTo) {
    const { id, url } = deliveredTo;
    const message = `This delivery went to the endpoint ${id} (${url}). Each has its own secret: use that one's.`;
    return [{ code: 'wrong_endpoint', message, endpoint_id: id, url }];
  }
  return isOfOtherEnvironment(evidence, headers) ? [wrongEnvironment(evidence, 'This delivery is of')] : [];
}

function isOfOtherEnvironment(evidence: SignatureEvidence, headers: Headers): boolean {
  const { body, environment } = evidence;
  const told = /"environment"\s*:\s*"(SANDBOX|LIVE)"/.exec(body.toString('utf8'))?.[1] ?? environment;
  const isSandbox = headers.get('x-gw-sandbox')?.[0] === 'true';
  return evidence.isOfOtherEnvironment || told !== environment || (isSandbox && environment === 'LIVE');
}

/** What to do when the secret that was used is not the endpoint's present one; undefined when it is. */
function wrongSecret(signer: KnownSecret, evidence: SignatureEvidence, who: string): Finding | undefined {
  const { owner, endpoint } = signer;
  if (owner === 'other_environment') return wrongEnvironment(evidence, `${who} a secret of`);
  if (owner === 'previous') {
    const until = signer.expiresAt?.toISOString() ?? null;
    const expired = !isSigning(signer, evidence);
    const message = expired
      ? `${who} the secret from before the rotation, which signs nothing since ${until}. Take the new one.`
      : `${who} the secret from before the rotation. Take the new one by ${until}; until then each delivery has its ` +
        'signature in x-gw-signature-previous, and in webhook-signature beside the new one.';
    return { code: 'old_secret', message, valid_until: until, expired };
  }
  if (endpoint === undefined) return undefined;
  const { id, url, isDeleted } = endpoint;
  const which = `${isDeleted ? 'the deleted endpoint' : 'the endpoint'} ${id} (${url})`;
  const message = `${who} the secret of ${which}. Each endpoint has its own: use that of the one that was called.`;
  const code = who === YOUR_CODE ? 'wrong_secret' : 'wrong_endpoint';
  return { code, message, endpoint_id: id, url, deleted: isDeleted };
}

function wrongEnvironment({ environment }: SignatureEvidence, who: string): Finding {
  const other = environment === 'LIVE' ? 'SANDBOX' : 'LIVE';
  const message =
    `${who} ${other}, and this endpoint is of ${environment}. Use the secret of your endpoint in ${other}, and debug ` +
    `it with a key of ${other}.`;
  return { code: 'wrong_environment', message, environment: other };
}

function findHeaderFaults({ evidence, headers, counted, original }: Facts): Finding[] {
  const findings: Finding[] = [];
  const isTrio = headers.has('webhook-id') && headers.has('webhook-timestamp');
  for (const { check, faults, signer, altered } of counted) {
    const { header, message } = check;
    if (faults.length > 0) findings.push({ code: 'malformed_header', message, header, faults });
    const wrong = altered.filter((name) => headers.has(name));
    if (wrong.length > 0) findings.push({ code: 'header_altered', message, headers: wrong });
    // What was signed has to be known, or nothing can be said of the signature.
    const isKnown =
      original && original.from !== 'printed again' && (isTrio || header !== 'webhook-signature');
    if (signer || faults.length > 0 || !isKnown || isOfOtherEnvironment(evidence, headers)) continue;
    const altering =
      `${header} was made with no secret of this account for what we sent. It was changed on the way, made with a ` +
      'secret from before the last two, or forged. Compare it with the header as it arrived.';
    findings.push({ code: 'signature_altered', message: altering, header });
  }
  const missing = ['x-gw-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'].filter(
    (name) => !headers.has(name) && !(name === 'x-gw-signature' && headers.has('provider-w-signature')),
  );
  if (missing.length === 0) return findings;
  const message =
    `Not among the headers: ${missing.join(', ')}. Every delivery has them. If they were not just left out here, look ` +
    'for a proxy or a framework that passes on listed headers only.';
  return [...findings, { code: 'missing_header', message, headers: missing }];
}

function checkId(headers: Headers): HeaderCheck {
  const header = 'webhook-id';
  const [id, eventId] = [headers.get(header)?.[0], headers.get('x-gw-event-id')?.[0]];
  if (id === undefined) return { header, result: 'missing', message: 'webhook-id is not among the headers.' };
  return eventId === undefined || id === eventId
    ? { header, result: 'match', message: 'webhook-id does not contradict the other headers.' }
    : {
        header,
        result: 'mismatch',
        message: 'webhook-id and x-gw-event-id differ; both are sent with the same id.',
      };
}

/** Further away than this, verifiers of Standard Webhooks refuse a delivery. */
const TOLERANCE_SECONDS = 300;

function checkTimestamp({ receivedAt, now }: SignatureEvidence, headers: Headers) {
  const header = 'webhook-timestamp';
  const text = headers.get(header)?.[0];
  const tell = (result: HeaderCheck['result'], words: string, isRefused: boolean, facts?: object) => {
    const message = `webhook-timestamp ${words}.`;
    const findings: Finding[] = facts ? [{ code: 'stale_timestamp', message, ...facts }] : [];
    return { check: { header, result, message } satisfies HeaderCheck, isRefused, findings };
  };
  if (text === undefined) return tell('missing', 'is not among the headers', true);
  if (!/^\d{1,12}$/.test(text)) {
    const fault = /^\d{13}$/.test(text) ? 'is in milliseconds' : 'is not a number';
    return tell('malformed', `${fault}; it is sent in whole seconds since 1970`, true, { fault });
  }
  const seconds = Math.round((receivedAt ?? now).getTime() / 1000) - Number(text);
  if (Math.abs(seconds) <= TOLERANCE_SECONDS)
    return tell('match', 'is within five minutes of the receipt', false);
  const time = receivedAt ? 'received_at' : 'now; give received_at, so that its age on arrival can be judged';
  const words =
    `is ${Math.abs(seconds)} s ${seconds > 0 ? 'before' : 'after'} ${time}. Verifiers accept ${TOLERANCE_SECONDS} s; ` +
    'each retry is stamped anew, so check the clock of your server and what holds requests back';
  // How old it is by now says nothing of how old it was on arrival.
  return tell('mismatch', words, receivedAt !== undefined || seconds < 0, { seconds_before: seconds });
}

/** What the receiver's own code did, by the digest that it computed. */
function explainComputed(facts: Facts): Finding[] {
  const { evidence, headers, original } = facts;
  const { computedSignature, body, secrets } = evidence;
  if (computedSignature === undefined) return [];
  const digest = readDigest(computedSignature);
  const first = (...names: string[]) => names.map((name) => headers.get(name)?.[0]).find(Boolean);
  const recipe =
    digest &&
    recogniseSignature(digest.bytes, {
      given: body,
      sent: original?.bytes.equals(body) ? undefined : original?.bytes,
      id: first('webhook-id', 'x-gw-event-id'),
      timestamp: first('webhook-timestamp', 'x-gw-timestamp'),
      secrets,
    });
  if (!digest || !recipe) {
    const why = digest
      ? `It is ${digest.bytes.length} bytes as ${digest.encoding}, and none of the ways that we tried makes it: check ` +
        "that your code has this endpoint's secret, the raw body and HMAC-SHA256."
      : 'It is neither the hex nor the base64 of a whole digest: give it as your code has it.';
    return [{ code: 'computed_unknown', message: `We cannot tell what your code computed. ${why}` }];
  }
  const { secret, algorithm, content, body: signed } = recipe;
  const { encoding } = digest;
  const key = algorithm === 'SHA-256 without a secret' ? null : recipe.key;
  const told = { algorithm, encoding, key, content, body: signed };
  const what = { given: 'the body that you gave', sent: 'the body that we sent' }[signed] ?? signed;
  const did = `Your code made ${algorithm} as ${encoding}${key ? ` with ${key}` : ''}, over ${content.replace('body', what)}.`;
  const wrong = secret && wrongSecret(secret, evidence, YOUR_CODE);
  const mistakes = mistakesIn(recipe, digest, facts);
  if (mistakes[0]) {
    const remedies = mistakes.map((code) => sentence(verdicts[code]));
    return [
      { code: mistakes[0], message: [did, ...remedies].join(' '), recipe: told },
      ...(wrong ? [wrong] : []),
    ];
  }
  if (wrong) return [{ ...wrong, recipe: told }];
  const faults = digest.faults.map((fault) => faultWords[fault]).join(', ');
  const message =
    `${did} That is right${faults ? `, but what you have ${faults}, and the header does not` : ''}. Compare it with ` +
    'x-gw-signature itself, both as text (crypto.timingSafeEqual, hmac.compare_digest, hash_equals).';
  return [{ code: 'computed_correctly', message, recipe: told }];
}

/** In what a recipe differs from the right one of its family; the gravest first. */
function mistakesIn(
  { algorithm, key, content, body, bodyKind }: NonNullable<ReturnType<typeof recogniseSignature>>,
  digest: Digest,
  { evidence, original }: Facts,
): FindingCode[] {
  const isStandard = content === 'id.timestamp.body';
  const isDecoded = key === 'the base64-decoded secret';
  const isOther = body === 'given' && original && !original.bytes.equals(evidence.body);
  const kind = !isOther ? bodyKind : original.isSameJson ? 'reserialised' : 'altered';
  const possible: [FindingCode, boolean][] = [
    ['computed_with_empty_key', key === 'no secret at all'],
    ['computed_with_other_algorithm', algorithm !== 'HMAC-SHA256'],
    ['computed_with_altered_key', key === 'the secret and a newline' || key === 'the secret in quotes'],
    ['computed_with_undecoded_key', isStandard && !isDecoded && key !== 'no secret at all'],
    ['computed_with_key_without_prefix', !isStandard && key === 'the secret without whsec_'],
    ['computed_with_decoded_key', !isStandard && (isDecoded || key === 'the hex of the decoded secret')],
    ['computed_over_reserialised_body', kind === 'reserialised'],
    ['computed_over_altered_body', kind === 'altered'],
    ['computed_over_other_content', content === 'timestamp.body'],
    ['computed_as_hex', isStandard && digest.encoding !== 'base64'],
    ['computed_as_base64', !isStandard && digest.encoding !== 'hex'],
  ];
  const mistakes = possible.flatMap(([code, isMade]) => (isMade ? [code] : []));
  return mistakes.length === 0 && isStandard ? ['computed_for_standard_webhooks'] : mistakes;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
