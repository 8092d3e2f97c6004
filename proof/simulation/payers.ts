import type { Chance } from './chance.ts';
import { current } from './stage.ts';

// Those who pay at a hosted page, of a collection whose wallet they choose or of a link: several at once, in tabs that know nothing
// of each other, who change their minds, type wrong codes and leave.

const wallets = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'];
const MOST_STEPS = 12;

interface Payer {
  /** Of the page, as `/pay/{code}`. */
  path: string;
  mobile: string;
  own: Chance;
  /** Where the payer types it. */
  amount?: string;
  /** The last code that the number was sent. */
  lastCode(mobile: string): Promise<string | undefined>;
}

/** Goes on from page to page until there is nothing more to do there, or the payer has had enough. */
export async function payAtPage({ path, mobile, own, amount, lastCode }: Payer): Promise<void> {
  const { timeline, rails } = current();
  let here = path;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    await timeline.wait(own.between(200, 15_000));
    const page = await ask('GET', here);
    if (page === undefined) continue;
    if (page.location) here = page.location;
    else if (page.status !== 200 && page.status !== 422) return;
    else if (has(page.body, 'name="attempt"')) here = (await choose(page.body)) ?? here;
    else if (!has(page.body, 'value="change"')) {
      // It has ended: some try once more.
      if (!has(page.body, 'retry=1') || own.is(0.5)) return;
      here = `${path}?retry=1`;
    } else if (own.is(0.2)) here = (await act({ action: 'change' })) ?? here;
    else if (has(page.body, 'name="otp"')) {
      const otp = own.is(0.2) ? '000001' : ((await lastCode(mobile)) ?? '000001');
      await act({ action: 'otp', otp });
    } else {
      const wallet = /class="button primary" href="([^"]*)"/.exec(page.body)?.[1];
      if (wallet === undefined) continue;
      current().visits++;
      await rails.ask('GET', wallet.replaceAll('&amp;', '&'), '');
      if (own.is(0.7)) return;
    }
  }

  async function choose(page: string): Promise<string | undefined> {
    const form = {
      ...hiddenOf(page),
      provider: own.of(wallets),
      mobile,
      ...(amount !== undefined && { amount }),
    };
    // A double tap, now and then.
    const taps = await Promise.all(
      Array.from({ length: own.is(0.2) ? 2 : 1 }, () => ask('POST', path, form)),
    );
    return taps.find((each) => each?.location)?.location ?? undefined;
  }

  async function act(form: Record<string, string>): Promise<string | undefined> {
    const answer = await ask('POST', here.split('?')[0] ?? here, form);
    return answer?.location ?? undefined;
  }
}

/** Sends the form of a page, and once more. Where it leads to; undefined: nowhere. */
export async function sendTwice(path: string, given: Record<string, string>): Promise<string | undefined> {
  const { timeline } = current();
  for (let tries = 0; tries < MOST_STEPS; tries++) {
    const page = await ask('GET', path);
    if (page?.status === 200) {
      const form = { ...hiddenOf(page.body), ...given };
      const first = await ask('POST', path, form);
      const again = await ask('POST', path, { ...form, attempt: String(Number(form.attempt) + 1) });
      const location = first?.location ?? again?.location;
      if (location) return location;
    }
    await timeline.wait(30_000);
  }
  return undefined;
}

function hiddenOf(page: string) {
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  return { visitor: hidden('visitor'), attempt: hidden('attempt') };
}

async function ask(method: 'GET' | 'POST', path: string, form?: Record<string, string>) {
  const { gateway, violations } = current();
  const answer = await gateway.ask(method, path, {
    ...(form && {
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
  if (answer?.status === 500) violations.push(`${method} ${path} was answered with 500`);
  return answer === undefined || answer.status >= 500 || answer.status === 429
    ? undefined
    : { ...answer, body: String(answer.body) };
}

const has = (page: string, part: string) => page.includes(part);
