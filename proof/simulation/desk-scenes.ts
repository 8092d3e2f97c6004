import { approve } from '#lib/approvals/decide-approval';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { updateClient } from '#lib/clients/update-client';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { changeThreshold } from '#lib/payment-approvals/change-threshold';
import { approvePayment } from '#lib/payment-approvals/decide-payment';
import { giveBack, isWaiting } from '#lib/payment-approvals/make-payment';
import { bookHouseMoney } from '#lib/rails/book-house-money';
import { changeRail } from '#lib/rails/change-rail';
import { bookFees } from '#lib/reconciliation/book-fees';
import { readRefund } from '#lib/refunds/refund-request';
import { changeSchedule } from '#lib/settlements/change-schedule';
import { runSettlementSchedules } from '#lib/settlements/run-schedules';
import { addSettlementAccount, listAccounts } from '#lib/settlements/settlement-accounts';
import type { RequestRow } from '#proof/soak/checker';
import { sellAtTheTill } from './cashiers.ts';
import type { House } from './house.ts';
import type { Shop } from './merchants.ts';
import { ask, inWorker, mustRefuse } from './office.ts';
import { atDesk, type Client, type Desk, hire } from './people.ts';
import { current } from './stage.ts';
import type { Till } from './till.ts';

// What people at screens do, each once in every seed, by a client of which nothing is known but this: so each sum is known
// to the butut, and no limit of it is met by chance.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const CARD = 'PROVIDER_C_CARD';
/** At which a customer's payment needs no password and payouts go out. */
const RAIL = 'PROVIDER_C';
/** Above it two operators move the house's money; as the run's settings have it. */
const LIMIT_OF_ONE = 500_00n;

interface Parts {
  till: Till;
  requests: RequestRow[];
  house: House;
  /** Until the shop has so much, by payments at this rail. */
  earn(who: Shop, provider: string, bututs: bigint): Promise<boolean>;
  play(name: string, scene: () => Promise<boolean>): Promise<void>;
}

/** A day on which a rail took another fee than its tariff says, and the payments of which. */
export interface OtherFees {
  day: string;
  payments: string[];
}

