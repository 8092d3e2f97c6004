/** Says to a layout which page is asked for; `server.ts` sets it, whatever a request brings along. */
export const PAGE_PATH = 'x-kaira-page';
