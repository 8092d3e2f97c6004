import { approve } from '#lib/approvals/decide-approval';
import { updateClient } from '#lib/clients/update-client';
import type { Environment } from '#lib/context';
import { claimBatches, workBatch } from '#lib/jobs/payout-batches';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import { changeThreshold } from '#lib/payment-approvals/change-threshold';
import { approvePayment } from '#lib/payment-approvals/decide-payment';
import { isWaiting, settle, startBatch } from '#lib/payment-approvals/make-payment';
import { requireBatch } from '#lib/payout-batches/batch';
import { checkNames } from '#lib/payout-batches/check-names';
import { createBatch } from '#lib/payout-batches/create-batch';
import { makeResultFile } from '#lib/payout-batches/list-batch-rows';
import { mendRow } from '#lib/payout-batches/mend-row';
import { changeRail } from '#lib/rails/change-rail';
import { confirmSettlement, returnSettlement } from '#lib/settlements/answer-settlement';
import { changeSchedule } from '#lib/settlements/change-schedule';
import { listOperatorsSettlements } from '#lib/settlements/list-settlements';
import { addSettlementAccount, listAccounts } from '#lib/settlements/settlement-accounts';
import {
  endSettlementFile,
  makeSettlementFile,
  writeSettlementFile,
} from '#lib/settlements/settlement-files';
import { atDesk } from '#proof/simulation/people';
import { ask, atScreen, count, refusal, type Town, until } from './town.ts';
import { endOf, payOut } from './trade.ts';

// What the shop's people do at their dashboard, and what the operators answer.

/** Above which a second person of the shop is wanted. */
export const THRESHOLD = 5_000_00n;

function must(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`This did not hold: ${what}`);
}

/** The shop's terms, whom it pays, and where its own money may go: each account of live is looked at by an operator. */
export async function setUp(town: Town): Promise<void> {
  const { client, owner, first } = town;
  await atScreen(() => updateClient(first, client.id, { refund_commission: 'return' }));
  await atScreen(() => changeThreshold(atDesk(owner, client, 'LIVE'), THRESHOLD));
  for (const environment of ['LIVE', 'SANDBOX'] as const) {
    const desk = atDesk(owner, client, environment);
    for (const account of accounts) {
      const { approval } = await atScreen(() => addSettlementAccount(desk, account));
      if (approval !== null) await atScreen(() => approve(first, approval.id));
    }
  }
}

const holder = 'Serekunda Market Ltd';
const accounts = [
  { kind: 'bank', holder, bank: 'Trust Bank', account_number: '11000123456' },
  { kind: 'wallet', holder, provider: 'PROVIDER_W', mobile: '+2207012345' },
] as const;

/** A number under a name, what paying it would do, and what the rail says of the name. */
export async function payRecipients(town: Town): Promise<void> {
  for (const [mobile, name, says] of [
    ['+2203000055', 'Mariama Bojang', 'MATCH'],
    ['+2203000200', 'Sulayman Faal', 'NO_MATCH'],
  ] as const) {
    const recipient = await ask(town, 'LIVE', 'POST /recipients', {
      body: { name, mobile, provider: 'PROVIDER_W' },
    });
    const quote = await ask(town, 'LIVE', 'POST /payouts/quote', {
      body: { amount: '150.00', currency: 'GMD', recipient_id: recipient.id, recipient_name: name },
    });
    must(`the name of ${mobile} is ${says}`, quote.name_check === says);
    must('nobody takes a fee on it', quote.total_debit === '150.00' && quote.would_be_refused_with === null);
    count(town, 'quotes with a check of the name');
    // Where the name is another one's, nobody is paid.
    if (says !== 'MATCH') continue;
    await payOut(town, {
      ...{ environment: 'LIVE', provider: 'PROVIDER_W', amount: 150_00n, reference: `rice-${mobile}` },
      recipientId: recipient.id,
    });
  }
}

