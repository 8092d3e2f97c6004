import {
  type KnownSecret,
  readDigests,
  recogniseSignature,
  type Scheme,
  schemes,
  wrongTexts,
} from '#lib/webhooks/recognise-signature';
import { fieldDifferences, howReserialised, parseJson, printings } from '#lib/webhooks/reserialisations';

export interface SentEvent {
  id: string;
  /** Every form in which it may have been sent. */
  bodies: string[];
  /** By a header, or only by the transaction that the body tells of. */
  namedBy: 'headers' | 'body';
}

export interface SignatureEvidence {
  body: Buffer;
  headers: ReadonlyMap<string, string>;
  /** What the receiver's own code computed. */
  computedSignature?: string | undefined;
  /** When the receiver got it, if that was said. */
  receivedAt?: Date | undefined;
  now: Date;
  environment: 'SANDBOX' | 'LIVE';
  /** Of one client only, the endpoint's own first. */
  secrets: KnownSecret[];
  /** The client's events of this environment that headers or body name, the former first. */
  events: SentEvent[];
  /** Whether they name one of the client's other environment. */
  isOfOtherEnvironment: boolean;
}

/** Every code with its verdict and remedy, in words that can follow "but"; what explains most comes first. */
const verdicts = {
  body_empty: 'the body is empty: something read the request first, so keep the raw bytes when they arrive.',
  body_not_json: 'the body is not JSON text: verify the raw bytes, before anything parses or filters them.',
  body_truncated: 'the body was cut off: read the whole request before you verify it, and count bytes.',
  signature_mixed_up: 'headers and body are of two deliveries: keep those of one request together.',
  wrong_environment: 'sandbox and live are mixed up: use the secret of the environment that sent this.',
  wrong_endpoint: "another endpoint's secret is in play: use that of the endpoint that was called.",
  body_reserialised: 'the body was parsed and printed again: verify the raw bytes that arrived.',
  body_altered: 'the body is not what we sent: find what changes it on the way, or refuse it as forged.',
  old_secret: 'the secret from before the rotation is in use: take the new one.',
  computed_with_empty_key: 'your code had no secret when it computed: load it before the first request.',
  computed_with_other_algorithm: 'your code used another algorithm: use HMAC-SHA256, keyed with the secret.',
  computed_with_altered_key: 'your code has more than the secret in its key: trim it, and remove quotes.',
  computed_with_undecoded_key: 'the key of webhook-signature is what follows whsec_, base64-decoded.',
  computed_with_key_without_prefix: 'the key of x-gw-signature is the whole secret, with its whsec_.',
  computed_with_decoded_key: 'the key of x-gw-signature is the text of the secret, not decoded.',
  computed_over_reserialised_body: 'your code signed a body that was printed again: sign the raw bytes.',
  computed_over_altered_body: 'your code signed another text than the body: sign the raw bytes that arrived.',
  computed_over_other_content:
    'x-gw-signature is over the body alone, webhook-signature over id.timestamp.body.',
  computed_as_base64: 'your code printed the digest as base64: x-gw-signature is lower-case hex.',
  computed_as_hex: 'your code printed the digest as hex: webhook-signature is base64 after "v1,".',
  computed_for_standard_webhooks: 'your code computed webhook-signature: compare it with what follows "v1,".',
  malformed_header: 'a header is not in the form in which it was sent: pass it on as it arrived.',
  signature_altered:
    'we made no such signature: find what changes it or what it covers, or refuse it as forged.',
  unknown_event: 'no event of this account fits: check which account and endpoint it came from.',
  stale_timestamp: 'the timestamp is not within five minutes: check your clock, or refuse it as a replay.',
  missing_header: 'not every signature header is there: let proxies and frameworks pass them all on.',
  computed_correctly:
    'your code computed the right signature: compare it as lower-case hex, with nothing around it.',
  computed_unknown: 'no known mistake makes what your code computed: check secret, bytes and algorithm.',
} as const;

export type FindingCode = keyof typeof verdicts;

export interface Finding {
  code: FindingCode;
  message: string;
  [evidence: string]: unknown;
}

export interface SignatureDiagnosis {
  /** Whether a correct verifier that has the endpoint's secret accepts it. */
  valid: boolean;
  /** The verdict and the remedy, one sentence. */
  summary: string;
  /** With whose secret made it, also where that is the wrong one. */
  checks: { header: string; result: Check['result']; key?: KnownSecret['owner'] | undefined }[];
  /** What explains most first; never empty for what is not valid. */
  findings: Finding[];
}

