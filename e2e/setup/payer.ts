import { socketFacts } from '#lib/http/peer';
import { actOnAttempt, showAttempt } from '#lib/payment-links/attempt-route';
import { sendForm, showLink } from '#lib/payment-links/pay-route';

let browsers = 0;

/** Somebody's browser, at an address of its own: keeps the cookie that it was given, and follows nothing by itself. */
export function visitor(
  link: { code: string },
  {
    keepsCookies = true,
    language = '',
    site = 'same-origin',
    headers,
  }: {
    keepsCookies?: boolean;
    language?: string;
    site?: string;
    /** Instead of what a browser says of where a form comes from. */
    headers?: Record<string, string>;
  } = {},
) {
  let cookie = '';
  const address = `10.0.${++browsers >> 8}.${browsers & 255}`;
  const from = (ask: () => Promise<Response>) => socketFacts.run({ address, encrypted: false }, ask);
  const request = (path: string, init?: RequestInit) =>
    new Request(`http://kaira.test${path}`, {
      ...init,
      headers: {
        ...(headers ?? { 'sec-fetch-site': site }),
        ...(cookie && { cookie }),
        ...(language && { 'accept-language': language }),
      },
    });
  const seen = async (answer: Response) => {
    const set = answer.headers.get('set-cookie')?.split(';')[0];
    if (set && keepsCookies) cookie = set;
    const location = answer.headers.get('location') ?? '';
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(location)?.[0] ?? '';
    return { status: answer.status, location, id, page: await answer.text() };
  };
  const params = (transactionId: string) => ({
    params: Promise.resolve({ code: link.code, transactionId }),
  });
  const browser = {
    address,
    open: async (query = '') =>
      seen(await from(() => showLink(request(`/pay/${link.code}${query}`), params('') as never))),
    send: async (fields: Record<string, string>) =>
      seen(
        await from(() =>
          sendForm(
            request(`/pay/${link.code}`, { method: 'POST', body: new URLSearchParams(fields) }),
            params('') as never,
          ),
        ),
      ),
    look: async (id: string, query = '') =>
      seen(await from(() => showAttempt(request(`/pay/${link.code}/${id}${query}`), params(id) as never))),
    act: async (id: string, fields: Record<string, string>) =>
      seen(
        await from(() =>
          actOnAttempt(
            request(`/pay/${link.code}/${id}`, { method: 'POST', body: new URLSearchParams(fields) }),
            params(id) as never,
          ),
        ),
      ),
    /** What the form would send as it was shown. */
    form: async (query = '') => hiddenOf((await browser.open(query)).page),
    begin: async (fields: Record<string, string> = {}) =>
      browser.send({ ...(await browser.form()), provider: 'PROVIDER_W', ...fields }),
  };
  return browser;
}

const hiddenOf = (page: string) => ({
  visitor: /name="visitor" value="([^"]*)"/.exec(page)?.[1] ?? '',
  attempt: /name="attempt" value="([^"]*)"/.exec(page)?.[1] ?? '',
});
