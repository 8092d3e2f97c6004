/** Says to a layout which page is asked for; `server.ts` sets it, whatever a request brings along. */
export const PAGE_PATH = 'x-kaira-page';
/** The nonce of the page's Content-Security-Policy, in the header that Next's documentation has for it. */
export const PAGE_NONCE = 'x-nonce';
