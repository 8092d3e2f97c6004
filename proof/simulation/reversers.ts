import type { UserContext } from '#lib/auth/user-context';
import { reverseAsOperator } from '#lib/payouts/reverse-as-operator';
import type { ReversalRow } from '#proof/soak/checker';
import type { Chance } from './chance.ts';
import { current } from './stage.ts';
import { inTheLastMoment, type Rule, reversals } from './traps.ts';

// What comes back: operators who ask for a payout back, and rails that give one back by themselves.

const REVERSIBLE_MS = 72 * 3_600_000;

export interface Reversers {
  reverse(id: string | undefined): Promise<void>;
  /** The rail is asked to take it back, and lies about it in these ways. */
  reverseUnder(rules: readonly Rule[], id: string): Promise<void>;
  reverseAmongLies(): Promise<void>;
  reverseInTheLastMoment(): Promise<void>;
  giveBack(): Promise<void>;
  /** What each was told who asked for a payout back that nobody had asked for before or did afterwards. */
  reversals(): ReversalRow[];
  /** What rails gave back by themselves when this told them to. */
  returned: ReadonlySet<string>;
}

interface Parts {
  chance: Chance;
  /** One of the last payouts of which this is true. */
  pick(condition: string): Promise<string | undefined>;
  inGateway(work: (operator: UserContext) => Promise<unknown>): Promise<'done' | { code?: string }>;
}

export function createReversers({ chance, pick, inGateway }: Parts): Reversers {
  const { rails, look, timeline } = current();
  const asked = new Map<string, string[]>();
  const returned = new Set<string>();

  async function reverse(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    let told = 'LOST';
    const end = await inGateway(async (operator) => {
      told = (await reverseAsOperator(operator, id, 'The shop asked for it.')).transaction.status;
    });
    if (end !== 'done') told = end.code ?? 'LOST';
    // The rails' book, by which it is judged, knows nothing of the sandbox.
    const [live] = await look(
      (sql) => sql`select from transactions where id = ${id} and environment = 'LIVE'`,
    );
    if (live !== undefined) asked.set(id, [...(asked.get(id) ?? []), told]);
  }

  async function reverseUnder(rules: readonly Rule[], id: string): Promise<void> {
    for (const rule of rules)
      await rails.control('/misbehave', { rail: 'PROVIDER_W', reference: id, ...rule });
    await reverse(id);
  }

  /** The rail takes it back, says that it does not know us, tells nobody, and refuses to hear of it again. */
  async function reverseAmongLies(): Promise<void> {
    const id = await pick("status = 'SUCCEEDED' and environment = 'LIVE' and provider = 'PROVIDER_W'");
    if (id !== undefined) await reverseUnder(chance.of(reversals), id);
  }

  /** No operator's deed: a rail gives back what it paid, and often tells nobody but its statement. */
  async function giveBack(): Promise<void> {
    const id = await pick("status = 'SUCCEEDED' and environment = 'LIVE' and rail_reference is not null");
    if (id === undefined) return;
    const [row] = await look(
      (sql) => sql`select provider, rail_reference from transactions where id = ${id}`,
    );
    const { provider: rail, rail_reference } = row as { provider: string; rail_reference: string };
    const paid = rails.lines.findLast(
      (each) => each.kind === 'payout_accepted' && each.rail_reference === rail_reference,
    );
    if (chance.is(0.6))
      await rails.control('/misbehave', { rail, reference: id, operation: 'notice', kind: 'lost' });
    returned.add(id);
    await rails.control('/reverse', { rail, rail_reference, wallet: paid?.wallet }).catch(() => {});
  }

  /** The last payouts of PROVIDER_W, in the last moment in which they can be taken back. */
  async function reverseInTheLastMoment(): Promise<void> {
    const rows = await look(
      (sql) => sql`
        select id, rail_reference, extract(epoch from completed_at)::float8 * 1000 as at from transactions
        where environment = 'LIVE' and provider = 'PROVIDER_W' and type = 'payout' and status = 'SUCCEEDED'
        order by completed_at desc limit 20`,
    );
    // Of what is asked for twice, nobody can say what either was told of.
    const unasked = rows.filter(({ id }) => !asked.has(id));
    const lastMoment = unasked.flatMap(({ id, rail_reference, at }) => {
      const line = rails.lines.find(
        (each) => each.kind === 'payout_accepted' && each.rail_reference === rail_reference,
      );
      // Our three days begin a little after the rail's.
      const from = line === undefined ? Number.NaN : Date.parse(line.at);
      return at - from < 4_000 ? [{ id: id as string, at: from + REVERSIBLE_MS - 2_000 }] : [];
    });
    for (const { id, at } of lastMoment.slice(0, 3).reverse()) {
      if (at <= timeline.now) continue;
      await timeline.wait(at - timeline.now);
      // Its answer comes when our time is over, and nothing tells before it.
      await reverseUnder(inTheLastMoment, id);
    }
  }

  return {
    ...{ reverse, reverseUnder, reverseAmongLies, reverseInTheLastMoment, giveBack, returned },
    reversals: () =>
      [...asked].flatMap(([transactionId, [told = '', ...more]]) =>
        more.length === 0 ? [{ transactionId, told }] : [],
      ),
  };
}
