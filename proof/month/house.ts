import { approve } from '#lib/approvals/decide-approval';
import { closeCase } from '#lib/cases/close-case';
import { confirmSettlement } from '#lib/cases/decide-settlement';
import { getCase } from '#lib/cases/get-case';
import { proposalRequest, proposeSettlement } from '#lib/cases/propose-settlement';
import { banjulDay } from '#lib/clock';
import { newId } from '#lib/ids';
import { type Bututs, formatAmount } from '#lib/money';
import { bookHouseMoney } from '#lib/rails/book-house-money';
import { setTariff } from '#lib/rails/set-tariff';
import { watchRails } from '#lib/rails/watch-rails';
import { getWhereMoneyIs } from '#lib/rails/where-money-is';
import { closeDay } from '#lib/reconciliation/close-day';
import { importStatement } from '#lib/reconciliation/import-statement';
import { current } from '#proof/simulation/stage';
import { atScreen, count, payingRails, rails, refusal, type Town } from './town.ts';

// What the operators do with the house's own money, and with what the rails say of it.

/** What a rail takes from today on, by our tariff and in its own books. */
export async function agreeOnFees(town: Town): Promise<void> {
  for (const provider of rails) {
    await tariff(town, provider, 'collection', 0n, 100);
    await takes(provider, 'collection', 0n, 100);
    if (provider === 'PROVIDER_C_CARD') continue;
    await tariff(town, provider, 'payout', 50n, 0);
    await takes(provider, 'payout', 50n, 0);
  }
}

export async function tariff(
  town: Town,
  provider: string,
  movement: 'collection' | 'payout',
  flat_amount: Bututs,
  bps: number,
): Promise<void> {
  const starts_on = banjulDay(new Date());
  await atScreen(() =>
    setTariff(town.first, provider, { movement, starts_on, flat_amount, bps, note: 'As agreed.' }),
  );
}

/** What the rail really takes. */
export async function takes(provider: string, movement: string, flat: Bututs, bps: number): Promise<void> {
  await current().rails.control('/fees', { rail: provider, movement, flat: formatAmount(flat), bps });
}

type Action = Parameters<typeof bookHouseMoney>[2];

/** The money moves at the rail, and the operator books it; above the limit of one the second approves. */
export async function move(town: Town, action: Action, provider: string, amount: Bututs, to?: string) {
  const { control } = current().rails;
  const change = {
    top_up: '',
    withdraw: '-',
    transfer: '-',
    collections: undefined,
    withdraw_collected: '-',
  }[action];
  if (change !== undefined)
    await control('/float', { rail: provider, add: `${change}${formatAmount(amount)}` });
  if (to !== undefined) await control('/float', { rail: to, add: formatAmount(amount) });
  const body = { id: newId(new Date()), amount, note: `${action} of the month`, ...(to && { to }) };
  const { booked, approval_id: id } = await atScreen(() =>
    bookHouseMoney(town.first, provider, action, body),
  );
  if (id === null) {
    if (!booked) throw new Error(`${action} at ${provider} was neither booked nor asked for`);
    return count(town, `house: ${action}`);
  }
  const alone = await refusal(atScreen(() => approve(town.first, id)));
  if (alone !== 'FORBIDDEN') throw new Error(`${action}: the one who asked was refused with ${alone}`);
  await atScreen(() => approve(town.second, id));
  count(town, `house: ${action} by two people`);
}

/** Of what was collected at each rail with one wallet, so much becomes float. */
export async function moveCollections(town: Town, amount: Bututs): Promise<void> {
  for (const provider of payingRails) await move(town, 'collections', provider, amount);
}

/** Two people put right what no transition could. */
export async function adjust(
  town: Town,
  caseId: string,
  adjustment: { direction: 'in' | 'out'; amount: Bututs; borne_by: 'client' | 'house'; reason: string },
): Promise<void> {
  const amount = formatAmount(adjustment.amount);
  await settleCase(town, caseId, { outcome: 'adjusted', adjustment: { ...adjustment, amount } });
  count(town, `adjustments by two people, borne by the ${adjustment.borne_by}`);
}

/** What one operator proposes of a case, the other confirms; nobody does it alone. */
async function settleCase(town: Town, caseId: string, proposed: object): Promise<void> {
  const evidence = 'The statement of the day, and the rail’s own list of movements.';
  const asked = proposalRequest.parse({ ...proposed, evidence });
  await atScreen(() => proposeSettlement(town.first, caseId, asked));
  const { proposal } = await atScreen(() => getCase(caseId));
  const at = proposal?.proposed_at ?? '';
  const alone = await refusal(atScreen(() => confirmSettlement(town.first, caseId, at)));
  if (alone !== 'FORBIDDEN') throw new Error(`A case settled by one was refused with ${alone}`);
  await atScreen(() => confirmSettlement(town.second, caseId, at));
}

/** The rail's own record of a day, as its file. */
export async function importDay(town: Town, provider: string, day: string) {
  const csv = await current().rails.statement(provider, day);
  const found = await atScreen(() => importStatement(town.first, provider, day, csv));
  count(town, 'day statements imported');
  return found;
}

/** In the morning after it: what two people have adjusted is what the statement says as well, and its fees are booked. */
export async function endDay(town: Town, provider: string, day: string): Promise<void> {
  const { differences, fees } = await importDay(town, provider, day);
  if (differences.length > 0 || fees.count > 0)
    throw new Error(`${provider}, ${day}: ${JSON.stringify([differences, fees])}`);
  await atScreen(() => closeDay(town.first, provider, day));
}

/** A wallet that differed until its fee was booked: the case says so, and is closed once it does not any more. */
export async function closeFloatCases(town: Town): Promise<void> {
  await atScreen(() => watchRails());
  for (const { provider, case_id: id, wallet } of (await atScreen(getWhereMoneyIs)).rails) {
    if (id === null) continue;
    if (wallet?.difference !== '0.00') throw new Error(`${provider} differs by ${wallet?.difference}`);
    await atScreen(() =>
      closeCase(town.second, id, 'It was the fee of an adjusted payment, and is booked now.'),
    );
    count(town, 'wallets that differed, and do not any more');
  }
}
