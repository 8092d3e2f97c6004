import { createWriteStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { statementKindLabel } from '#lib/browser/statement-words';
import { type Environment, systemContext } from '#lib/context';
import { exportJournals } from '#lib/ledger/export-journals';
import { lastDayOf } from '#lib/ledger/periods';
import { getProfitAndLoss } from '#lib/ledger/profit-and-loss';
import { getTrialBalance } from '#lib/ledger/trial-balance';
import { writeCommission } from '#lib/ledger/write-commission';
import { writeStatement } from '#lib/ledger/write-statement';
import { awk, pdfPicture, pdfText, sqlite } from './tools.ts';
import type { Town } from './town.ts';

// What the month left behind, as files that other programs read.

export interface Findings {
  check(what: string, is: string, isRight: boolean): void;
  /** Where the files go. */
  folder: string;
  month: string;
}

const fileOf = ({ folder }: Findings, environment: Environment, name: string) =>
  path.join(folder, `${environment.toLowerCase()}-${name}`);

async function save(stream: ReadableStream<Uint8Array>, file: string): Promise<void> {
  await pipeline(Readable.fromWeb(stream as never), createWriteStream(file));
}

interface Told {
  opening_balance: string;
  closing_balance: string;
  totals: Record<string, { count: number; amount: string }>;
  lines: unknown[];
}

async function statementOf(town: Town, environment: Environment, from: string, to: string) {
  const ctx = systemContext(town.client, environment);
  const { stream } = await writeStatement(ctx, { from, to, format: 'json' }, (work) => work());
  const text = await new Response(stream).text();
  return { text, data: JSON.parse(text).data as Told };
}

/** Opening, lines and closing agree: as the API's files have them, as awk adds them up, and as the PDF shows them. */
export async function checkStatement(on: Findings, town: Town, environment: Environment): Promise<void> {
  const [from, to] = [`${on.month}-01`, lastDayOf(on.month)];
  const say = (what: string) => `${environment}: ${what}`;
  const ctx = systemContext(town.client, environment);
  for (const format of ['json', 'csv', 'pdf'] as const) {
    const { stream } = await writeStatement(ctx, { from, to, format }, (work) => work());
    await save(stream, fileOf(on, environment, `statement.${format}`));
  }
  const { text, data } = await statementOf(town, environment, from, to);
  // Columns: at, kind, transaction, reference, counterparty, debit, credit, balance; the last three have no comma.
  const [moved = '', last, lines] = awk(
    fileOf(on, environment, 'statement.csv'),
    `{ sub(/\\r/, "") } function b(t) { gsub(/\\./, "", t); return t + 0 }
     NR > 1 { m += b($(NF-1)) - b($(NF-2)); l = $NF } END { printf "%d %s %d", m, l, NR - 1 }`,
  ).split(' ');
  on.check(
    say('lines of the statement, by awk'),
    `${lines}`,
    Number(lines) === data.lines.length && lines !== '0',
  );
  const closing = bututs(data.opening_balance) + BigInt(moved);
  on.check(
    say('opening + awk’s sum of the lines = closing'),
    `${data.opening_balance} + ${moved} bututs = ${data.closing_balance}`,
    closing === bututs(data.closing_balance) && data.opening_balance !== '0.00',
  );
  on.check(say('the last line’s balance'), `${last}`, last === data.closing_balance);
  const first = await statementOf(town, environment, from, `${on.month}-14`);
  const rest = await statementOf(town, environment, `${on.month}-15`, to);
  on.check(
    say('its first half ends where the second begins'),
    first.data.closing_balance,
    first.data.closing_balance === rest.data.opening_balance,
  );
  const again = await statementOf(town, environment, from, to);
  on.check(say('the same bytes again'), `${text.length}`, text === again.text);
  checkPdf(on, environment, data);
}

/** The PDF says what the JSON says: both balances, each total with its count, and a row for each line. */
function checkPdf(on: Findings, environment: Environment, data: Told): void {
  const file = fileOf(on, environment, 'statement.pdf');
  const rows = pdfText(file)
    .split('\n')
    .map((row) => row.trim());
  /** Of the first row that begins so, its last word without the commas. */
  const figure = (label: string) =>
    rows
      .find((row) => new RegExp(`^${label}  `).test(row))
      ?.split(/ +/)
      .at(-1)
      ?.replaceAll(',', '');
  const wrong = [
    ['Opening balance', data.opening_balance],
    ['Closing balance', data.closing_balance],
    ...Object.entries(data.totals).map(([kind, { amount }]) => [statementKindLabel(kind), amount]),
  ].filter(([label = '', amount]) => figure(label) !== amount);
  on.check(
    `${environment}: opening, closing and totals, as pdftotext reads the PDF`,
    wrong.length === 0
      ? `${data.opening_balance}, ${data.closing_balance}, ${Object.keys(data.totals).length} totals`
      : JSON.stringify(wrong.map(([label = '']) => [label, figure(label)])),
    wrong.length === 0,
  );
  const lines = rows.filter((row) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(row)).length;
  on.check(`${environment}: lines of the PDF`, `${lines}`, lines === data.lines.length);
  const picture = fileOf(on, environment, 'statement');
  pdfPicture(file, picture);
  on.check(
    `${environment}: a picture of its first page`,
    `${picture}.png`,
    statSync(`${picture}.png`).size > 10_000,
  );
}

/** What the house took of the shop, as its statement has it and as awk finds it in the journals. */
export async function checkCommission(on: Findings, town: Town, environment: Environment): Promise<void> {
  const owner = { clientId: town.client.id, environment };
  for (const format of ['json', 'pdf'] as const) {
    const { stream } = await writeCommission(owner, { month: on.month, format }, new Date());
    await save(stream, fileOf(on, environment, `commission.${format}`));
  }
  const { data } = JSON.parse(readFileSync(fileOf(on, environment, 'commission.json'), 'utf8'));
  const [sales, sum = '', back = ''] = awk(
    fileOf(on, environment, 'journals.csv'),
    `function b(t) { gsub(/\\./, "", t); return t + 0 }
     $6 == "${town.client.id}" && $9 == "commission" { s += b($11) - b($10); if ($4 ~ /^refund_/) r += b($11) - b($10); if ($4 == "collection_settled") n++ }
     END { printf "%d %d %d", n, s, r }`,
  ).split(' ');
  on.check(
    `${environment}: commission, by awk from the journals`,
    `${data.total} of ${sales} sales, ${data.returned_by_refunds.amount} returned`,
    bututs(data.total) === BigInt(sum) &&
      bututs(data.returned_by_refunds.amount) === BigInt(back) &&
      data.returned_by_refunds.amount !== '0.00' &&
      data.is_final,
  );
  const printed = pdfText(fileOf(on, environment, 'commission.pdf')).replaceAll(',', '');
  on.check(`${environment}: its PDF has the total`, data.total, printed.includes(data.total));
}

/** Every journal sums to zero, as sqlite3 reads the file; and so do the books, account by account. */
export async function checkBooks(on: Findings, environment: Environment): Promise<void> {
  const to = lastDayOf(on.month);
  const whole = fileOf(on, environment, 'journals-until-then.csv');
  await save(await exportJournals({ environment, from: null, to }), whole);
  const cents = (column: string) => `cast(replace(${column}, '.', '') as integer)`;
  const [[unequal, entries] = []] = sqlite(
    whole,
    `select (select count(*) from (select journal_id from j group by journal_id having sum(${cents('debit')}) <> sum(${cents('credit')}))), count(*) from j`,
  );
  on.check(
    `${environment}: journals that do not sum to zero, by sqlite3`,
    `${unequal} in ${entries} entries`,
    unequal === '0',
  );
  const trial = await getTrialBalance({ environment, date: to }, new Date());
  on.check(
    `${environment}: difference of the trial balance`,
    trial.totals.difference,
    trial.totals.difference === '0.00',
  );
  const sums = sqlite(
    whole,
    `select case client when 'house' then 'house ' else '' end || account, sum(${cents('debit')}), sum(${cents('credit')}) from j
     group by 1 having sum(${cents('debit')}) + sum(${cents('credit')}) > 0 order by 1`,
  ).map(([account, debit, credit]) => `${account} ${debit} ${credit}`);
  const ours = trial.accounts
    .map((each) => ({ ...each, debit: bututs(each.debit), credit: bututs(each.credit) }))
    .filter(({ debit, credit }) => debit + credit > 0n)
    .map(
      ({ owner, name, debit, credit }) => `${owner === 'house' ? 'house ' : ''}${name} ${debit} ${credit}`,
    );
  on.check(
    `${environment}: accounts of the trial balance, by sqlite3`,
    `${sums.length}`,
    sums.length > 0 && JSON.stringify(sums.toSorted()) === JSON.stringify(ours.toSorted()),
  );
}

/** Every line of the house's profit and loss once more, by awk from the journals of the month. */
export async function checkProfit(on: Findings, environment: Environment): Promise<void> {
  const file = fileOf(on, environment, 'journals.csv');
  await save(await exportJournals({ environment, from: `${on.month}-01`, to: lastDayOf(on.month) }), file);
  const { months } = await getProfitAndLoss({ environment, from: on.month, to: on.month }, new Date());
  const [found] = months;
  if (found === undefined) throw new Error('There is no profit and loss of the month');
  const text = awk(
    file,
    `function b(t) { gsub(/\\./, "", t); return t + 0 }
     NR == 1 { next }
     { amount = b($11) - b($10) }
     $9 == "commission" { line["commission_earned"] += b($11); line["commission_returned"] -= b($10); next }
     $9 ~ /^rail_fees:/ { line["rail_fees"] += amount; next }
     $9 == "losses" { line[$4 == "adjustment" ? "adjustments" : "losses"] += amount }
     END { for (name in line) { net += line[name]; printf "%s %d\\n", name, line[name] } printf "net %d\\n", net }`,
  );
  const byAwk = new Map(text.split('\n').map((row) => row.split(' ') as [string, string]));
  for (const [line, amount] of [...Object.entries(found.lines), ['net', found.net] as const]) {
    on.check(
      `${environment}: profit and loss, ${line}, by awk`,
      amount,
      bututs(amount) === BigInt(byAwk.get(line) ?? '0'),
    );
  }
}

function bututs(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
