import { createHmac } from 'node:crypto';
import { type Bindings, compare, copyOf, show } from './compare.ts';
import type { Expected } from './expected.ts';
import type { Received } from './receiver.ts';
import { attemptsOf } from './webhooks.ts';
import { type Account, type Delivery, gmd, paymentOf, RESOLVE_S } from './world.ts';

// Each attempt at a webhook that came, against those that the model says were made.

export interface Heard {
  /** The attempts that were matched: the delivery and the number. */
  matched: Set<string>;
  /** By event and endpoint: the exact bytes, which every attempt repeats. */
  texts: Map<string, string>;
  /** The events in the order in which each endpoint had them. */
  order: { endpoint: string; event: string }[];
}

export function nothingHeard(): Heard {
  return { matched: new Set(), texts: new Map(), order: [] };
}

export function copyOfHeard(heard: Heard): Heard {
  return { matched: new Set(heard.matched), texts: new Map(heard.texts), order: [...heard.order] };
}

interface Attempt {
  account: Account;
  delivery: Delivery;
  number: number;
  status: number;
}

/** What differs. What is expected and has not come yet is counted in `missing`. */
export function judgeHeard(
  accounts: Account[],
  received: Received[],
  heard: Heard,
  bindings: Bindings,
): { differences: string[]; missing: string[] } {
  const differences: string[] = [];
  for (const each of received) {
    const open = openAttempts(accounts, heard).filter(
      ({ account, delivery }) => pathOf(account, delivery.endpoint) === each.path,
    );
    const found = open.find((attempt) => differencesOf(attempt, each, heard, copyOf(bindings)).length === 0);
    if (found === undefined && isSecondCopy(accounts, each, heard)) continue;
    if (found === undefined) {
      const near = open.find(({ account, delivery }) => isNear(account, delivery, each, bindings));
      const why = near === undefined ? ['no such event'] : differencesOf(near, each, heard, copyOf(bindings));
      differences.push(`a webhook that is not expected: ${show(each.text)} (${why.join('; ')})`);
      continue;
    }
    differencesOf(found, each, heard, bindings);
    heard.matched.add(nameOf(found));
    heard.texts.set(textName(found), each.text);
    heard.order.push({ endpoint: found.delivery.endpoint, event: found.delivery.event });
    const { after } = found.delivery;
    const isEarly = after !== null && !heard.order.some((one) => one.event === after);
    if (isEarly) differences.push(`${found.delivery.event} came before ${after}`);
  }
  return { differences, missing: openAttempts(accounts, heard).filter(isOverdue).map(nameOf) };
}

/** The same bytes of an event that arrives twice: how often it is tried when it was not taken is in no document. */
function isSecondCopy(accounts: Account[], { path, text }: Received, heard: Heard): boolean {
  return accounts.some((account) =>
    account.deliveries.some(
      ({ isCopy, event, endpoint }) =>
        isCopy && pathOf(account, endpoint) === path && heard.texts.get(`${event} to ${endpoint}`) === text,
    ),
  );
}

/** A second copy may take as long as the latest step of a collection that its rail tells of. */
function isOverdue({ account, delivery, number }: Attempt): boolean {
  return !delivery.isCopy || (number === 1 && account.now - delivery.bornAt > 3 * RESOLVE_S);
}

function openAttempts(accounts: Account[], heard: Heard): Attempt[] {
  return accounts
    .flatMap((account) => attemptsOf(account).map((each) => ({ account, ...each })))
    .filter((each) => !heard.matched.has(nameOf(each)));
}

function nameOf({ delivery, number }: { delivery: Delivery; number: number }): string {
  return `attempt ${number} of ${delivery.id}`;
}

function textName({ delivery }: Attempt): string {
  return `${delivery.event} to ${delivery.endpoint}`;
}

function isNear(account: Account, delivery: Delivery, { text }: Received, bindings: Bindings): boolean {
  const told = account.events.find(({ id }) => id === delivery.event);
  const id = bindings.of.get(told?.payment ?? '');
  return told !== undefined && id !== undefined && text.includes(id) && text.includes(`"${told.event}"`);
}

/** The path of the receiver that an endpoint stands for. */
function pathOf(account: Account, endpoint: string): string {
  const { url = '' } = account.endpoints.find(({ id }) => id === endpoint) ?? {};
  return url.replace(/^https?:\/\/[^/]+/, '');
}

function differencesOf(attempt: Attempt, received: Received, heard: Heard, bindings: Bindings): string[] {
  const { account, delivery, number } = attempt;
  const told = account.events.find(({ id }) => id === delivery.event);
  const endpoint = account.endpoints.find(({ id }) => id === delivery.endpoint);
  if (told === undefined || endpoint === undefined) return ['no event'];
  const { headers, text } = received;
  const earlier = heard.texts.get(textName(attempt));
  if (earlier !== undefined && earlier !== text) return ['other bytes than the attempt before'];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['no JSON'];
  }
  const expected: Expected =
    endpoint.form === 'legacy'
      ? legacy(account, told.payment, told.data)
      : { event: told.event, data: told.data };
  const wanted: Record<string, Expected> = {
    // spec, Headers sent; contract §7.
    'x-gw-event': told.event,
    'x-gw-event-id': { $: 'id', name: told.id },
    'webhook-id': { $: 'id', name: told.id },
    'x-gw-delivery': { $: 'id', name: delivery.id },
    'x-gw-attempt': String(number),
    'x-gw-sandbox': account.environment === 'SANDBOX' ? 'true' : null,
    'x-gw-test': null,
  };
  const shown = Object.fromEntries(Object.keys(wanted).map((name) => [name, headers[name] ?? null]));
  return [
    ...compare(expected, body, bindings, 'webhook'),
    ...compare(wanted, shown, bindings, 'headers'),
    ...wrongSignatures(endpoint.secrets, received),
    ...(endpoint.form === 'legacy' ? wrongNumber(account, told.payment, text) : []),
  ];
}

/** contract §7: hex over the body with the whole secret, and Standard Webhooks with the decoded one. */
function wrongSignatures(secrets: string[], { headers, text }: Received): string[] {
  const [secret = ''] = secrets;
  const hex = createHmac('sha256', secret).update(text).digest('hex');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const decoded = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = `v1,${createHmac('sha256', decoded).update(signed).digest('base64')}`;
  const isRight = {
    'x-gw-signature': headers['x-gw-signature'] === hex,
    'provider-w-signature': headers['provider-w-signature'] === hex,
    'webhook-signature': String(headers['webhook-signature']).split(' ').includes(standard),
    'webhook-timestamp': Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 120,
  };
  return Object.entries(isRight)
    .filter(([, right]) => !right)
    .map(([name]) => `headers.${name}: not right, got ${headers[name]}`);
}

/** spec, Delivery: the earlier payload form. */
function legacy(account: Account, payment: string, data: Expected): Expected {
  const { type, reference, amount } = paymentOf(account, payment);
  const { status } = data as { status: string };
  return {
    event: 'transaction.completed',
    transaction: {
      ...{ id: { $: 'id', name: payment }, client_reference: reference, type: type.toUpperCase() },
      ...{ amount: amount / 100, status },
    },
  };
}

/** contract §1: printed from the decimal string, 150.00. */
function wrongNumber(account: Account, payment: string, text: string): string[] {
  const { amount } = paymentOf(account, payment);
  return text.includes(`"amount":${gmd(amount)}`) ? [] : [`webhook.transaction.amount: not ${gmd(amount)}`];
}