/** What an operator allows is met, of one payout, of the day and of a rail; what is more is refused and stores nothing. */
export async function meetLimits(town: Town): Promise<void> {
  const { client, first } = town;
  await atScreen(() =>
    updateClient(first, client.id, { payout_limit_bututs: 500_00, payout_limit_day_bututs: 900_00 }),
  );
  const pay = (amount: Bututs, reference: string) =>
    payOut(town, { environment: 'LIVE', provider: 'PROVIDER_A', amount, reference });
  const isRefused = async (amount: Bututs, reference: string) =>
    must(`${reference} passes a limit`, (await refusal(pay(amount, reference))) === 'PAYOUT_LIMIT_EXCEEDED');
  await isRefused(500_01n, 'more than one may be');
  await pay(500_00n, 'as much as one may be');
  await pay(400_00n, 'as much as the day may be');
  await isRefused(1_00n, 'more than the day may be');
  const ofRail = { environment: 'LIVE', direction: 'payout', enabled: true } as const;
  const bounds = { min_amount: 1_00n, max_amount: 100_000_00n };
  const limitRail = (day_limit: Bututs | null) =>
    atScreen(() => changeRail(first, 'PROVIDER_A', { ...ofRail, ...bounds, day_limit }));
  await atScreen(() => updateClient(first, client.id, { payout_limit_day_bututs: null }));
  // As much as went out over it above.
  await limitRail(900_00n);
  await isRefused(1_00n, 'more than may go out over the rail');
  await limitRail(null);
  count(town, 'limits met');
  await atScreen(() =>
    updateClient(first, client.id, { payout_limit_bututs: null, payout_limit_day_bututs: null }),
  );
}

const wages = [
  'Name,Phone,Amount,Wallet,Ref',
  'Awa Sanneh,+2203000011,2150.00,Wallet W,wage-1',
  'Kebba Drammeh,+2203000012,1980.50,Wallet A,wage-2',
  'Fatoumatta Sowe,+2203000013,"2,004.25",Wallet C,wage-3',
  'Lamin Kinteh,not a number,1500.00,,wage-4',
  '',
].join('\n');

/** A file of wages, with a row that is mended in place; together they are above the threshold. */
export async function payWages(town: Town): Promise<void> {
  const { client, owner, accountant } = town;
  const desk = atDesk(owner, client, 'LIVE');
  const file = { file_name: 'wages.csv', provider: 'PROVIDER_W', csv: wages };
  const { id, rowsGood } = await atScreen(() => createBatch(desk, file));
  must('three rows are good, and one is not', rowsGood === 3);
  await atScreen(() => mendRow(desk, id, '5', { mobile: '+2203000014' }));
  const { names } = await atScreen(() => checkNames(desk, id));
  must('the wallets were asked about each name of the file', names.waiting === 0);
  const started = await atScreen(() => startBatch(desk, id));
  if (!isWaiting(started)) throw new Error('A batch above the threshold waited for nobody');
  const alone = await refusal(atScreen(() => approvePayment(desk, started.approval.id)));
  must('whoever asked does not approve', alone === 'FORBIDDEN');
  await atScreen(() => approvePayment(atDesk(accountant, client, 'LIVE'), started.approval.id));
  await until('the end of the batch', async () => {
    for (const claimed of await atScreen(() => claimBatches(10))) await atScreen(() => workBatch(claimed));
    return (await atScreen(() => requireBatch(desk, id))).status === 'DONE';
  });
  for (const reference of ['wage-1', 'wage-2', 'wage-3', 'wage-4']) {
    const { status } = await endOf(town, 'LIVE', 'payout', reference);
    must(`${reference} is paid`, status === 'SUCCEEDED');
  }
  const { text } = await atScreen(() => makeResultFile(desk, id));
  must(
    'its result has each row once',
    text.split('\n').filter((line) => line.includes('wage-')).length === 4,
  );
  count(town, 'files of wages, by a second person');
}

