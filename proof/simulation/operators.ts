import type { UserContext } from '#lib/auth/user-context';
import { resumeClient, suspendClient } from '#lib/clients/update-client';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { cancelAsOperator } from '#lib/payouts/cancel-as-operator';
import { reverseAsOperator } from '#lib/payouts/reverse-as-operator';
import { askForConnection } from '#lib/rails/ask-for-connection';
import { findConnectionRequest } from '#lib/rails/connection-request';
import { settingName } from '#lib/rails/connections';
import { approveConnection } from '#lib/rails/decide-connection';
import { fundLiveFloat } from '#lib/rails/fund-live-float';
import type { RailDefinition } from '#lib/rails/rail';
import { railDefinitions } from '#lib/rails/registry';
import type { BookLine, RailName } from '#simulator/book';
import { overdrawn, type Suspension } from './books-check.ts';
import type { Chance } from './chance.ts';
import { current } from './stage.ts';
import { within } from './timeline.ts';

const payoutRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];

export interface Operators {
  /** One act of an operator, chosen by the seed. */
  act(): Promise<void>;
  /** Puts so much into the wallet of each rail that is connected; `every`: into both. */
  fundAll(amountBututs: bigint, every?: 'every'): Promise<void>;
  acts: number;
  suspensions: Suspension[];
  /** Whether any rail was ever connected to its other wallet. */
  hasMoved: boolean;
}

const hourMs = 3_600_000;
/** A payout that was taken up before its client was suspended, by a process that then stood still, may leave so long afterwards. */
const UNDER_WAY_MS = 600_000;
/** What held a payout may be bigger; each of them fits this. */
const PLENTY = 60_000_00n;

interface Trap {
  rail: RailName;
  rules: {
    operation: string;
    kind: string;
    times?: number;
    seconds?: number;
    code?: string;
    status?: number;
  }[];
  /** What is done about the payout that falls into it. */
  next?: 'cancel' | 'connect' | 'pay';
}

const lost = (kind: string) => ({ operation: 'payout', kind });
const behind = { operation: 'payout', kind: 'search_behind', seconds: 1_200 };
const repeats = { operation: 'payout', kind: 'duplicate_refused', times: 3 };

/** What rails were seen to do one after the other, and what chance alone would seldom bring together. */
const traps: readonly Trap[] = [
  // Paid, and the answer lost; nobody finds it, and the repeat is refused.
  { rail: 'PROVIDER_W', rules: [lost('reset_done'), behind, repeats] },
  { rail: 'PROVIDER_W', rules: [lost('done_then_429'), behind, repeats] },
  { rail: 'PROVIDER_C', rules: [lost('reset_done'), behind, repeats] },
  { rail: 'PROVIDER_C', rules: [lost('done_then_403_html'), behind, repeats] },
  // The same, and the repeat finds no money in our wallet.
  {
    rail: 'PROVIDER_W',
    rules: [lost('error_500_done'), behind, { ...repeats, code: 'insufficient-funds', status: 422 }],
    next: 'cancel',
  },
  {
    rail: 'PROVIDER_C',
    rules: [lost('done_then_302'), behind, { ...repeats, code: 'Insufficient balance', status: 422 }],
    next: 'cancel',
  },
  // Surely not paid, so that it can be taken back.
  ...(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'] as const).map(
    (rail): Trap => ({
      rail,
      rules: [{ operation: 'payout', kind: 'float_short', seconds: 600 }],
      next: 'cancel',
    }),
  ),
  // Refused, and paid a moment later.
  {
    rail: 'PROVIDER_W',
    rules: [{ operation: 'payout', kind: 'refusal', code: 'recipient-account-inactive' }],
    next: 'pay',
  },
  {
    rail: 'PROVIDER_C',
    rules: [{ operation: 'payout', kind: 'refusal', code: 'Account blocked' }],
    next: 'pay',
  },
  // The rail without keys: paid, and then not let in; or by the name of another payment.
  { rail: 'PROVIDER_A', rules: [lost('done_then_401')] },
  { rail: 'PROVIDER_A', rules: [lost('done_then_403_html')] },
  { rail: 'PROVIDER_A', rules: [{ operation: 'charge', kind: 'done_then_401' }] },
  { rail: 'PROVIDER_A', rules: [lost('same_id_twice')] },
  { rail: 'PROVIDER_A', rules: [{ operation: 'charge', kind: 'same_id_twice', times: 2 }] },
];

