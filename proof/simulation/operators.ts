import type { Sql } from 'postgres';
import type { UserContext } from '#lib/auth/user-context';
import { closeCase } from '#lib/cases/close-case';
import { confirmSettlement, withdrawSettlement } from '#lib/cases/decide-settlement';
import { proposeSettlement } from '#lib/cases/propose-settlement';
import { resumeClient, suspendClient } from '#lib/clients/update-client';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { cancelAsOperator } from '#lib/payouts/cancel-as-operator';
import { fundLiveFloat } from '#lib/rails/fund-live-float';
import { overruleHealth } from '#lib/rails/overrule-health';
import type { RailDefinition } from '#lib/rails/rail';
import { railDefinitions } from '#lib/rails/registry';
import { approveOther, askForOther } from '#proof/soak/connect';
import type { Suspension } from './books-check.ts';
import type { Chance } from './chance.ts';
import { overdrawn } from './liquidity-check.ts';
import { createReversers, type Reversers } from './reversers.ts';
import { current } from './stage.ts';
import { isSimulated, within } from './timeline.ts';
import { isCaughtBy, moves, type Trap, traps } from './traps.ts';

const payoutRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];

export interface Operators {
  /** One act of an operator, chosen by the seed. */
  act(): Promise<void>;
  /** Puts so much into the wallet of each rail that is connected; `every`: into both. */
  fundAll(amountBututs: bigint, every?: 'every'): Promise<void>;
  /** The same for the wallet of one. */
  fund(rail: string, amountBututs: bigint): Promise<void>;
  acts: number;
  suspensions: Suspension[];
  reversers: Reversers;
  /** In a seed that has traps, its last payouts are taken back in the last moment in which they can be. */
  reverseInTheLastMoment(): Promise<void>;
  /** Whether any rail was ever connected to its other wallet. */
  hasMoved: boolean;
  /** When the people who did it were told that a payout is cancelled, by the one true clock. */
  cancelledAt: Map<string, number>;
  /** In a seed that has traps, the next of them. */
  layTrap(): Promise<void>;
  /** Has a merchant set the trap and ask for what it waits for; `nothing`: there is nothing to ask for yet. */
  bait?: (trap: Trap, set: (reference?: string) => Promise<void>) => Promise<'nothing' | undefined>;
}

const hourMs = 3_600_000;
/** A payout that was taken up before its client was suspended, by a process that then stood still, may leave so long afterwards. */
const UNDER_WAY_MS = 600_000;
/** What held a payout may be bigger; each of them fits this. */
const PLENTY = 60_000_00n;
/** One person's words do not close what is about money; the same list as in lib/cases/settlement.ts, written anew. */
const aboutMoney = [
  ...['unknown_outcome', 'contradiction', 'mismatch', 'same_payment', 'delivered_after_failure', 'returned'],
  ...['double_payment', 'amount_differs'],
];

