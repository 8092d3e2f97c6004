import { sqlClient } from '#db/client';
import { approve } from '#lib/approvals/decide-approval';
import { updateClient } from '#lib/clients/update-client';
import type { Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { claimBatches, workBatch } from '#lib/jobs/payout-batches';
import { type Bututs, formatAmount } from '#lib/money';
import { finishApprovedPayments } from '#lib/payment-approvals/carry-out';
import { changeThreshold } from '#lib/payment-approvals/change-threshold';
import { approvePayment } from '#lib/payment-approvals/decide-payment';
import { isWaiting, payOut, settle, startBatch } from '#lib/payment-approvals/make-payment';
import { createBatch } from '#lib/payout-batches/create-batch';
import { bookHouseMoney } from '#lib/rails/book-house-money';
import { changeSchedule } from '#lib/settlements/change-schedule';
import { runSettlementSchedules } from '#lib/settlements/run-schedules';
import { addSettlementAccount, listAccounts } from '#lib/settlements/settlement-accounts';
import type { RequestRow } from '#proof/soak/checker';
import { type Bank, openBank } from './bank.ts';
import { type Chance, createChance } from './chance.ts';
import { paceOf, type Shop } from './merchants.ts';
import { ask, inWorker, mustRefuse } from './office.ts';
import type { Operators } from './operators.ts';
import { atDesk, type Client, type Desk, hire } from './people.ts';
import { createSettlers } from './settlers.ts';
import { current } from './stage.ts';

// What goes on beside the merchants' programs: their people at the dashboard, and the house's own money.

/** From which amount on a payment from the dashboard waits for a second person of the client. */
export const THRESHOLD = 100_00n;
/** Of the one client that has limits. */
export const LIMITS = { each: 300_00n, day: 700_00n };

const payoutRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'] as const;
/** So many flows of merchants begin for one act here, in the mean. */
const rarities = [1, 2, 4];
const amounts = [99_99n, 100_00n, 100_01n, 20_00n, 150_00n];

export interface House {
  work(isOver: () => boolean): Promise<void>;
  /** A client that `earn` gives money has a settlement that waits, is suspended, and a file is made. */
  keepBack(earn: (clientId: string) => Promise<boolean>): Promise<void>;
  /** What waits for somebody is decided, sent, answered. */
  finish(): Promise<void>;
  acts: number;
  bank: Bank;
  /** The client with limits from the beginning, and until when. */
  limited: string | undefined;
  limitedUntil: number;
  /** What was booked of the house's money, by the journal's id: where it went. */
  moves: Map<string, { provider: string; bututs: Bututs; to?: string; action: string }>;
}

/** Opens it before any process runs; in some seeds nobody comes to work. */
export async function createHouse(
  shops: readonly Shop[],
  requests: RequestRow[],
  operators: Operators,
): Promise<House> {
  const { seed, timeline, look, rails } = current();
  const chance: Chance = createChance(seed, 'house');
  const isOpen = chance.is(0.6);
  const hasLimits = chance.is(0.4);
  const paceMs = paceOf(seed) * chance.of(rarities);
  const house: House = {
    ...{ work, keepBack, finish, acts: 0, bank: openBank(), moves: new Map() },
    limitedUntil: Infinity,
    limited: isOpen && hasLimits ? shops[1]?.clientId : undefined,
  };
  if (!isOpen) return { ...house, work: async () => {}, keepBack: async () => {}, finish: async () => {} };
  const clerk = await hire('Clerk', 'admin');
  const supervisor = await hire('Supervisor', 'admin');
  const desks: Desk[] = [];
  for (const { number, clientId } of shops) {
    const client = { id: clientId, name: `Shop ${number}`, commissionBps: 150 };
    const owner = await hire(`Owner ${number}`, 'owner', client);
    desks.push({ client, owner, accountant: await hire(`Accountant ${number}`, 'accountant', client) });
  }
  await setTerms();
  const settlers = createSettlers({ clerk, supervisor, chance, bank: house.bank, operators });
  let number = 0;

  async function setTerms(): Promise<void> {
    for (const [index, { client, owner }] of desks.entries()) {
      await changeThreshold(atDesk(owner, client, 'LIVE'), THRESHOLD);
      if (index !== 1) await updateClient(clerk, client.id, { refund_commission: 'return' });
      if (client.id === house.limited)
        await updateClient(clerk, client.id, {
          payout_limit_bututs: Number(LIMITS.each),
          payout_limit_day_bututs: Number(LIMITS.day),
        });
      await openAccounts({ client, owner }, index === 2);
    }
  }

  async function openAccounts({ client, owner }: Pick<Desk, 'client' | 'owner'>, isByBalance: boolean) {
    const holder = client.name;
    for (const environment of ['LIVE', 'SANDBOX'] as const) {
      const desk = atDesk(owner, client, environment);
      const bank = { kind: 'bank', holder, bank: 'Trust Bank', account_number: '11000123456' } as const;
      const wallet = { kind: 'wallet', holder, provider: 'PROVIDER_W', mobile: '+2207012345' } as const;
      for (const account of [bank, wallet]) {
        const { approval } = await addSettlementAccount(desk, account);
        if (approval) await approve(clerk, approval.id);
      }
      if (!isByBalance) continue;
      const account_id = await accountOf(client, environment, 'bank');
      const terms = { is_on: true, every: 'balance', weekday: null } as const;
      await changeSchedule(desk, { ...terms, account_id, above: 200_00n, keep: 50_00n });
    }
  }

  async function accountOf(client: Client, environment: Environment, kind: string): Promise<string> {
    const accounts = await listAccounts(atDesk(clerk, client, environment));
    return accounts.find((each) => each.kind === kind)?.id ?? '';
  }

  async function work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await timeline.wait(-Math.log(1 - chance.number()) * paceMs);
      if (isOver()) return;
      house.acts++;
      await act();
      await jobs();
    }
  }

  function act(): Promise<unknown> {
    const kind = chance.pick([
      ['settle', 12],
      ['make_file', 6],
      ['end_file', 7],
      ['answer', 8],
      ['send_back', 4],
      ['keep_back', 3],
      ['move', 9],
      ['pay', 9],
      ['decide', 10],
      ['batch', 5],
      ['close', 3],
      ['too_late', 2],
    ] as const);
    switch (kind) {
      case 'settle':
        return settleSome(chance.of(desks));
      case 'move':
        return operators.hasMoved ? settlers.makeFile() : move();
      case 'pay':
        return payAtDesk(chance.of(desks));
      case 'decide':
        return decide(chance.is(0.3));
      case 'batch':
        return payBatch(chance.of(desks));
      case 'make_file':
        return settlers.makeFile();
      case 'end_file':
        return settlers.endFile();
      case 'answer':
        return settlers.answer();
      case 'send_back':
        return settlers.sendBack();
      case 'keep_back':
        return settlers.keepBack(chance.of(desks));
      case 'close':
        return settlers.closeMonth();
      case 'too_late':
        return settlers.bookTooLate();
    }
  }

  /** What workers do besides their turns with the rails. */
  async function jobs(): Promise<void> {
    await inWorker(async () => {
      for (const claimed of await claimBatches(2)) await workBatch(claimed);
    });
    await inWorker(() => finishApprovedPayments());
    await inWorker(() => runSettlementSchedules());
  }

  /** As a merchant's own request is written down: nothing may be there that nobody asked for. */
  function note(client: Client, reference: string, amount: Bututs, provider: string): void {
    const asked = {
      at: timeline.now,
      clientId: client.id,
      type: 'payout',
      reference,
      kind: 'asked',
    } as const;
    requests.push({ ...asked, amount: formatAmount(amount), provider });
  }

  /** A client's own person: while it is suspended the routes turn them away, before any verb is asked. */
  function askAs<T>({ id }: Client, work: () => Promise<T>) {
    return ask(async () => {
      const [row] = await sqlClient()`select status from clients where id = ${id}`;
      if (row?.status !== 'ACTIVE') throw new AppError('CLIENT_SUSPENDED', 'This account is suspended.');
      return work();
    });
  }

  async function settleSome(desk: Desk): Promise<void> {
    const environment = chance.is(0.75) ? 'LIVE' : 'SANDBOX';
    const kind = chance.is(0.75) ? 'bank' : 'wallet';
    const most = chance.is(0.5) ? 80_00 : 800_00;
    // A form that is sent more than once is settled once.
    const copies = chance.is(0.3) ? 2 + chance.below(3) : 1;
    await settleTo(desk, environment, kind, { bututs: BigInt(1_00 + chance.below(most)), copies });
  }

  async function settleTo(
    { client, owner }: Desk,
    environment: Environment,
    kind: 'bank' | 'wallet',
    { bututs: amountBututs, copies }: { bututs: bigint; copies: number },
  ): Promise<void> {
    const desk = atDesk(owner, client, environment);
    const accountId = await ask(() => accountOf(client, environment, kind));
    if (!('value' in accountId)) return;
    const reference = `st-${number++}`;
    if (kind === 'wallet' && environment === 'LIVE') note(client, reference, amountBututs, 'PROVIDER_W');
    const request = { accountId: accountId.value, amountBututs, clientReference: reference };
    const all = await Promise.all(
      Array.from({ length: copies }, () => askAs(client, () => settle(desk, request))),
    );
    const ids = all.flatMap((said) => {
      if (!('value' in said) || isWaiting(said.value)) return [];
      return 'settlement' in said.value ? [said.value.settlement.id] : [said.value.payout.id];
    });
    if (new Set(ids).size > 1) current().violations.push(`${reference} was settled as ${ids.join(' and ')}`);
  }

  async function payAtDesk({ client, owner }: Desk): Promise<void> {
    const [amount, provider] = [chance.of(amounts), chance.of(payoutRails)];
    const client_reference = `d-${number++}`;
    note(client, client_reference, amount, provider);
    const request = {
      ...({ amount, client_reference, provider, currency: 'GMD', metadata: {} } as const),
      recipient_mobile: `+2207${String(100_000 + chance.below(900_000))}`,
    };
    const desk = atDesk(owner, client, 'LIVE');
    const said = await askAs(client, () => payOut(desk, request));
    if ('value' in said && isWaiting(said.value) !== amount > THRESHOLD)
      current().violations.push(
        `${client_reference} of ${formatAmount(amount)} ${amount > THRESHOLD ? 'waits for nobody' : 'waits'}, and the threshold is ${formatAmount(THRESHOLD)}`,
      );
  }

  async function payBatch({ client, owner }: Desk): Promise<void> {
    const file = `b-${number++}`;
    const rows = Array.from({ length: 2 + chance.below(5) }, (_, index) => {
      const [amount, provider] = [BigInt(1_00 + chance.below(60_00)), chance.of(payoutRails)];
      note(client, `${file}-${index}`, amount, provider);
      const mobile = `+2203${String(100_000 + chance.below(900_000))}`;
      return `${file}-${index},${mobile},${formatAmount(amount)},${provider}`;
    });
    const csv = ['Ref,Phone,Amount,Rail', ...rows].join('\n');
    const desk = atDesk(owner, client, 'LIVE');
    const made = await askAs(client, () =>
      createBatch(desk, { file_name: `${file}.csv`, provider: 'PROVIDER_W', csv }),
    );
    if (!('value' in made)) return;
    const { id } = made.value;
    await Promise.all(
      Array.from({ length: 1 + chance.below(3) }, () => askAs(client, () => startBatch(desk, id))),
    );
  }

  /** A second person of the client says yes; `isTried`: whoever asked tries first. */
  async function decide(isTried: boolean): Promise<boolean> {
    const waiting = await look(
      (sql) => sql<{ id: string; client_id: string }[]>`
        select id, client_id from approvals where status = 'PENDING' and environment = 'LIVE'
          and kind in ('payout', 'payout_batch', 'settlement', 'refund') order by id limit 10`,
    );
    const [found] = waiting.length === 0 ? [] : [chance.of(waiting)];
    const desk = desks.find(({ client }) => client.id === found?.client_id);
    if (found === undefined || desk === undefined) return false;
    const { client, owner, accountant } = desk;
    if (isTried)
      await mustRefuse('a payment above the threshold', () =>
        approvePayment(atDesk(owner, client, 'LIVE'), found.id),
      );
    const said = await askAs(client, () => approvePayment(atDesk(accountant, client, 'LIVE'), found.id));
    return 'value' in said;
  }

  /** Booked first, and then moved at the rail: once each, whatever answers are lost. */
  async function move(): Promise<void> {
    const action = chance.of([
      'collections',
      'transfer',
      'withdraw',
      'top_up',
      'withdraw_collected',
    ] as const);
    const provider = action === 'withdraw_collected' ? 'PROVIDER_C_CARD' : chance.of(payoutRails);
    const to = action === 'transfer' ? chance.of(payoutRails.filter((each) => each !== provider)) : undefined;
    const amount = BigInt(1_00 + chance.below(chance.is(0.3) ? 900_00 : 60_00));
    const id = newId(new Date(timeline.now));
    const body = { id, amount, note: 'at the desk', ...(to && { to }) };
    const said = await ask(() => bookHouseMoney(clerk, provider, action, body));
    if ('value' in said && said.value.approval_id !== null) {
      const asked = said.value.approval_id;
      if (chance.is(0.4)) await mustRefuse(`${action} above the limit`, () => approve(clerk, asked));
      await ask(() => approve(supervisor, asked));
    }
    const [booked] = await look((sql) => sql`select from journals where id = ${id}`);
    if (booked === undefined) return;
    house.moves.set(id, { provider, bututs: amount, action, ...(to && { to }) });
    const sign = action === 'top_up' ? '' : '-';
    if (action !== 'collections')
      await rails.control('/float', { rail: provider, add: `${sign}${formatAmount(amount)}` });
    if (to) await rails.control('/float', { rail: to, add: formatAmount(amount) });
  }

  async function keepBack(earn: (clientId: string) => Promise<boolean>): Promise<void> {
    const [desk] = desks;
    if (desk === undefined || !(await earn(desk.client.id))) return;
    await settleTo(desk, 'LIVE', 'bank', { bututs: 20_00n, copies: 1 });
    await settlers.keepBack(desk);
  }

  async function finish(): Promise<void> {
    if (house.limited !== undefined) {
      const client = house.limited;
      house.limitedUntil = timeline.now;
      await ask(() =>
        updateClient(clerk, client, { payout_limit_bututs: null, payout_limit_day_bututs: null }),
      );
    }
    for (let rounds = 0; rounds < 30; rounds++) {
      while (await decide(false)) house.acts++;
      await jobs();
      await settlers.finish();
      const [open] = await look(
        (sql) => sql`
          select (select count(*) from payout_batches where status = 'RUNNING')
            + (select count(*) from approvals where status = 'APPROVED' and kind in ('payout', 'payout_batch', 'settlement', 'refund'))
            + (select count(*) from settlements where status in ('IN_FILE', 'SENT')) as count`,
      );
      if (Number(open?.count) === 0) return;
      await timeline.wait(60_000);
    }
    current().violations.push('the people of the house and of the shops did not come to an end');
  }

  return house;
}
