import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { KnownSecret } from '#lib/webhooks/diagnose-signature';
import { reserialisations } from '#lib/webhooks/reserialisations';
import { decodedKey, isSameDigest } from '#lib/webhooks/signature-headers';

/** What a piece of code did that computed a signature, found by making the usual mistakes. Pure. */
export interface Recipe {
  algorithm: Algorithm;
  /** Undefined when no secret took part. */
  secret?: KnownSecret;
  key: KeyForm;
  content: 'body' | 'id.timestamp.body' | 'timestamp.body';
  /** What was signed: the body `given` or `sent`, or in words how it was made from that. */
  body: string;
  bodyKind: 'raw' | 'reserialised' | 'altered';
}

interface SignedFacts {
  given: Buffer;
  /** Where it is known, and other than what was given. */
  sent: Buffer | undefined;
  id: string | undefined;
  timestamp: string | undefined;
  secrets: KnownSecret[];
}

/** The recipe that makes exactly this digest, one with few mistakes before one with many. */
export function recogniseSignature(digest: Buffer, facts: SignedFacts): Recipe | undefined {
  const algorithms = algorithmsByLength[digest.length] ?? [];
  const keys = keysOf(facts.secrets);
  for (const { body, bodyKind, bytes } of bodiesOf(facts)) {
    for (const { content, prefix } of contentsOf(facts)) {
      const signed = Buffer.concat([Buffer.from(prefix), bytes]);
      // Two mistakes at once are rare, and every combination costs a digest.
      for (const algorithm of bodyKind === 'raw' ? algorithms : algorithms.slice(0, 1)) {
        for (const { secret, key, value } of keys) {
          if (!isOwn(secret) && (bodyKind !== 'raw' || algorithm !== 'HMAC-SHA256')) continue;
          if (!isSameDigest(digest, compute[algorithm](value, signed))) continue;
          return { algorithm, ...(secret && { secret }), key, content, body, bodyKind };
        }
      }
    }
  }
  return undefined;
}

const hmac = (name: string) => (key: KeyObject, content: Buffer) =>
  createHmac(name, key).update(content).digest();
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

const compute = {
  'HMAC-SHA256': hmac('sha256'),
  'HMAC-SHA1': hmac('sha1'),
  'HMAC-SHA512': hmac('sha512'),
  'HMAC-MD5': hmac('md5'),
  'SHA-256 without a secret': (_: KeyObject, content: Buffer) => sha256(content),
  'SHA-256 of the secret and then the content': (key: KeyObject, content: Buffer) =>
    sha256(key.export(), content),
  'SHA-256 of the content and then the secret': (key: KeyObject, content: Buffer) =>
    sha256(content, key.export()),
};

type Algorithm = keyof typeof compute;

const algorithmsByLength: Record<number, Algorithm[]> = {
  16: ['HMAC-MD5'],
  20: ['HMAC-SHA1'],
  32: [
    'HMAC-SHA256',
    'SHA-256 without a secret',
    'SHA-256 of the secret and then the content',
    'SHA-256 of the content and then the secret',
  ],
  64: ['HMAC-SHA512'],
};

/** What code uses as the key that should use the secret; only the first three are tried with other endpoints'. */
const keyForms = {
  'the whole text of the secret': (secret: string) => [secret],
  'the base64-decoded secret': (secret: string) => [decodedKey(secret)],
  'the secret without whsec_': (secret: string) => [secret.replace(/^whsec_/, '')],
  'the hex of the decoded secret': (secret: string) => [decodedKey(secret).toString('hex')],
  'the secret and a newline': (secret: string) => [`${secret}\n`, `${secret}\r\n`],
  'the secret in quotes': (secret: string) => [`"${secret}"`, `'${secret}'`],
  'no secret at all': () => ['', 'undefined', 'null', 'None'],
};

export type KeyForm = keyof typeof keyForms;

function keysOf(secrets: KnownSecret[]): { secret?: KnownSecret; key: KeyForm; value: KeyObject }[] {
  const made = (key: KeyForm, secret?: KnownSecret) =>
    keyForms[key](secret?.secret ?? '').map((value) => ({
      ...(secret && { secret }),
      key,
      value: createSecretKey(Buffer.from(value as string)),
    }));
  const forms = (Object.keys(keyForms) as KeyForm[]).filter((key) => key !== 'no secret at all');
  return [
    ...secrets.flatMap((secret) =>
      forms.slice(0, isOwn(secret) ? undefined : 3).flatMap((key) => made(key, secret)),
    ),
    ...made('no secret at all'),
  ];
}

function isOwn(secret: KnownSecret | undefined): boolean {
  return secret === undefined || secret.owner === 'current' || secret.owner === 'previous';
}

function bodiesOf({ given, sent }: SignedFacts): (Pick<Recipe, 'body' | 'bodyKind'> & { bytes: Buffer })[] {
  const text = (sent ?? given).toString('utf8');
  const altered = {
    'the body without the white space around it': text.trim(),
    'the body and a newline': `${text}\n`,
    'the body quoted as a JSON string': JSON.stringify(text),
    'the text [object Object]': '[object Object]',
    'an empty body': '',
  };
  const bodies = [
    { body: 'given', bodyKind: 'raw' as const, bytes: given },
    ...(sent ? [{ body: 'sent', bodyKind: 'raw' as const, bytes: sent }] : []),
    ...reserialisations(text).map((each) => ({
      body: `what ${each.name} prints`,
      bodyKind: 'reserialised' as const,
      bytes: Buffer.from(each.text),
    })),
    ...Object.entries(altered).map(([body, made]) => ({
      body,
      bodyKind: 'altered' as const,
      bytes: Buffer.from(made),
    })),
  ];
  return bodies.filter((each, index) => bodies.findIndex(({ bytes }) => bytes.equals(each.bytes)) === index);
}

function contentsOf({ id, timestamp }: SignedFacts): { content: Recipe['content']; prefix: string }[] {
  return [
    { content: 'body', prefix: '' },
    ...(id === undefined || timestamp === undefined
      ? []
      : [{ content: 'id.timestamp.body' as const, prefix: `${id}.${timestamp}.` }]),
    ...(timestamp === undefined ? [] : [{ content: 'timestamp.body' as const, prefix: `${timestamp}.` }]),
  ];
}