export function createOperators(chance: Chance): Operators {
  const { rails, look, processes, timeline, violations, faults } = current();
  /** In some seeds only, so that what follows from the others is seen without it. */
  const connects = chance.is(0.4);
  const suspends = chance.is(0.4);
  const isTrapped = chance.is(0.75) && !faults.isLeftOut('rail_chaos');
  const closes = chance.is(0.6);
  const closed = new Set<string>();
  /** Those that are still to be laid, and the rails at which one is. */
  const deck: Trap[] = [];
  const laid = new Set<string>();
  const connected = new Map<string, 1 | 2>();
  const walletOf = (rail: string) => connected.get(rail) ?? 1;
  const reversers = createReversers({ chance, pick, inGateway });
  const operators: Operators = {
    acts: 0,
    suspensions: [],
    cancelledAt: new Map(),
    reversers,
    fund,
    hasMoved: false,
    async act() {
      operators.acts++;
      const kind = chance.pick([
        ['fund', 5],
        ['reverse', 4],
        ['cancel', 3],
        ['pay_after_all', 4],
        ['return', isTrapped ? 3 : 0],
        ['alone', 4],
        ['close', closes ? 4 : 0],
        ['connect', connects ? 2 : 0],
        ['suspend', suspends ? 5 : 0],
      ] as const);
      violations.push(...(await look(overdrawn)));
      if (kind === 'fund') return fund(chance.of(payoutRails), BigInt(chance.below(4_000_00)));
      if (kind === 'pay_after_all') return payAfterAll();
      if (kind === 'connect') return connect(chance.of(railDefinitions));
      if (kind === 'suspend') return suspend();
      if (kind === 'cancel') return cancel();
      if (kind === 'return') return reversers.giveBack();
      if (kind === 'alone') return settleAlone();
      if (kind === 'close') return closeRail(chance.of(payoutRails));
      if (isTrapped && chance.is(0.5)) return reversers.reverseAmongLies();
      await reversers.reverse(await pick("status = 'SUCCEEDED'"));
    },
    async reverseInTheLastMoment() {
      if (isTrapped) await reversers.reverseInTheLastMoment();
    },
    async layTrap() {
      if (!isTrapped) return;
      operators.acts++;
      await lay(connects && chance.is(0.2) ? chance.of(moves) : nextTrap());
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

  /** One person's words end nothing that is about money, nor does one who says yes to himself. */
  async function settleAlone(): Promise<void> {
    const open = (sql: Sql) => sql`
        select c.id, t.status from cases c join transactions t on t.id = c.transaction_id
        where c.environment = 'LIVE' and c.status = 'OPEN' and c.proposal is null and c.kind in ${sql(aboutMoney)}
        order by c.id desc limit 20`;
    let rows = await look(open);
    for (let looks = 0; looks < 40 && rows.length === 0 && !faults.isOver(); looks++) {
      await timeline.wait(2_000 * 1.15 ** looks);
      rows = await look(open);
    }
    if (rows.length === 0) return;
    const { id, status } = chance.of(rows) as unknown as { id: string; status: string };
    const told = `the case ${id}, which is about money, was closed by one person`;
    const end = await inGateway((one) => closeCase(one, id, 'It is all right, says one person.'));
    if (end === 'done') violations.push(told);
    const one = staff();
    const outcome = status === 'PENDING' || status === 'AWAITING_LIQUIDITY' ? 'failed' : 'nothing';
    const proposal = { outcome, rail_reference: null, evidence: 'One person has looked at it.' } as const;
    await inGateway(() => proposeSettlement(one, id, proposal));
    const [row] = await look(
      (sql) => sql`select proposed_at from cases where id = ${id} and proposed_by = ${one.user.id}`,
    );
    if (row === undefined) return;
    const proposedAt = new Date(row.proposed_at).toISOString();
    if ((await inGateway(() => confirmSettlement(one, id, proposedAt))) === 'done') violations.push(told);
    await surely(() => withdrawSettlement(one, id, proposedAt), ['INVALID_STATE', 'FORBIDDEN']);
  }

  /** What is accepted while its rail is closed was never sent, and can be cancelled. */
  async function closeRail(rail: string): Promise<void> {
    if (closed.has(rail)) return;
    closed.add(rail);
    const say = (status: 'CLOSED' | null) =>
      surely((operator) =>
        overruleHealth(operator, rail, { direction: 'payout', status, reason: 'It is being repaired.' }),
      );
    await say('CLOSED');
    for (let looks = 0; looks < 12 && !faults.isOver(); looks++) {
      await timeline.wait(chance.between(3_000, 10_000) * 1.3 ** looks);
      const id = await pick(
        `status = 'PENDING' and environment = 'LIVE' and provider = '${rail}' and not exists (
          select from rail_calls c where c.transaction_id = transactions.id)`,
      );
      if (id === undefined) continue;
      await cancel(id);
      break;
    }
    await say(null);
    closed.delete(rail);
  }

  /** What surely no rail has taken can be cancelled. */
  async function cancel(wanted?: string): Promise<void> {
    const status = chance.is(0.7) ? 'AWAITING_LIQUIDITY' : 'PENDING';
    const id = wanted ?? (await pick(`status = '${status}'`));
    if (id === undefined) return;
    const before = await stateOf(id);
    const done = await inGateway((operator) => cancelAsOperator(operator, id, 'The shop asked for it.'));
    if (done === 'done') operators.cancelledAt.set(id, timeline.now);
    if (done === 'done' || done.code !== 'INVALID_STATE' || !before?.isUnsent) return;
    if ((await stateOf(id))?.version === before.version)
      violations.push(`${id} waits, its rail has not taken it, and it cannot be cancelled`);
  }

  async function stateOf(id: string) {
    const [row] = await look(
      (sql) => sql<{ version: number; isUnsent: boolean }[]>`
        select version, status in ('AWAITING_LIQUIDITY', 'PENDING') and environment = 'LIVE' and not exists (
          select from rail_calls c where c.transaction_id = t.id and coalesce(c.outcome, 'unknown') in ('done', 'unknown')
        ) as "isUnsent" from transactions t where id = ${id}`,
    );
    return row;
  }

  /** No operator's deed: a rail pays what it had refused, or what had failed there. */
  async function payAfterAll(wanted?: string, evenWhatWasShort = false): Promise<void> {
    // What PROVIDER_A pays in this way, nobody could tell from another payout to the same number.
    const failed = "status = 'FAILED' and environment = 'LIVE' and provider in ('PROVIDER_W', 'PROVIDER_C')";
    const id = wanted ?? (await pick(failed));
    const said = rails.lines.findLast(
      ({ reference, kind }) => reference === id && (kind === 'refused' || kind === 'payout_failed'),
    );
    if (said === undefined || (/insufficient/i.test(said.code ?? '') && !evenWhatWasShort)) return;
    const order = { rail: said.rail, reference: id, state: 'paid', wallet: said.wallet };
    // It may have been paid so before.
    await rails.control('/payout-end', order).catch(() => {});
  }

  /** Another wallet of a rail, while something may be under way or in doubt at the first. */
  async function connect(definition: RailDefinition): Promise<void> {
    const { provider } = definition.traits;
    const wallet = walletOf(provider) === 1 ? 2 : 1;
    await surely(askForOther(definition, wallet === 1 ? rails.settings : rails.settings2));
    await surely(approveOther(definition));
    connected.set(provider, wallet);
    operators.hasMoved = true;
    if (payoutRails.includes(provider)) await fund(provider, BigInt(chance.below(4_000_00)));
  }

  /** One of a rail at which none is laid; what two of them make together is neither. */
  function nextTrap(): Trap | undefined {
    if (deck.length === 0) deck.push(...traps);
    const free = deck.filter(({ rail }) => !laid.has(rail));
    const next = free.length === 0 ? undefined : chance.of(free);
    if (next !== undefined) deck.splice(deck.indexOf(next), 1);
    return next;
  }

  async function lay(trap: Trap | undefined): Promise<void> {
    if (trap === undefined) return;
    const { rail, rules, next } = trap;
    laid.add(rail);
    const from = rails.lines.length;
    const set = async (reference?: string) => {
      for (const rule of rules)
        await rails.control('/misbehave', { rail, ...rule, ...(reference !== undefined && { reference }) });
    };
    if ((await operators.bait?.(trap, set)) === 'nothing') {
      deck.push(trap);
      laid.delete(rail);
      return;
    }
    if (rules.length === 0) return void laid.delete(rail);
    // The bait, or who came before it.
    const find = () => rails.lines.slice(from).find((line) => isCaughtBy(trap, line));
    let caught = find();
    for (let looks = 0; looks < 60 && next !== undefined && !caught && !faults.isOver(); looks++) {
      await timeline.wait(1_000 * 1.05 ** looks);
      caught = find();
    }
    laid.delete(rail);
    if (caught === undefined || next === undefined) return;
    if (next === 'connect') return connect(railDefinitions.find(({ traits }) => traits.provider === rail)!);
    if (next === 'pay' || next === 'pay_and_return') {
      await timeline.wait(chance.between(1_000, 40_000));
      await payAfterAll(caught.reference);
      if (next === 'pay') return;
      await timeline.wait(chance.between(1_000, 2 * hourMs));
      const { wallet, reference } = caught;
      return void (await rails.control('/reverse', { rail, reference, wallet }).catch(() => {}));
    }
    const id = caught.reference ?? (await pick(`provider = '${rail}' and status = 'AWAITING_LIQUIDITY'`));
    for (let tries = 0; id !== undefined && tries < 6; tries++) {
      await timeline.wait(chance.between(5_000, 40_000));
      await cancel(id);
    }
    if (next === 'cancel' || id === undefined) return;
    const [row] = await look((sql) => sql`select status from transactions where id = ${id}`);
    if (row?.status === 'FAILED') await payAfterAll(id, true);
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

  /** Again and again, until it is done, or refused as it may be. */
  async function surely(
    work: (operator: UserContext) => Promise<unknown>,
    mayEndAs: readonly string[] = [],
  ): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const end = await inGateway(work);
      if (end === 'done' || mayEndAs.includes(end.code ?? '')) return;
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
        (error: { code?: string; stack?: string }) => {
          if (!isSimulated(error) && !(error instanceof AppError))
            violations.push(`an operator met: ${error.stack}`);
          return error;
        },
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
