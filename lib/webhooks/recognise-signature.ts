import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto';
import type { FindingCode } from '#lib/webhooks/diagnose-signature';
import { printings } from '#lib/webhooks/reserialisations';

/**
 * Finds what made a signature, by making it in the right way and with the usual mistakes. Pure. A signature is only
 * ever compared whole: comparing its beginning would let a caller guess it digit by digit.
 */

export interface KnownSecret {
  secret: string;
  owner: 'current' | 'previous' | 'other_endpoint' | 'other_environment';
  /** Of the previous one: until when it signs, or signed. */
  expiresAt?: Date;
  /** Of another endpoint in this environment. */
  endpoint?: { id: string; url: string; isDeleted: boolean };
}

interface Digest {
  bytes: Buffer;
  encoding: 'hex' | 'base64' | 'base64 of the hex text';
}

/** Two secrets sign at a time, and each digest is compared with what all secrets make. */
const MAX_DIGESTS = 10;
const isHex = (text: string) => /^(?:[0-9a-f]{2})+$/i.test(text);

/** The digests in a text, whatever stands around them: quotes, a prefix such as "sha256=", other digests. */
export function readDigests(text: string): Digest[] {
  const found = text.match(/[\w+/-]{16,}={0,2}/g) ?? [];
  return found.slice(0, MAX_DIGESTS).map((each): Digest => {
    if (isHex(each)) return { bytes: Buffer.from(each, 'hex'), encoding: 'hex' };
    const bytes = Buffer.from(each, 'base64');
    const inner = bytes.toString('latin1');
    if (!isHex(inner)) return { bytes, encoding: 'base64' };
    return { bytes: Buffer.from(inner, 'hex'), encoding: 'base64 of the hex text' };
  });
}

/** The two ways in which every delivery is signed (signature.ts). */
export const schemes = {
  gateway: {
    form: '64 lower-case hex digits',
    value: /^[0-9a-f]{64}$/g,
    encoding: 'hex',
    inOtherEncoding: 'computed_as_base64',
    rightly: 'computed_correctly',
  },
  standard: {
    form: '"v1," and 44 characters of base64, once for each secret, with a space between',
    // Any one may match, and other versions do not count. 32 bytes leave two bits of the last character unused.
    value: /(?<!\S)v1,[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=(?!\S)/g,
    encoding: 'base64',
    inOtherEncoding: 'computed_as_hex',
    rightly: 'computed_for_standard_webhooks',
  },
} as const;

export type Scheme = keyof typeof schemes;

type Mistake = Extract<FindingCode, `computed_${string}`>;
type Bytes = string | Buffer;

const contents: [name: string, scheme: Scheme, prefix: (...signed: string[]) => string, Mistake?][] = [
  ['body', 'gateway', () => ''],
  ['id.timestamp.body', 'standard', (id, timestamp) => `${id}.${timestamp}.`],
  ['timestamp.body', 'gateway', (_, timestamp) => `${timestamp}.`, 'computed_over_other_content'],
];

const bare = (secret: string) => secret.replace('whsec_', '');
const decoded = (secret: string) => Buffer.from(bare(secret), 'base64');

/** What code uses as the key, and which mistake that is in the gateway's scheme and in the standard's. */
const keys: [name: string, make: (secret: string) => Bytes, ...mistakes: (Mistake | undefined)[]][] = [
  ['the whole text of the secret', (secret) => secret, undefined, 'computed_with_undecoded_key'],
  ['the base64-decoded secret', decoded, 'computed_with_decoded_key', undefined],
  ['the secret without whsec_', bare, 'computed_with_key_without_prefix', 'computed_with_undecoded_key'],
  [
    'the secret and a newline',
    (text) => `${text}\n`,
    'computed_with_altered_key',
    'computed_with_altered_key',
  ],
  ['the secret in quotes', (text) => `"${text}"`, 'computed_with_altered_key', 'computed_with_altered_key'],
  ['no secret at all', () => '', 'computed_with_empty_key', 'computed_with_empty_key'],
];

const KEYLESS = 'SHA-256 without a secret';
const algorithms: [name: string, start: (key: Bytes) => Hash | Hmac, Mistake?][] = [
  ['HMAC-SHA256', (key) => createHmac('sha256', key)],
  ['HMAC-SHA1', (key) => createHmac('sha1', key), 'computed_with_other_algorithm'],
  ['HMAC-SHA512', (key) => createHmac('sha512', key), 'computed_with_other_algorithm'],
  [KEYLESS, () => createHash('sha256'), 'computed_with_other_algorithm'],
];

/** Every combination, one with few mistakes before one with many. */
const ways = contents
  .flatMap(([content, scheme, prefix, inContent]) =>
    keys.flatMap(([keyName, makeKey, inGateway, inStandard]) =>
      algorithms.map(([algorithm, start, inAlgorithm]) => {
        const inKey = scheme === 'gateway' ? inGateway : inStandard;
        const mistakes = [inKey, inAlgorithm, inContent].filter((each) => each !== undefined);
        const key = algorithm === KEYLESS ? null : keyName;
        return { content, scheme, prefix, key, makeKey, algorithm, start, mistakes };
      }),
    ),
  )
  .sort((one, other) => one.mistakes.length - other.mistakes.length);

/** A body that may have been signed, and whether that was a mistake. */
interface Signed {
  bytes: Buffer;
  mistake?: Mistake | undefined;
}

/** What makes one of the digests, of likelier bodies and secrets first; without any mistake when `only` is given. */
export function recogniseSignature<B extends Signed>(
  digests: Digest[],
  tried: { bodies: B[]; secrets: KnownSecret[]; id: string | undefined; timestamp: string | undefined },
  only?: Scheme,
) {
  for (const body of digests.length > 0 ? tried.bodies : []) {
    for (const secret of tried.secrets) {
      // Every combination costs a digest, and more mistakes at once are rare.
      const max = (only ? 0 : secret.owner.startsWith('other') ? 1 : 2) - (body.mistake ? 1 : 0);
      for (const way of ways) {
        const { content, scheme, key, algorithm } = way;
        if (way.mistakes.length > max || scheme !== (only ?? scheme)) continue;
        const hash = way
          .start(way.makeKey(secret.secret))
          .update(way.prefix(`${tried.id}`, `${tried.timestamp}`));
        const made = hash.update(body.bytes).digest();
        const digest = digests.find(
          ({ bytes }) => bytes.length === made.length && timingSafeEqual(bytes, made),
        );
        if (!digest) continue;
        const { encoding } = digest;
        const { encoding: right, inOtherEncoding } = schemes[scheme];
        const mistakes = [...way.mistakes, body.mistake, encoding !== right && inOtherEncoding];
        const recipe = { algorithm, encoding, key, content };
        return { recipe, scheme, secret, body, mistakes: mistakes.filter((each) => !!each) };
      }
    }
  }
  return undefined;
}

/** What code signs that should sign the body's bytes. */
export function wrongTexts(body: string): (Signed & { name: string })[] {
  const printed = printings(body).map(({ printer, text }) => [`what ${printer} prints`, text] as const);
  const altered = [
    ['the body and a newline', `${body}\n`],
    ['the body quoted as a JSON string', JSON.stringify(body)],
    ['the text [object Object]', '[object Object]'],
    ['an empty body', ''],
  ] as const;
  return [...printed, ...altered].map(([name, text], index) => ({
    name,
    bytes: Buffer.from(text),
    mistake: index < printed.length ? 'computed_over_reserialised_body' : 'computed_over_altered_body',
  }));
}