/** Returns where a statement will tell another fee, for `bookOtherFees`. */
export async function playDeskScenes({
  till,
  requests,
  house,
  earn,
  play,
}: Parts): Promise<OtherFees | undefined> {
  const { timeline, look, rails, gateway, violations } = current();
  const { shop, desk } = await openShop();
  const { client, owner, accountant } = desk;
  const clerk = await hire('Clerk of scenes', 'admin');
  const supervisor = await hire('Supervisor of scenes', 'admin');
  let otherFees: OtherFees | undefined;

  await play('limits of a client', reachLimits);
  await play('limit of a rail', reachTheRailsLimit);
  await play('refund at the desk', refundAtTheDesk);
  await play('top-up by two', topUpByTwo);
  await play('schedule', settleBySchedule);
  await untilMorning();
  await play('cashiers', () => sellAtTheTill(desk, { till, requests }));
  await play('another fee', payAnotherFee);
  await play('statement', readTheStatement);
  return otherFees;

  /** Early on a day that is not the last of its month, so that a day and a month stay what they are for a while. */
  async function untilMorning(): Promise<void> {
    const at = new Date(timeline.now);
    const isLast = new Date(timeline.now + day).getUTCMonth() !== at.getUTCMonth();
    if (at.getUTCHours() < 18 && !isLast) return;
    await timeline.wait(day - (timeline.now % day) + minute);
  }

  async function reachLimits(): Promise<boolean> {
    if (!(await earn(shop, CARD, 400_00n))) return false;
    await untilMorning();
    const set = (each: number | null, ofDay: number | null, ofMonth: number | null) =>
      ask(() =>
        updateClient(clerk, client.id, {
          ...{ payout_limit_bututs: each, payout_limit_day_bututs: ofDay },
          payout_limit_month_bututs: ofMonth,
        }),
      );
    await set(9_99, null, null);
    await payWhile('per_payout', async () => 9_99n);
    await set(10_00, null, 35_00);
    await payWhile('month', async () => 35_00n - (await takenOver('client')).ofMonth);
    await timeline.wait(day);
    // A day later the month's is as it was, and the day's begins anew.
    const { ofDay, ofMonth } = await takenOver('client');
    await set(null, Number(ofDay) + 25_00, null);
    await payWhile('day', async () => ofDay + 25_00n - (await takenOver('client')).ofDay);
    await set(null, null, Number(ofMonth) + 15_00);
    await payWhile('month', async () => ofMonth + 15_00n - (await takenOver('client')).ofMonth);
    await set(null, null, null);
    return true;
  }

  /** What goes out over a rail is limited for all clients together. */
  async function reachTheRailsLimit(): Promise<boolean> {
    if (!(await earn(shop, CARD, 100_00n))) return false;
    await untilMorning();
    const limit = (day_limit: bigint | null, month_limit: bigint | null) =>
      ask(() =>
        changeRail(clerk, RAIL, {
          ...{ environment: 'LIVE', direction: 'payout', enabled: true, day_limit, month_limit },
          ...{ min_amount: 1_00n, max_amount: 100_000_00n },
        }),
      );
    const { ofDay, ofMonth } = await takenOver('rail');
    await limit(ofDay + 25_00n, null);
    await payWhile('rail_day', async () => ofDay + 25_00n - (await takenOver('rail')).ofDay);
    await limit(null, ofMonth + 35_00n);
    await payWhile('rail_month', async () => ofMonth + 35_00n - (await takenOver('rail')).ofMonth);
    await limit(null, null);
    return true;
  }

  /** What others have under way may fail meanwhile: what is left is asked for before each. */
  async function payWhile(limit: string, leftOf: () => Promise<bigint>): Promise<void> {
    for (let number = 0; number < 4; number++) {
      const left = await leftOf();
      const { reference, answer } = await till.payOut(shop, RAIL, 10_00n);
      const { code, details } = answer.body.error ?? {};
      const told = code === 'PAYOUT_LIMIT_EXCEEDED' ? details.limit : undefined;
      if (told !== (left < 10_00n ? limit : undefined))
        violations.push(
          `${reference} of 10.00 met the limit ${told}, and ${formatAmount(left)} of ${limit} is left`,
        );
    }
  }

  /** What is under way, and what has reached its recipient; also what had failed and did so all the same. */
  async function takenOver(whose: 'client' | 'rail'): Promise<{ ofDay: bigint; ofMonth: bigint }> {
    const today = new Date(timeline.now).toISOString().slice(0, 10);
    const [row] = await look(
      (sql) => sql`
        with counted as (
          select amount_bututs, case when status in ('PENDING', 'AWAITING_LIQUIDITY') then ${today}::text::date
                                else (completed_at at time zone 'UTC')::date end as day
          from transactions
          where environment = 'LIVE' and type = 'payout' and case ${whose}::text when 'rail' then provider = ${RAIL} else client_id = ${client.id} end
            and (status <> 'FAILED' or delivered_after_failure)
        )
        select coalesce(sum(amount_bututs) filter (where day = ${today}::text::date), 0)::text as of_day,
               coalesce(sum(amount_bututs) filter (where date_trunc('month', day) = date_trunc('month', ${today}::text::date)), 0)::text as of_month
        from counted`,
    );
    return { ofDay: BigInt(row?.of_day), ofMonth: BigInt(row?.of_month) };
  }

  /** Above the threshold it waits for another person of the client, and not for the one who asked. */
  async function refundAtTheDesk(): Promise<boolean> {
    const opened = await till.open(shop, 'PROVIDER_W', 150_00n);
    if (opened === undefined) return false;
    await till.pay('PROVIDER_W', opened.id);
    for (let looks = 0; looks < 20; looks++) {
      await timeline.wait(minute);
      if ((await till.status(shop, 'collection', opened.reference)) === 'SUCCEEDED') break;
      if (looks === 19) return false;
    }
    const own = atDesk(owner, client, 'LIVE');
    await ask(() => changeThreshold(own, 100_00n));
    for (const [reference, amount] of [
      ['desk-refund-little', '20.00'],
      ['desk-refund-much', '130.00'],
    ] as const) {
      const about = { clientId: client.id, type: 'refund', reference } as const;
      requests.push({ at: timeline.now, ...about, kind: 'asked', amount, provider: 'PROVIDER_W' });
      const request = readRefund({ collection: opened.id, client_reference: reference, amount });
      const said = await ask(() => giveBack(own, request));
      if (!('value' in said)) return false;
      const isAbove = amount === '130.00';
      if (isWaiting(said.value) !== isAbove)
        violations.push(
          `${reference} of ${amount} ${isAbove ? 'waits for nobody' : 'waits'}: the threshold is 100.00`,
        );
      if (!isWaiting(said.value)) continue;
      const { id } = said.value.approval;
      await mustRefuse('a refund above the threshold', () => approvePayment(own, id));
      await ask(() => approvePayment(atDesk(accountant, client, 'LIVE'), id));
    }
    return true;
  }

  async function topUpByTwo(): Promise<boolean> {
    for (const amount of [LIMIT_OF_ONE, 1n, LIMIT_OF_ONE + 1n]) {
      const id = newId(new Date(timeline.now));
      const body = { id, amount, note: 'at the desk' };
      const said = await ask(() => bookHouseMoney(clerk, RAIL, 'top_up', body));
      if (!('value' in said)) return false;
      const { approval_id: asked } = said.value;
      // What one booked alone within a day counts together.
      if ((asked === null) !== (amount === LIMIT_OF_ONE))
        violations.push(
          `a top-up of ${formatAmount(amount)} ${asked === null ? 'was booked by one' : 'waits'}, and ${formatAmount(LIMIT_OF_ONE)} in a day are for one alone`,
        );
      if (asked !== null) {
        await mustRefuse('a top-up above the limit', () => approve(clerk, asked));
        await ask(() => approve(supervisor, asked));
      }
      house.moves.set(id, { provider: RAIL, bututs: amount, action: 'top_up' });
      await rails.control('/float', { rail: RAIL, add: formatAmount(amount) });
    }
    return true;
  }

  /** A worker dies between the settlement and its word of it; another one is at it, and money has come in since. */
  async function settleBySchedule(): Promise<boolean> {
    const own = atDesk(owner, client, 'SANDBOX');
    const bank = {
      kind: 'bank',
      holder: client.name,
      bank: 'Trust Bank',
      account_number: '11000123457',
    } as const;
    await ask(() => addSettlementAccount(own, bank));
    const listed = await ask(() => listAccounts(own));
    const [account] = 'value' in listed ? listed.value : [];
    if (account === undefined || !(await earnInSandbox(100_00n))) return false;
    const terms = { is_on: true, every: 'day', weekday: null, above: null, keep: 0n } as const;
    await ask(() => changeSchedule(own, { ...terms, account_id: account.id }));
    const turn = async () => {
      const [row] = await look(
        (sql) => sql`select next_run_at from settlement_schedules where client_id = ${client.id}`,
      );
      return new Date(row?.next_run_at);
    };
    const due = await turn();
    await timeline.wait(due.getTime() - timeline.now + minute);
    await inWorker(() => runSettlementSchedules());
    if (!(await earnInSandbox(100_00n))) return false;
    await look(
      (sql) =>
        sql`update settlement_schedules set next_run_at = ${due.toISOString()} where client_id = ${client.id}`,
    );
    for (let turns = 0; turns < 3; turns++) await inWorker(() => runSettlementSchedules());
    const rows = await look(
      (sql) => sql`select period from settlements where client_id = ${client.id} and period is not null`,
    );
    if (rows.length !== 1)
      violations.push(`a schedule settled ${rows.length} times: ${rows.map(({ period }) => period)}`);
    await ask(() => changeSchedule(own, { ...terms, is_on: false, account_id: account.id }));
    return true;
  }

  async function earnInSandbox(bututs: bigint): Promise<boolean> {
    const reference = newId(new Date(timeline.now));
    const body = {
      amount: formatAmount(bututs),
      currency: 'GMD',
      client_reference: reference,
      provider: 'PROVIDER_W',
    };
    const post = { key: shop.keys.SANDBOX, body };
    for (let tries = 0; tries < 10; tries++) {
      const answer = await gateway.ask('POST', '/api/v1/collections/initiate', post);
      if (answer?.status === 200) break;
      await timeline.wait(minute);
    }
    for (let looks = 0; looks < 20; looks++) {
      await timeline.wait(minute);
      const path = `/api/v1/collections/status/${reference}`;
      const told = await gateway.ask('GET', path, { key: shop.keys.SANDBOX });
      if (told?.body?.data?.status === 'SUCCEEDED') return true;
    }
    return false;
  }

  /** The rail takes half of what its tariff says, and tells it in its statement only. */
  async function payAnotherFee(): Promise<boolean> {
    await untilMorning();
    const takes = async (bps: number) => {
      for (const wallet of [1, 2])
        await rails.control('/fees', { rail: RAIL, movement: 'collection', flat: '0.00', bps, wallet });
    };
    await takes(50);
    const payments: string[] = [];
    for (const bututs of [100_00n, 60_00n]) {
      const opened = await till.open(shop, RAIL, bututs);
      if (opened === undefined) continue;
      await till.pay(RAIL, opened.id);
      await timeline.wait(10 * minute);
      if ((await till.status(shop, 'collection', opened.reference)) === 'SUCCEEDED') payments.push(opened.id);
    }
    await takes(100);
    if (payments.length < 2) return false;
    otherFees = { day: new Date(timeline.now).toISOString().slice(0, 10), payments };
    return true;
  }

  /** Opening balance and lines make the closing one, which is what the entries say. */
  async function readTheStatement(): Promise<boolean> {
    // What was booked at midnight is waited for by whoever asks.
    const today = new Date(timeline.now).toISOString().slice(0, 10);
    // Whoever is told half of one, because its lines do not lead to where it closes, asks again.
    for (let tries = 0; tries < 5; tries++) {
      const path = `/api/v1/client/statement?from=${today}&to=${today}`;
      const answer = await gateway.ask('GET', path, { key: shop.keys.LIVE });
      if (answer?.status === 200 && answer.body?.data) {
        violations.push(...(await faultsOfStatement(client, today, answer.body.data)));
        return true;
      }
      await timeline.wait(minute);
    }
    violations.push(`the statement of ${today} was asked for five times, and never answered whole`);
    return true;
  }

  async function faultsOfStatement({ id }: Client, from: string, told: ToldStatement): Promise<string[]> {
    const [row] = await look(
      (sql) => sql`
        select coalesce(-sum(amount_bututs) filter (where created_at < ${from}::text::timestamptz), 0)::text as opening,
               coalesce(-sum(amount_bututs), 0)::text as closing
        from entries where client_id = ${id} and environment = 'LIVE' and account = 'available'`,
    );
    const faults: string[] = [];
    let balance = bututsOf(told.opening_balance);
    for (const { credit, debit, balance: after, kind } of told.lines) {
      balance += bututsOf(credit) - bututsOf(debit);
      if (bututsOf(after) !== balance)
        faults.push(`after a line of ${kind} a statement has ${after}, not ${balance} bututs`);
    }
    if (bututsOf(told.closing_balance) !== balance)
      faults.push(`a statement closes with ${told.closing_balance}, not ${balance} bututs`);
    if (bututsOf(told.opening_balance) !== BigInt(row?.opening))
      faults.push(
        `a statement opens with ${told.opening_balance}, and the entries say ${row?.opening} bututs`,
      );
    if (balance !== BigInt(row?.closing))
      faults.push(`a statement closes with ${balance} bututs, and the entries say ${row?.closing}`);
    return faults;
  }
}