/** What became of one header. */
interface Check {
  header: string;
  result: 'match' | 'mismatch' | 'missing' | 'malformed';
  /** In which it is sent. */
  form?: string;
  /** Of a signature: whose secret made it, and for which body. */
  signer?: KnownSecret | undefined;
  over?: Body | undefined;
  /** Of a timestamp, in seconds on arrival. */
  age?: number;
}

/** A body that a signature may be for. */
interface Body {
  bytes: Buffer;
  /** Undefined for the given one, and for that printed as Kaira prints. */
  event?: SentEvent | undefined;
}

interface Facts {
  evidence: SignatureEvidence;
  /** Of the signatures that are there. */
  signatures: Check[];
  /** What was most likely sent; the given body itself when a signature was made for it. */
  original: Body | undefined;
}

/**
 * Says which part of a delivery does not fit its signature, and why. Pure. No secret, and no signature that was not
 * given, is ever in the result: nobody can sign with its help.
 */
export function diagnoseSignature(evidence: SignatureEvidence): SignatureDiagnosis {
  const bodies = possibleBodies(evidence);
  const unneeded = evidence.headers.has(ALIAS) ? 'x-gw-signature' : ALIAS;
  const read = Object.entries(signatureHeaders)
    .filter(([header]) => evidence.headers.has(header) || header !== unneeded)
    .map(([header, scheme]) => checkSignature(evidence, bodies, header, scheme));
  const time = checkTimestamp(evidence);
  const id: Check = {
    header: 'webhook-id',
    result: evidence.headers.has('webhook-id') ? 'match' : 'missing',
  };
  const checks = [...read, id, time];
  const signatures = read.filter(({ result }) => result !== 'missing');
  const isInTime = time.result === 'match' || !evidence.headers.has('webhook-signature');
  const valid = isInTime && signatures.length > 0 && signatures.every(({ result }) => result === 'match');
  const facts: Facts = { evidence, signatures, original: originalOf(evidence, bodies, signatures) };
  const bodyFaults = findBodyFaults(facts);
  const order = Object.keys(verdicts);
  const findings = [
    ...bodyFaults,
    ...findWrongSecrets(facts),
    ...findAlteredSignatures(facts, bodyFaults.length === 0),
    ...findHeaderFaults(checks),
    ...explainComputed(facts),
  ].sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code));
  const verdict = findings[0] && verdicts[findings[0].code];
  const accepted = `The signatures match${verdict ? `, but ${verdict}` : ': a correct verifier accepts this delivery.'}`;
  return {
    valid,
    summary: valid || !verdict ? accepted : sentence(verdict),
    checks: checks.map(({ header, result, signer }) => ({ header, result, key: signer?.owner })),
    findings,
  };
}

/** Names in lower case with hyphens, also those that PHP and CGI write as `HTTP_X_GW_SIGNATURE`. */
export function readHeaders(given: Record<string, string | string[]>): ReadonlyMap<string, string> {
  const usual = (name: string) =>
    name
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^http-/, '');
  const lines = Object.entries(given);
  return new Map(lines.map(([name, value]) => [usual(name), [value].flat().join(', ').trim()]));
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** What was found, and then what to do about it. */
function finding(code: FindingCode, what: string, evidence: object = {}): Finding {
  return { code, message: `${what} ${sentence(verdicts[code])}`, ...evidence };
}

function possibleBodies({ body, events }: SignatureEvidence): Body[] {
  return [
    { bytes: body },
    ...events.flatMap((event) => event.bodies.map((text) => ({ bytes: Buffer.from(text), event }))),
    // A test event is kept nowhere, but the one way in which Kaira prints is known.
    ...printings(body.toString('utf8'))
      .slice(0, 1)
      .map(({ text }) => ({ bytes: Buffer.from(text) })),
  ];
}

/** The body that the given one was most likely made from. */
function originalOf({ body }: SignatureEvidence, bodies: Body[], signatures: Check[]): Body | undefined {
  const signed = signatures.flatMap(({ over }) => over ?? []);
  const sent = bodies.filter(({ event }) => event);
  return (
    signed.find(({ bytes }) => bytes.equals(body)) ??
    sent.find(({ bytes }) => howReserialised(body, bytes)) ??
    signed[0] ??
    sent.find(({ bytes }) => body.includes(JSON.parse(bytes.toString('utf8')).event)) ??
    sent[0]
  );
}

const ALIAS = 'provider-w-signature';

/** The headers that carry a signature, and that verifiers look at. */
const signatureHeaders: Record<string, Scheme> = {
  'x-gw-signature': 'gateway',
  [ALIAS]: 'gateway',
  'webhook-signature': 'standard',
};

