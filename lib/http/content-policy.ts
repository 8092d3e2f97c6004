/**
 * The Content-Security-Policy of every page. All that a page needs is named; what is not named, such as frames and
 * plug-ins, is refused by `default-src`. https://www.w3.org/TR/CSP3/
 */
const everywhere = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/**
 * For the pages that React renders: scripts of ours only, and those in the page only with the nonce of this answer.
 * A style attribute may stand in the HTML, where a chart has a measure; a style element needs the nonce too.
 */
export function appPolicy(nonce: string, { isDev }: { isDev: boolean }): string {
  return written({
    ...everywhere,
    // React's tools for a page in work want `eval`.
    'script-src': `'self' 'nonce-${nonce}'${isDev ? " 'unsafe-eval'" : ''}`,
    // In work, styles come and go as scripts do, without a nonce.
    'style-src': isDev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    // The one of the client dashboard, lib/offline/serve-worker.ts.
    'worker-src': "'self'",
  });
}

/**
 * For pages that have one style and no script: a customer's, and the log-in. The card page may stand in a frame of the merchant's
 * page (contract.md §3, `presentation`), and so may what follows it; no other page may, lest somebody be led to click
 * what cannot be seen.
 */
export function plainPolicy(styleHash: string, { isFramed }: { isFramed: boolean }): string {
  return written({
    ...everywhere,
    'style-src': styleHash,
    'img-src': "'self'",
    ...(isFramed && { 'frame-ancestors': '*' }),
  });
}

function written(policy: Record<string, string>): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