interface ToldStatement {
  opening_balance: string;
  closing_balance: string;
  lines: { kind: string; credit: string | null; debit: string | null; balance: string }[];
}

/** Two people press it, also again: what the rail took is booked once. Asked when the day's statement was read. */
export async function bookOtherFees(other: OtherFees | undefined): Promise<void> {
  if (other === undefined) return;
  const { look, violations } = current();
  const clerk = await hire('Clerk of fees', 'admin');
  const book = () => ask(() => bookFees(clerk, RAIL, other.day, { note: 'As the statement has it.' }));
  const first = await book();
  const again = await book();
  if (!('value' in first) || first.value.booked < other.payments.length)
    violations.push(`the fees of ${other.day} were answered with ${JSON.stringify(first)}`);
  if ('value' in again)
    violations.push(`the fees of ${other.day} were booked again: ${JSON.stringify(again)}`);
  const rows = await look(
    (sql) => sql`
      select t.id, t.amount_bututs::text as amount, coalesce(sum(e.amount_bututs), 0)::text as fee from transactions t
      join journals j on j.client_id = t.client_id and j.transaction_id = t.id
      join entries e on e.journal_id = j.id and e.account = ${`rail_fees:${RAIL}`}
      where t.id = any (${other.payments}) group by 1, 2`,
  );
  const wrong = rows.filter(({ amount, fee }) => BigInt(fee) !== BigInt(amount) / 200n);
  if (rows.length !== other.payments.length || wrong.length > 0)
    violations.push(
      `of ${other.day} these fees are booked: ${rows.map(({ amount, fee }) => `${fee} of ${amount}`)}`,
    );
}

/** A client without an endpoint, and its people. */
async function openShop(): Promise<{ shop: Shop; desk: Desk }> {
  const name = 'Shop of scenes';
  const made = await ask(() =>
    createClient({ name, businessPhone: '+2207012345', businessEmail: 'scenes@example.com' }),
  );
  if (!('value' in made)) throw new Error(`No shop could be opened: ${made.why}`);
  const clientId = made.value;
  const client: Client = { id: clientId, name, commissionBps: 150 };
  const keys = {
    LIVE: await createApiKey(clientId, 'LIVE'),
    SANDBOX: await createApiKey(clientId, 'SANDBOX'),
  };
  const owner = await hire('Owner of scenes', 'owner', client);
  const accountant = await hire('Accountant of scenes', 'accountant', client);
  return { shop: { number: 9, clientId, keys }, desk: { client, owner, accountant } };
}

function bututsOf(amount: string | null): bigint {
  return BigInt((amount ?? '0.00').replace('.', ''));
}