function checkSignature(evidence: SignatureEvidence, bodies: Body[], header: string, scheme: Scheme): Check {
  const { headers, secrets } = evidence;
  const { form, value } = schemes[scheme];
  const text = headers.get(header);
  if (text === undefined) return { header, result: 'missing', form };
  const values = text.match(value);
  const digests = readDigests(values?.join(' ') ?? text);
  const [id, timestamp] = [headers.get('webhook-id'), headers.get('webhook-timestamp')];
  const found = recogniseSignature(digests, { bodies, secrets, id, timestamp }, scheme);
  const isMatch = found?.body.bytes.equals(evidence.body) && isSigning(found.secret, evidence);
  const result = values ? (isMatch ? 'match' : 'mismatch') : 'malformed';
  return { header, result, form, signer: found?.secret, over: found?.body };
}

/** Whether it signs for this endpoint at the time of the delivery. */
function isSigning({ owner, expiresAt }: KnownSecret, { receivedAt, now }: SignatureEvidence): boolean {
  return owner === 'current' || (expiresAt !== undefined && expiresAt > (receivedAt ?? now));
}

/** Further away than this, verifiers of Standard Webhooks refuse a delivery. */
const TOLERANCE_SECONDS = 300;

function checkTimestamp({ headers, receivedAt }: SignatureEvidence): Check {
  const [header, form] = ['webhook-timestamp', 'whole seconds since 1970'];
  const text = headers.get(header);
  if (text === undefined) return { header, result: 'missing', form };
  if (!/^\d{1,12}$/.test(text)) return { header, result: 'malformed', form };
  // How old it is by now says nothing of how old it was on arrival.
  const age = receivedAt ? Math.floor(receivedAt.getTime() / 1000) - Number(text) : 0;
  return { header, result: Math.abs(age) > TOLERANCE_SECONDS ? 'mismatch' : 'match', form, age };
}

const RAW_BODY =
  "The raw body is express.raw({ type: '*/*' }) in Express, await request.text() in Next.js and Hono, request.get_data() " +
  "in Flask, request.body in Django, file_get_contents('php://input') in PHP, io.ReadAll(request.Body) in Go.";

function findBodyFaults({ evidence, original }: Facts): Finding[] {
  const { body: given, environment, isOfOtherEnvironment } = evidence;
  const reserialised = original && howReserialised(given, original.bytes);
  const other = evidence.events.find(({ namedBy }) => namedBy === 'headers');
  if (reserialised && original?.event?.namedBy === 'body' && other) {
    const { id } = original.event;
    const what = `The body is that of event ${id}, the headers are of event ${other.id}.`;
    return [finding('signature_mixed_up', what, { event_of_body: id, event_of_headers: other.id })];
  }
  if (original?.bytes.equals(given)) return [];
  const text = given.toString('utf8');
  if (text.trim() === '') return [finding('body_empty', RAW_BODY)];
  const difference = given.findIndex((byte, index) => byte !== original?.bytes[index]);
  const first_difference = difference < 0 ? given.length : difference;
  const where = original && { first_difference, ...(original.event && { event_id: original.event.id }) };
  if (difference < 0) {
    const what = `The body ends after ${given.length} of ${original?.bytes.length} bytes.`;
    return [finding('body_truncated', what, where)];
  }
  if (parseJson(text) === undefined) {
    const what = `Programs print what they parsed as [object Object], {'event': …}, Array or map[…]. ${RAW_BODY}`;
    return [finding('body_not_json', what, where)];
  }
  if (!original) {
    const what = `Neither headers nor body name an event in ${environment}; a test event is not kept.`;
    return isOfOtherEnvironment ? [] : [finding('unknown_event', what)];
  }
  if (reserialised) {
    const { changes, looks_like } = reserialised;
    const printer = looks_like ? ` ${looks_like} prints exactly this.` : '';
    const what = `The body says what we sent, in other bytes (${changes.join(', ')}).${printer} ${RAW_BODY}`;
    return [finding('body_reserialised', what, { ...reserialised, ...where })];
  }
  const fields = fieldDifferences(given, original.bytes);
  const paths = fields.map(({ path }) => path || 'the whole').join(', ');
  const what = `The body differs from what we sent from byte ${first_difference} on, in ${paths}.`;
  return [finding('body_altered', what, { fields, ...where })];
}

function findWrongSecrets({ evidence, signatures }: Facts): Finding[] {
  const found = new Set(signatures.flatMap(({ signer }) => signer ?? []));
  const isElsewhere = found.size === 0 && evidence.isOfOtherEnvironment;
  const signers = isElsewhere ? [{ secret: '', owner: 'other_environment' } as const] : [...found];
  return signers.flatMap((signer) => wrongSecret(signer, evidence, 'This delivery was signed with'));
}

