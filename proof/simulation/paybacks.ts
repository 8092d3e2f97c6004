import type { Scenes } from './scenes.ts';
import { current } from './stage.ts';
import { openTill } from './till.ts';

/** What two operators credited of a payment of another amount, and whose it is. */
interface Credited {
  id: string;
  client_id: string;
  provider: string;
  mobile: string;
  bututs: string;
}

/**
 * Each shop gives back what was credited of a payment that did not succeed, and then all of it again: to its payer's number
 * as it was given, and as it is written since the renumbering. Which of the two is first is chance.
 */
export async function payBackTwice({ shops, requests }: Pick<Scenes, 'shops' | 'requests'>): Promise<number> {
  const { look, timeline } = current();
  const till = openTill(requests);
  const credited = await look(
    (sql) => sql<Credited[]>`
      select t.id, t.client_id, t.provider, t.mobile, sum(a.rail_bututs)::text as bututs from adjustments a
      join transactions t on t.client_id = a.client_id and t.id = a.transaction_id
      where t.environment = 'LIVE' and t.type = 'collection' and t.status <> 'SUCCEEDED' and length(t.mobile) = 11
      group by 1, 2, 3, 4 having sum(a.rail_bututs) > 0 order by t.id`,
  );
  let asked = 0;
  for (const { id, client_id, provider, mobile, bututs } of credited) {
    const shop = shops.find(({ clientId }) => clientId === client_id);
    const numbers = [mobile, `+22087${mobile.slice(4)}`];
    if (shop === undefined || provider === 'PROVIDER_C_CARD') continue;
    if (timeline.steps % 2 === 1) numbers.reverse();
    for (const [index, to] of numbers.entries()) {
      const reference = `payback-${id}${index === 0 ? '' : '-2'}`;
      await till.payOut(shop, provider, BigInt(bututs), { reference, mobile: to });
      asked++;
    }
  }
  return asked;
}