async function accountOf(town: Town, environment: Environment, kind: string): Promise<string> {
  const desk = atDesk(town.owner, town.client, environment);
  const account = (await atScreen(() => listAccounts(desk))).find((each) => each.kind === kind);
  if (account === undefined) throw new Error(`The shop has no ${kind} in ${environment}`);
  return account.id;
}

/** On request, to the shop's own wallet: a payout. */
export async function settleToWallet(
  town: Town,
  environment: Environment,
  amountBututs: Bututs,
): Promise<void> {
  const accountId = await accountOf(town, environment, 'wallet');
  const clientReference = `to-wallet-${environment}-${amountBututs}`;
  const desk = atDesk(town.owner, town.client, environment);
  const begun = await atScreen(() => settle(desk, { accountId, amountBututs, clientReference }));
  must('it is a payout', 'payout' in begun);
  const { status } = await endOf(town, environment, 'payout', clientReference);
  must('the wallet has it', status === 'SUCCEEDED');
  count(town, 'settlements to a wallet');
}

/** On request, to the shop's bank: it waits for a file. */
export async function settleToBank(
  town: Town,
  environment: Environment,
  amountBututs: Bututs,
): Promise<void> {
  const accountId = await accountOf(town, environment, 'bank');
  const clientReference = `to-bank-${new Date().toISOString().slice(0, 10)}`;
  const desk = atDesk(town.accountant, town.client, environment);
  await atScreen(() => settle(desk, { accountId, amountBututs, clientReference }));
}

/** Every Monday, all but what is kept. */
export async function settleWeekly(town: Town): Promise<void> {
  const account_id = await accountOf(town, 'LIVE', 'bank');
  const desk = atDesk(town.owner, town.client, 'LIVE');
  await atScreen(() =>
    changeSchedule(desk, {
      is_on: true,
      account_id,
      every: 'week',
      weekday: 1,
      above: null,
      keep: 4_000_00n,
    }),
  );
}

/** What waits goes to the bank in one file, which the first operator sends. */
export async function sendToBank(town: Town, environment: Environment): Promise<void> {
  const file = await atScreen(() => makeSettlementFile(town.first, environment));
  const { text } = await atScreen(() => writeSettlementFile(town.first, file.id));
  const amounts = text
    .split('\r\n')
    .slice(1)
    .filter(Boolean)
    .map((row) => parseAmount(row.split(',')[3] ?? '') ?? 0n);
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  must('the rows of the file come to what it says', formatAmount(total) === file.amount);
  await atScreen(() => endSettlementFile(town.first, file.id, 'SENT'));
  count(town, 'files to the bank');
}

/** The second says what the bank made of it: whoever sent a file does not. */
export async function bankHasPaid(town: Town, environment: Environment): Promise<void> {
  const query = { environment, state: 'waiting', limit: 50 } as const;
  const { data } = await atScreen(() => listOperatorsSettlements(query));
  for (const { id } of data.filter(({ status }) => status === 'SENT')) {
    const alone = await refusal(atScreen(() => confirmSettlement(town.first, id, 'TB-0')));
    must('whoever sent a settlement does not confirm it', alone === 'FORBIDDEN');
    await atScreen(() => confirmSettlement(town.second, id, `TB-${id.slice(-6)}`));
    count(town, 'settlements by a bank file, confirmed by another operator');
  }
}

/** What the bank has paid last comes back, as the first sees: whoever confirmed it does not say so. */
export async function bankSentBack(town: Town, environment: Environment): Promise<void> {
  const query = { environment, state: 'ended', limit: 1 } as const;
  const [last] = (await atScreen(() => listOperatorsSettlements(query))).data;
  if (last === undefined) throw new Error('No settlement has ended');
  const why = 'The account is closed.';
  const alone = await refusal(atScreen(() => returnSettlement(town.second, last.id, why)));
  must('whoever confirmed a settlement does not return it', alone === 'FORBIDDEN');
  await atScreen(() => returnSettlement(town.first, last.id, why));
  count(town, 'settlements returned by the bank');
}