/** What to do when the secret that was used is not the endpoint's present one; empty when it is. */
function wrongSecret(secret: KnownSecret, evidence: SignatureEvidence, who: string): Finding[] {
  const { owner, endpoint, expiresAt } = secret;
  if (owner === 'other_environment') {
    const environment = evidence.environment === 'LIVE' ? 'SANDBOX' : 'LIVE';
    const what = `${who} a secret of ${environment}, and this endpoint is of ${evidence.environment}.`;
    return [finding('wrong_environment', what, { environment })];
  }
  if (expiresAt) {
    const [expired, valid_until] = [!isSigning(secret, evidence), expiresAt.toISOString()];
    const what = `${who} the secret from before the rotation, which signs until ${valid_until}.`;
    return [finding('old_secret', what, { valid_until, expired })];
  }
  if (!endpoint) return [];
  const { id, url, isDeleted } = endpoint;
  const what = `${who} the secret of the ${isDeleted ? 'deleted ' : ''}endpoint ${id} (${url}).`;
  return [finding('wrong_endpoint', what, { endpoint_id: id, url, deleted: isDeleted })];
}

/** Signatures that nothing else explains. What was signed has to be known, or nothing can be said of them. */
function findAlteredSignatures({ evidence, signatures, original }: Facts, isBodyRight: boolean): Finding[] {
  const hasContent = evidence.headers.has('webhook-id') && evidence.headers.has('webhook-timestamp');
  const headers = signatures
    .filter(({ result, over }) => result === 'mismatch' && (!over || (isBodyRight && over !== original)))
    .map(({ header }) => header)
    .filter((header) => hasContent || header !== 'webhook-signature');
  if (!original || headers.length === 0) return [];
  return [finding('signature_altered', `Not made for what we sent: ${headers.join(', ')}.`, { headers })];
}

function findHeaderFaults(checks: Check[]): Finding[] {
  const headers = checks.filter(({ result }) => result === 'missing').map(({ header }) => header);
  const what = `Not among the headers: ${headers.join(', ')}.`;
  const missing = headers.length > 0 ? [finding('missing_header', what, { headers })] : [];
  const wrong = checks.flatMap(({ header, result, form, age }) => {
    if (result === 'malformed')
      return finding('malformed_header', `${header} is sent as ${form}.`, { header });
    if (result !== 'mismatch' || age === undefined) return [];
    const when = `${Math.abs(age)} s ${age > 0 ? 'before' : 'after'} received_at`;
    return finding('stale_timestamp', `${header} is ${when}.`, { seconds_before: age });
  });
  return [...missing, ...wrong];
}

/** What the receiver's own code did, by the digest that it computed. */
function explainComputed({ evidence, original }: Facts): Finding[] {
  const { computedSignature, body: given, headers, secrets } = evidence;
  if (computedSignature === undefined) return [];
  const isOriginal = !original || original.bytes.equals(given);
  const isSameJson = original && howReserialised(given, original.bytes);
  const mistake = isSameJson ? 'computed_over_reserialised_body' : 'computed_over_altered_body';
  const found = recogniseSignature(readDigests(computedSignature).slice(0, 1), {
    bodies: [
      ...(isOriginal ? [] : [{ name: 'the body that we sent', bytes: original.bytes }]),
      {
        name: 'the body that you gave',
        bytes: given,
        mistake: isOriginal ? undefined : mistake,
      },
      ...wrongTexts((original?.bytes ?? given).toString('utf8')),
    ],
    secrets,
    id: headers.get('webhook-id') ?? headers.get('x-gw-event-id'),
    timestamp: headers.get('webhook-timestamp') ?? headers.get('x-gw-timestamp'),
  });
  if (!found) return [finding('computed_unknown', 'It is no hex or base64 of a digest that we could make.')];
  const recipe = { ...found.recipe, body: found.body.name };
  const key = recipe.key ? ` with ${recipe.key}` : '';
  const content = recipe.content.replace('body', recipe.body);
  const what = `Your code made ${recipe.algorithm} as ${recipe.encoding}${key}, over ${content}.`;
  const wrong = wrongSecret(found.secret, evidence, 'Your code used');
  const [code = schemes[found.scheme].rightly, ...more] = found.mistakes;
  if (wrong[0] && code === 'computed_correctly') return [{ ...wrong[0], recipe }];
  const remedies = more.map((each) => ` ${sentence(verdicts[each])}`).join('');
  const first = finding(code, what, { recipe });
  return [{ ...first, message: first.message + remedies }, ...wrong];
}