/** The same, and another wallet is connected meanwhile. */
const moves: readonly Trap[] = [
  { rail: 'PROVIDER_W', rules: [lost('reset_done'), behind], next: 'connect' },
  { rail: 'PROVIDER_C', rules: [lost('done_then_429')], next: 'connect' },
  { rail: 'PROVIDER_A', rules: [lost('reset_done')], next: 'connect' },
];

export function createOperators(chance: Chance): Operators {
  const { rails, look, processes, timeline, violations, faults } = current();
  /** In some seeds only, so that what follows from the others is seen without it. */
  const connects = chance.is(0.4);
  const suspends = chance.is(0.4);
  const isTrapped = chance.is(0.6) && faults.share('rail_chaos') > 0;
  const connected = new Map<string, 1 | 2>();
  const walletOf = (rail: string) => connected.get(rail) ?? 1;
  const operators: Operators = {
    acts: 0,
    suspensions: [],
    hasMoved: false,
    async act() {
      operators.acts++;
      const kind = chance.pick([
        ['fund', 5],
        ['reverse', 4],
        ['cancel', 3],
        ['pay_after_all', 4],
        ['trap', isTrapped ? 12 : 0],
        ['connect', connects ? 2 : 0],
        ['suspend', suspends ? 5 : 0],
      ] as const);
      violations.push(...(await look(overdrawn)));
      if (kind === 'fund') return fund(chance.of(payoutRails), BigInt(chance.below(4_000_00)));
      if (kind === 'pay_after_all') return payAfterAll();
      if (kind === 'trap') return layTrap(chance.of(connects && chance.is(0.4) ? moves : traps));
      if (kind === 'connect') return connect(chance.of(railDefinitions));
      if (kind === 'suspend') return suspend();
      if (kind === 'cancel') return cancel();
      const id = await pick("status = 'SUCCEEDED'");
      if (id) await inGateway((operator) => reverseAsOperator(operator, id, 'The shop asked for it.'));
    },
    async fundAll(amountBututs, every) {
      for (const rail of payoutRails) {
        await fund(rail, amountBututs);
        if (every) await fund(rail, amountBututs, walletOf(rail) === 1 ? 2 : 1);
      }
    },
  };

  /** One of the last payouts of which this is true. */
  async function pick(condition: string): Promise<string | undefined> {
    const rows = await look((sql) =>
      sql.unsafe(
        `select id from transactions where type = 'payout' and ${condition} order by id desc limit 20`,
      ),
    );
    return rows.length === 0 ? undefined : (chance.of(rows) as unknown as { id: string }).id;
  }

  /** What surely no rail has taken can be cancelled. */
  async function cancel(wanted?: string): Promise<void> {
    const status = chance.is(0.7) ? 'AWAITING_LIQUIDITY' : 'PENDING';
    const id = wanted ?? (await pick(`status = '${status}'`));
    if (id === undefined) return;
    const before = await stateOf(id);
    const done = await inGateway((operator) => cancelAsOperator(operator, id, 'The shop asked for it.'));
    if (done === 'done' || done.code !== 'INVALID_STATE' || !before?.isUnsent) return;
    if ((await stateOf(id))?.version === before.version)
      violations.push(`${id} waits, its rail has not taken it, and it cannot be cancelled`);
  }

  async function stateOf(id: string) {
    const [row] = await look(
      (sql) => sql<{ version: number; isUnsent: boolean }[]>`
        select version, status = 'AWAITING_LIQUIDITY' and environment = 'LIVE' and not exists (
          select from rail_calls c where c.transaction_id = t.id and coalesce(c.outcome, 'unknown') in ('done', 'unknown')
        ) as "isUnsent" from transactions t where id = ${id}`,
    );
    return row;
  }

  /** No operator's deed: a rail pays what it had refused, or what had failed there. */
  async function payAfterAll(wanted?: string): Promise<void> {
    // What PROVIDER_A pays in this way, nobody could tell from another payout to the same number.
    const failed = "status = 'FAILED' and environment = 'LIVE' and provider in ('PROVIDER_W', 'PROVIDER_C')";
    const id = wanted ?? (await pick(failed));
    const said = rails.lines.findLast(
      ({ reference, kind }) => reference === id && (kind === 'refused' || kind === 'payout_failed'),
    );
    if (said === undefined || /insufficient/i.test(said.code ?? '')) return;
    const order = { rail: said.rail, reference: id, state: 'paid', wallet: said.wallet };
    // It may have been paid so before.
    await rails.control('/payout-end', order).catch(() => {});
  }

  /** Another wallet of a rail, while something may be under way or in doubt at the first. */
  async function connect({ traits, live }: RailDefinition): Promise<void> {
    const { provider } = traits;
    const wallet = walletOf(provider) === 1 ? 2 : 1;
    const given = wallet === 1 ? rails.settings : rails.settings2;
    const names = Object.keys(live?.fields ?? {});
    const fields = Object.fromEntries(names.map((name) => [name, given[settingName(provider, name)] ?? '']));
    // Each goes on with what is open where a server died after it was asked.
    await surely(async (operator) => {
      if (await findConnectionRequest(provider)) return;
      await askForConnection(operator, provider, { fields });
    });
    await surely(async (operator) => {
      const request = await findConnectionRequest(provider);
      if (request) await approveConnection(operator, provider, { request_id: request.id });
    });
    connected.set(provider, wallet);
    operators.hasMoved = true;
    if (payoutRails.includes(provider)) await fund(provider, BigInt(chance.below(4_000_00)));
  }

  async function layTrap({ rail, rules, next }: Trap): Promise<void> {
    const from = rails.lines.length;
    for (const rule of rules) await rails.control('/misbehave', { rail, ...rule });
    if (next === undefined) return;
    // Whoever falls into it next.
    const isCaught = ({ kind, operation, rail: at }: BookLine) =>
      at === rail && (kind === 'payout_accepted' || (kind === 'refused' && operation === 'payout'));
    let caught: BookLine | undefined;
    for (let looks = 0; looks < 200 && caught === undefined && !faults.isOver(); looks++) {
      await timeline.wait(1_000 * 1.05 ** looks);
      caught = rails.lines.slice(from).find(isCaught);
    }
    if (caught === undefined) return;
    if (next === 'connect') return connect(railDefinitions.find(({ traits }) => traits.provider === rail)!);
    if (next === 'pay') {
      await timeline.wait(chance.between(1_000, 40_000));
      return payAfterAll(caught.reference);
    }
    const id = caught.reference ?? (await pick(`provider = '${rail}' and status = 'AWAITING_LIQUIDITY'`));
    for (let tries = 0; id !== undefined && tries < 6; tries++) {
      await timeline.wait(chance.between(5_000, 40_000));
      await cancel(id);
    }
  }

  /** A client with payouts that wait, for some hours, while the floats are funded. */
  async function suspend(): Promise<void> {
    const [row] = await look(
      (sql) => sql`
        select client_id from transactions where environment = 'LIVE' and status = 'AWAITING_LIQUIDITY'
        group by 1 order by count(*) desc, 1 limit 1`,
    );
    if (row === undefined || operators.suspensions.some(({ until }) => until === Infinity)) return;
    const clientId = row.client_id as string;
    const own: Suspension = { clientId, from: Infinity, until: Infinity };
    operators.suspensions.push(own);
    await surely((operator) => suspendClient(operator, clientId, 'Somebody else has its keys.'));
    own.from = timeline.now + UNDER_WAY_MS;
    await timeline.wait(UNDER_WAY_MS);
    for (const rail of payoutRails) await fund(rail, PLENTY);
    await timeline.wait(chance.between(hourMs / 2, 3 * hourMs));
    own.until = timeline.now;
    await surely((operator) => resumeClient(operator, clientId, 'It has new keys.'));
  }

  /** An operator repeats with the same id until it is known to be booked, and moves the money at the rail once. */
  async function fund(rail: string, amount: bigint, wallet = walletOf(rail)): Promise<void> {
    if (amount === 0n) return;
    await rails.control('/float', { rail, wallet, add: formatAmount(amount) });
    const id = newId(new Date());
    await surely((operator) => fundLiveFloat(operator, rail, { id, amount, note: 'simulated' }));
  }

  /** Again and again, until it is done. */
  async function surely(work: (operator: UserContext) => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      if ((await inGateway(work)) === 'done') return;
      await timeline.wait(5_000);
    }
    throw new Error(`Operators tried this 200 times: ${work}`);
  }

  /** In one of the servers, as the dashboard's routes do it. */
  async function inGateway(
    work: (operator: UserContext) => Promise<unknown>,
  ): Promise<'done' | { code?: string }> {
    const up = processes.alive('web');
    if (up.length === 0) return {};
    return within.run(chance.of(up), () =>
      processes.orDeath(work(staff())).then(
        () => 'done' as const,
        (error: { code?: string }) => error,
      ),
    );
  }

  return operators;
}

export function staff(): UserContext {
  return {
    user: { id: crypto.randomUUID(), email: 'operator@kaira.example', name: 'An operator', role: 'admin' },
    sessionId: crypto.randomUUID(),
    clientId: undefined,
    isConfirmed: true,
    address: '203.0.113.9',
    userAgent: null,
    now: () => new Date(),
  };
}
