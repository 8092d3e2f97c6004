import { decode, encode } from 'next-auth/jwt';
import { secrets } from '#lib/seal';

/** What a token is for. Each purpose has a key of its own, so that none passes for another. */
type Purpose = 'session' | 'two-factor challenge';

/** next-auth's form of a JWT: encrypted (`dir`, A256GCM) under a key that is derived from `KAIRA_SECRET`. */
export function encodeToken(purpose: Purpose, claims: Record<string, string>, maxAgeSeconds: number) {
  const [secret] = secrets();
  return encode({ token: claims, secret, salt: purpose, maxAge: maxAgeSeconds });
}

/** What every token of ours begins with: no other algorithm is even tried. */
const ourHeader = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}..`;

/** The claims of a token that we made for this purpose and that has not run out; undefined for anything else. */
export async function decodeToken(
  purpose: Purpose,
  token: string,
): Promise<Record<string, unknown> | undefined> {
  if (!token.startsWith(ourHeader)) return undefined;
  for (const secret of secrets()) {
    try {
      return (await decode({ token, secret, salt: purpose })) ?? undefined;
    } catch {
      // Of another secret, forged or run out.
    }
  }
  return undefined;
}
