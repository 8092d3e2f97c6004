import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type {
  HeaderCheck,
  KnownSecret,
  SecretOwner,
  SignatureEvidence,
} from '#lib/webhooks/diagnose-signature';

/**
 * Reads the signature headers of a delivery, however they are dressed, and finds whose secret made them. Pure. A
 * signature is only ever compared whole: comparing its beginning would let a caller guess it digit by digit.
 */

/** Names in lower case with hyphens, also those that CGI writes as `HTTP_X_GW_SIGNATURE`. */
export type Headers = ReadonlyMap<string, string[]>;

/** A body that a signature may be for. */
export interface Body {
  bytes: Buffer;
  from: 'given' | 'event' | 'printed again';
  /** The same JSON as the given one, if not the same bytes. */
  isSameJson: boolean;
  eventId?: string;
  namedBy?: 'headers' | 'body';
}

export interface ReadSignature extends Signer {
  check: HeaderCheck;
  /** Whether verifiers look at it. */
  counts: boolean;
  faults: HeaderFault[];
}

interface Signer {
  signer?: KnownSecret;
  over?: Body;
  /** Headers that the signature covers with another value than they have. */
  altered: ('webhook-id' | 'webhook-timestamp')[];
}

export function readHeaders(given: Record<string, string | string[]>): Headers {
  const headers = new Map<string, string[]>();
  for (const [name, value] of Object.entries(given)) {
    const usual = name
      .trim()
      .toLowerCase()
      .replace(/^http_/, '')
      .replaceAll('_', '-');
    const values = [...(headers.get(usual) ?? []), ...[value].flat()];
    if (values.length > 0) headers.set(usual, values);
  }
  return headers;
}

/** One reading for each header that carries a signature; those that every delivery has also when they are missing. */
export function readSignatures(
  evidence: SignatureEvidence,
  headers: Headers,
  bodies: Body[],
): ReadSignature[] {
  const gateway = ['x-gw-signature', 'provider-w-signature', 'x-gw-signature-previous']
    .filter((name, index) => index === 0 || headers.has(name))
    .map((name, index) => {
      const value = readGatewayValue(headers.get(name) ?? []);
      const signer = findSigner(evidence, bodies, value.digests, ({ secret }, { bytes }) => [
        { made: hmac(secret, bytes), altered: [] },
      ]);
      return describe(evidence, headers, name, { ...value, ...signer, counts: index < 2 });
    });
  const value = readStandardValue(headers.get('webhook-signature') ?? []);
  const signer = findSigner(evidence, bodies, value.digests, standardCandidates(evidence, headers));
  return [
    ...gateway,
    describe(evidence, headers, 'webhook-signature', { ...value, ...signer, counts: true }),
  ];
}

/** The bytes that the base64 after `whsec_` stands for: the key of Standard Webhooks. */
export function decodedKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

