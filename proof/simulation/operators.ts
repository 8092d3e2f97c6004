import type { UserContext } from '#lib/auth/user-context';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { cancelAsOperator } from '#lib/payouts/cancel-as-operator';
import { reverseAsOperator } from '#lib/payouts/reverse-as-operator';
import { fundLiveFloat } from '#lib/rails/fund-live-float';
import type { Chance } from './chance.ts';
import { current } from './stage.ts';
import { within } from './timeline.ts';

const payoutRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];

export interface Operators {
  /** One act of an operator, chosen by the seed. */
  act(): Promise<void>;
  /** Puts so much into each rail's wallet. */
  fundAll(amountBututs: bigint): Promise<void>;
  acts: number;
}

export function createOperators(chance: Chance): Operators {
  const { rails, look, processes, timeline } = current();
  const operators: Operators = {
    acts: 0,
    async act() {
      operators.acts++;
      const kind = chance.pick([
        ['fund', 5],
        ['reverse', 4],
        ['cancel', 1],
      ] as const);
      if (kind === 'fund') return fund(chance.of(payoutRails), BigInt(chance.below(4_000_00)));
      const status = kind === 'reverse' ? 'SUCCEEDED' : 'AWAITING_LIQUIDITY';
      const rows = await look(
        (sql) =>
          sql`select id from transactions where type = 'payout' and status = ${status} order by id desc limit 20`,
      );
      if (rows.length === 0) return;
      const { id } = chance.of(rows) as { id: string };
      await inGateway((operator) =>
        kind === 'reverse'
          ? reverseAsOperator(operator, id, 'The shop asked for it.')
          : cancelAsOperator(operator, id, 'The shop asked for it.'),
      );
    },
    async fundAll(amountBututs) {
      for (const rail of payoutRails) await fund(rail, amountBututs);
    },
  };

  /** An operator repeats with the same id until it is known to be booked, and moves the money at the rail once. */
  async function fund(rail: string, amount: bigint): Promise<void> {
    if (amount === 0n) return;
    await rails.control('/float', { rail, add: formatAmount(amount) });
    const id = newId(new Date());
    for (let tries = 0; tries < 200; tries++) {
      const isBooked = await inGateway((operator) =>
        fundLiveFloat(operator, rail, { id, amount, note: 'simulated' }),
      );
      if (isBooked) return;
      await timeline.wait(5_000);
    }
    throw new Error(`${rail} could not be funded`);
  }

  /** In one of the servers, as the dashboard's routes do it. */
  async function inGateway(work: (operator: UserContext) => Promise<unknown>): Promise<boolean> {
    const up = processes.alive('web');
    if (up.length === 0) return false;
    return within.run(chance.of(up), () =>
      processes.orDeath(work(staff())).then(
        () => true,
        () => false,
      ),
    );
  }

  return operators;
}

function staff(): UserContext {
  return {
    user: { id: crypto.randomUUID(), email: 'operator@kaira.example', name: 'An operator', role: 'admin' },
    sessionId: crypto.randomUUID(),
    clientId: undefined,
    address: '203.0.113.9',
    userAgent: null,
    now: () => new Date(),
  };
}
