import { confirmSettlement, rejectSettlement } from '#lib/cases/decide-settlement';
import { getCase } from '#lib/cases/get-case';
import { proposalRequest, proposeSettlement } from '#lib/cases/propose-settlement';
import { formatAmount } from '#lib/money';
import { bookOf } from '#proof/soak/checker';
import type { Chance } from './chance.ts';
import { ask, mustRefuse } from './office.ts';
import { hire } from './people.ts';
import { current } from './stage.ts';

interface OpenCase {
  id: string;
  transaction_id: string;
}

/**
 * Two operators carry to their end what only an adjustment can book: a payment in part or over, and what was paid after
 * it was refused. By what the rail's own book says that moved; what it does not say plainly stays in its case.
 */
export async function adjustAll(chance: Chance): Promise<number> {
  const { look, rails } = current();
  const clerk = await hire('Clerk of cases', 'admin');
  const supervisor = await hire('Supervisor of cases', 'admin');
  const { payments, payouts } = bookOf(rails.lines);
  // One open case and no more, but that the day's statement says the same, and that it should have ended: nothing else is
  // said of that money.
  const open = await look(
    (sql) => sql<(OpenCase & { type: string; status: string })[]>`
      select min(c.id::text) as id, c.transaction_id, t.type, t.status from cases c
      join transactions t on t.id = c.transaction_id and t.environment = 'LIVE'
      where c.status = 'OPEN' and c.proposal is null
        and not (c.kind = 'amount_differs' and c.details->>'what' in ('amount', 'status'))
        and not (c.kind = 'unknown_outcome' and t.type = 'collection')
      group by c.transaction_id, t.type, t.status
      having count(*) = 1 and (t.type = 'collection' and t.status = 'PENDING' and min(c.kind) = 'mismatch' and min(c.details->>'what') = 'amount'
        or t.type = 'payout' and t.status = 'FAILED' and min(c.kind) = 'delivered_after_failure')`,
  );
  let adjusted = 0;
  for (const { id, transaction_id, type } of open) {
    const found =
      type === 'collection'
        ? payments.filter((each) => each.reference === transaction_id && each.timesPaid > 0)
        : payouts.filter((each) => each.reference === transaction_id && each.state === 'paid');
    const [first] = found;
    if (first === undefined || found.length > 1) continue;
    if ('timesPaid' in first && (first.timesPaid > 1 || first.timesRefunded)) continue;
    if ('askedBututs' in first && first.askedBututs === first.amountBututs) continue;
    const adjustment = {
      direction: type === 'collection' ? 'in' : 'out',
      amount: formatAmount(first.amountBututs),
      reason: 'As the rail has it.',
    };
    const bearers = type === 'collection' || chance.is(0.5) ? ['client', 'house'] : ['house'];
    for (const borne_by of type === 'collection' ? ['client'] : bearers) {
      if (await adjust(id, { ...adjustment, borne_by })) {
        adjusted++;
        break;
      }
    }
  }
  return adjusted;

  /** False: refused, such as where the client's balance does not cover it. */
  async function adjust(id: string, adjustment: object): Promise<boolean> {
    const asked = proposalRequest.parse({
      ...{ outcome: 'adjusted', adjustment },
      evidence: 'The rail’s own list of movements.',
    });
    const proposed = await ask(() => proposeSettlement(clerk, id, asked));
    const { proposal } = await getCase(id);
    const at = proposal?.proposed_at;
    if (!('value' in proposed) || !at) return false;
    await mustRefuse('an adjustment', () => confirmSettlement(clerk, id, at));
    if ('value' in (await ask(() => confirmSettlement(supervisor, id, at)))) return true;
    await ask(() => rejectSettlement(supervisor, id, { proposed_at: at, reason: 'There is not enough.' }));
    return false;
  }
}