export function isSameDigest(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether it signs for this endpoint at the time of the delivery. */
export function isSigning(
  { owner, expiresAt }: KnownSecret,
  { receivedAt, now }: SignatureEvidence,
): boolean {
  if (owner === 'current') return true;
  return owner === 'previous' && expiresAt !== undefined && expiresAt > (receivedAt ?? now);
}

type DigestFault = 'whitespace' | 'quotes' | 'prefix' | 'upper_case' | 'separators' | 'padding';
export type HeaderFault =
  | DigestFault
  | 'empty'
  | 'several'
  | 'base64'
  | 'hex'
  | 'no_version'
  | 'cut'
  | 'unreadable';

/** In words that can follow a header's name. */
export const faultWords: Record<HeaderFault, string> = {
  whitespace: 'has white space around it',
  quotes: 'stands in quotes',
  prefix: 'has a prefix that is not sent, such as "sha256="',
  upper_case: 'is in upper case',
  separators: 'has separators between its digits',
  padding: 'lacks the "=" at its end',
  empty: 'is empty',
  several: 'has several values joined',
  base64: 'is base64 where hex is due',
  hex: 'is hex where base64 is due',
  no_version: 'lacks "v1," before its value',
  cut: 'was cut off',
  unreadable: 'is no signature in hex or base64',
};

export interface Digest {
  bytes: Buffer;
  encoding: 'hex' | 'base64' | 'base64url' | 'base64 of the hex text';
  /** What stands in or around the text that does not belong to it. */
  faults: DigestFault[];
}

/** The bytes that a text stands for; undefined when it is no digest's text. */
export function readDigest(text: string): Digest | undefined {
  const faults: DigestFault[] = [];
  let rest = text;
  const strip = (fault: DigestFault, bare: string) => {
    if (bare !== rest) faults.push(fault);
    rest = bare;
  };
  strip('whitespace', rest.trim());
  strip('quotes', /^b?(["'])(.*)\1$/s.exec(rest)?.[2] ?? rest);
  strip('prefix', rest.replace(/^(?:(?:hmac-?)?sha-?(?:1|256|512)|v1a?|hmac|signature)[=,: ]\s*/i, ''));
  if (/^[0-9a-f]{2}(?:[-: ][0-9a-f]{2})+$/i.test(rest)) strip('separators', rest.replaceAll(/[-: ]/g, ''));
  if (/^(?:[0-9a-f]{2})+$/i.test(rest)) {
    strip('upper_case', rest.toLowerCase());
    return { bytes: Buffer.from(rest, 'hex'), encoding: 'hex', faults };
  }
  // Hex that was cut within a byte could be read as base64.
  if (/^[0-9a-f]+$/i.test(rest) || !/^[\w+/-]{16,}={0,2}$/.test(rest)) return undefined;
  const bytes = Buffer.from(rest, 'base64');
  const bare = rest.replace(/=+$/, '');
  // The one text of these bytes, since verifiers compare texts.
  const encoding = (['base64', 'base64url'] as const).find(
    (each) => bytes.toString(each).replace(/=+$/, '') === bare,
  );
  if (encoding === undefined) return undefined;
  const inner = bytes.toString('latin1');
  if (/^(?:[0-9a-f]{2}){16,64}$/.test(inner)) {
    return { bytes: Buffer.from(inner, 'hex'), encoding: 'base64 of the hex text', faults };
  }
  if (encoding === 'base64' && bytes.toString('base64') !== rest) faults.push('padding');
  return { bytes, encoding, faults };
}

/** Of one header; two secrets sign at a time, and each value is compared with what all secrets make. */
const MAX_VALUES = 10;

interface HeaderValue {
  digests: Digest[];
  faults: HeaderFault[];
}

function readGatewayValue(values: string[]): HeaderValue {
  const parts = values
    .flatMap((value) => (readDigest(value) ? [value] : value.split(/[,\s]+/).filter(Boolean)))
    .slice(0, MAX_VALUES);
  const digests = parts.flatMap((part) => readDigest(part) ?? []);
  const faults = new Set<HeaderFault>(digests.flatMap((digest) => digest.faults));
  if (parts.length === 0) faults.add('empty');
  if (parts.length > 1) faults.add('several');
  if (digests.some((digest) => digest.encoding !== 'hex')) faults.add('base64');
  if (digests.some(({ bytes }) => bytes.length < 32)) faults.add('cut');
  if (digests.some(({ bytes }) => bytes.length > 32)) faults.add('unreadable');
  if (digests.length < parts.length)
    faults.add(/^[0-9a-f]{1,63}$/i.test(parts[0] ?? '') ? 'cut' : 'unreadable');
  return { digests, faults: [...faults] };
}

function readStandardValue(values: string[]): HeaderValue {
  const text = values.join(' ');
  // As the standard has it: any one may match, and a version that is not known does not count.
  const strict = text.split(/\s+/).filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part));
  if (strict.length > 0 && values.length === 1) {
    return { digests: strict.slice(0, MAX_VALUES).flatMap((part) => readDigest(part) ?? []), faults: [] };
  }
  const parts = (text.match(/"?v\d\w*,[^\s,]+|[^\s,]+/g) ?? []).slice(0, MAX_VALUES);
  const digests = parts.flatMap((part) => readDigest(part) ?? []);
  const own = digests.flatMap((digest) => digest.faults);
  const faults = new Set<HeaderFault>(own.filter((fault) => fault !== 'prefix'));
  if (parts.length === 0) faults.add('empty');
  if (parts.length > 1) faults.add('several');
  if (digests.some((digest) => digest.encoding === 'hex')) faults.add('hex');
  if (digests.some((digest) => !digest.faults.includes('prefix'))) faults.add('no_version');
  if (digests.some(({ bytes }) => bytes.length < 32)) faults.add('cut');
  if (digests.length < parts.length || faults.size === 0) faults.add('unreadable');
  return { digests, faults: [...faults] };
}

type Candidates = (secret: KnownSecret, body: Body) => { made: Buffer; altered: Signer['altered'] }[];

/** As the headers have id and timestamp; for the endpoint's own secrets, also with what they may have been. */
function standardCandidates({ secrets }: SignatureEvidence, headers: Headers): Candidates {
  const first = (name: string) => headers.get(name)?.[0];
  const [id, timestamp] = [first('webhook-id'), first('webhook-timestamp')];
  const inSeconds = timestamp?.replace(/^(\d{10})\d{3}$/, '$1');
  const times = new Set([timestamp, first('x-gw-timestamp'), inSeconds]);
  const keys = new Map(secrets.map(({ secret }) => [secret, createSecretKey(decodedKey(secret))]));
  return ({ secret, owner }, { bytes, eventId }) => {
    const key = keys.get(secret);
    const isOwn = owner === 'current' || owner === 'previous';
    return [...new Set([id, first('x-gw-event-id'), eventId])].flatMap((eachId) =>
      [...times].flatMap((time) => {
        const altered: Signer['altered'] = [];
        if (eachId !== id) altered.push('webhook-id');
        if (time !== timestamp) altered.push('webhook-timestamp');
        if (!key || eachId === undefined || time === undefined || (altered.length > 0 && !isOwn)) return [];
        return [{ made: hmac(key, `${eachId}.${time}.`, bytes), altered }];
      }),
    );
  };
}

function hmac(key: string | KeyObject, ...content: (string | Buffer)[]): Buffer {
  const made = createHmac('sha256', key);
  for (const part of content) made.update(part);
  return made.digest();
}

/** Whose secret made one of the digests, for which body; the given one and the endpoint's own secret first. */
function findSigner(
  { secrets }: SignatureEvidence,
  bodies: Body[],
  digests: Digest[],
  candidates: Candidates,
): Signer {
  for (const over of digests.length > 0 ? bodies : []) {
    for (const signer of secrets) {
      const found = candidates(signer, over).find(({ made }) =>
        digests.some(({ bytes }) => isSameDigest(bytes, made)),
      );
      if (found) return { signer, over, altered: found.altered };
    }
  }
  return { altered: [] };
}

const ownerWords: Record<SecretOwner, string> = {
  current: "this endpoint's secret",
  previous: "this endpoint's secret from before its rotation",
  other_endpoint: "another endpoint's secret",
  other_environment: "a secret of this account's other environment",
};

function describe(
  evidence: SignatureEvidence,
  headers: Headers,
  header: string,
  read: Signer & HeaderValue & { counts: boolean },
): ReadSignature {
  const { signer, over, altered, faults } = read;
  const tell = (result: HeaderCheck['result'], message: string): ReadSignature => ({
    ...read,
    counts: read.counts && result !== 'missing',
    check: { header, result, ...(signer && { key: signer.owner }), message: `${header} ${message}.` },
  });
  if (!headers.has(header)) return { ...tell('missing', 'is not among the headers'), faults: [] };
  const by = signer && `was made with ${ownerWords[signer.owner]}`;
  if (faults.length > 0) {
    const form =
      header === 'webhook-signature'
        ? 'it is sent as "v1," and 44 characters of base64, once for each secret, with a space between'
        : 'it is sent as 64 lower-case hex digits';
    const words = faults.map((fault) => faultWords[fault]).join(', ');
    return tell('malformed', `${words}; ${form}${by ? `. Apart from that it ${by}` : ''}`);
  }
  if (!signer) return tell('mismatch', 'was made with no secret of this account for this body');
  if (altered.length > 0) return tell('mismatch', `${by}, but for another ${altered.join(' and ')}`);
  if (over?.from !== 'given')
    return tell('mismatch', `${by}, but for the body that we sent and not for this one`);
  if (!isSigning(signer, evidence)) return tell('mismatch', `${by}, which does not sign for this endpoint`);
  return tell('match', `${by}, for exactly this body`);
}
