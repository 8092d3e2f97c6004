import type { StoredPaper } from '#lib/applications/papers';
import { type AnswerFacts, HSTS } from '#lib/http/respond';

/**
 * A paper as a download, and as nothing else: no browser shows it as a page of this site, guesses another type, or runs
 * what may be in it. https://www.rfc-editor.org/rfc/rfc6266#section-4.3
 */
export function paperAnswer({ name, type, content }: StoredPaper, facts: AnswerFacts): Response {
  const ascii = name.replaceAll(/[^A-Za-z0-9 ._-]/g, '_');
  // What RFC 8187 does not allow as it is, and encodeURIComponent leaves.
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': facts.requestId,
      ...(facts.secure && { 'strict-transport-security': HSTS }),
    },
  });
}
