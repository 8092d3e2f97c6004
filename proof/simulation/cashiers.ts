import { banjulDay } from '#lib/clock';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { readCollection } from '#lib/collections/read-collection';
import { formatAmount } from '#lib/money';
import { findOpenSale } from '#lib/till/open-sale';
import { sell, tillPrefix } from '#lib/till/own-sales';
import { readTillDay } from '#lib/till/till-day';
import type { RequestRow } from '#proof/soak/checker';
import { ask } from './office.ts';
import { sendTwice } from './payers.ts';
import { atDesk, type Desk, hire, type Member } from './people.ts';
import { current } from './stage.ts';
import type { Till } from './till.ts';

// Two cashiers of one shop who sell beside each other: each taps twice, leaves the last sale unpaid, and tries the other's.

/** At which a customer's payment needs no password. */
const RAIL = 'PROVIDER_C';
const HOUR_MS = 3_600_000;
const amounts = [20_00n, 35_50n, 1_25n];

interface Sale {
  cashier: Member;
  reference: string;
  bututs: bigint;
}

/** False: nobody paid. Early on a day, so that it is the same one at the end. */
export async function sellAtTheTill(
  { client, owner }: Desk,
  { till, requests }: { till: Till; requests: RequestRow[] },
): Promise<boolean> {
  const { timeline, violations, look } = current();
  const day = banjulDay(new Date());
  const cashiers = await Promise.all(
    ['Cashier one', 'Cashier two'].map(async (name) =>
      atDesk(await hire(name, 'cashier', client), client, 'LIVE'),
    ),
  );
  const sales = cashiers.flatMap((cashier, counter) =>
    amounts.map((bututs, at) => ({ cashier, bututs, reference: `${tillPrefix(day)}${counter}x${at}` })),
  );
  const paths = await Promise.all(sales.map(chargeTwice));
  const isLast = (at: number) => at % amounts.length === amounts.length - 1;
  await Promise.all(paths.map(async (path, at) => path !== undefined && !isLast(at) && pay(path)));
  for (const [at, cashier] of cashiers.entries()) {
    const others = sales.filter((sale) => sale.cashier !== cashier);
    await Promise.all(others.map((sale) => mustBeAnothers(cashier, sale)));
    const open = await ask(() => findOpenSale(cashier));
    const reference = 'value' in open ? open.value?.transaction.clientReference : open.code;
    const last = sales[(at + 1) * amounts.length - 1];
    if (paths[(at + 1) * amounts.length - 1] !== undefined && reference !== last?.reference)
      violations.push(`${cashier.user.name} comes back to ${reference} and left ${last?.reference}`);
  }
  await timeline.wait(HOUR_MS);
  const references = sales.map(({ reference }) => reference);
  const paid = await look(
    (sql) => sql<{ reference: string; bututs: string }[]>`
      select client_reference as reference, amount_bututs::text as bututs from transactions
      where client_id = ${client.id} and environment = 'LIVE' and client_reference = any (${references}) and status = 'SUCCEEDED'`,
  );
  for (const person of [...cashiers, atDesk(owner, client, 'LIVE')]) {
    const own = sales.filter(({ cashier }) => cashier === person || person.user.role === 'owner');
    const those = paid.filter(({ reference }) => own.some((sale) => sale.reference === reference));
    const total = formatAmount(those.reduce((sum, { bututs }) => sum + BigInt(bututs), 0n));
    const told = await ask(() => readTillDay(person, { day }));
    if (!('value' in told) || told.value.count !== those.length || told.value.total !== total)
      violations.push(
        `the day of ${person.user.name} is ${those.length} sales of ${total}, and is told as ${JSON.stringify(told)}`,
      );
  }
  return paid.length > 0;

  /** Where its customer pays; undefined: it was refused. */
  async function chargeTwice(sale: Sale): Promise<string | undefined> {
    const about = { clientId: client.id, type: 'collection', reference: sale.reference } as const;
    const amount = formatAmount(sale.bututs);
    requests.push({ at: timeline.now, ...about, kind: 'asked', amount, provider: 'CUSTOMER_CHOICE' });
    const taps = await Promise.all([1, 2].map(() => charge(sale.cashier, sale)));
    const made = taps.flatMap((said) => ('value' in said ? [said.value.transaction] : []));
    if (new Set(made.map(({ id }) => id)).size > 1)
      violations.push(`two taps made two sales of ${sale.reference}`);
    const url = made[0] && presentOwnCollection(made[0]).redirect_url;
    return url ? new URL(url).pathname : undefined;
  }

  function charge(cashier: Member, { bututs, reference }: Sale) {
    const body = { amount: formatAmount(bututs), currency: 'GMD', client_reference: reference };
    return ask(async () =>
      sell(cashier, await readCollection(cashier, { ...body, provider: 'CUSTOMER_CHOICE' }, new Headers())),
    );
  }

  async function mustBeAnothers(cashier: Member, sale: Sale): Promise<void> {
    const said = await charge(cashier, sale);
    if ('value' in said) violations.push(`${cashier.user.name} sold ${sale.reference}, which is another’s`);
  }

  async function pay(path: string): Promise<void> {
    const led = await sendTwice(path, { provider: RAIL, mobile: '+2207654321' });
    const id = led?.split('?')[0]?.split('/').at(-1);
    if (id !== undefined) await till.pay(RAIL, id);
  }
}
