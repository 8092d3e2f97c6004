import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { closeDatabase, connect } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { approve } from '#lib/approvals/decide-approval';
import type { UserContext } from '#lib/auth/user-context';
import { createUser } from '#lib/clients/create-user';
import { newId } from '#lib/ids';
import { askToClose } from '#lib/ledger/ask-to-close';
import { auditLedger } from '#lib/ledger/audit';
import { exportJournals } from '#lib/ledger/export-journals';
import { lastDayOf } from '#lib/ledger/periods';
import { getProfitAndLoss } from '#lib/ledger/profit-and-loss';
import { getLatestAudit } from '#lib/ledger/run-audit';
import { getTrialBalance } from '#lib/ledger/trial-balance';
import { writeStatement } from '#lib/ledger/write-statement';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { setDatabase, startDatabase, strike } from '#proof/soak/stage';
import { elapsed, step } from '#scripts/terminal';
import { openShop, playMonth, type Shop } from './play.ts';

// npm run month [-- --seed 1] [--to FOLDER]
// A month of a client's and the house's life, in the sandbox and through the verbs, with a clock of its own: the month
// before this one. Its files are then summed by programs that are not ours (awk, sqlite3), its books are closed by two
// operators, and nothing may be booked into it any more. Exits with 1 when anything of that does not hold.

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, to: { type: 'string', default: '.data/month' } },
});
const startedAt = performance.now();
const found: { what: string; is: string; isRight: boolean }[] = [];

await runAndClearUp(run, () => closeDatabase().then(() => strike(false)));

async function run(): Promise<void> {
  const { url } = await startDatabase(true);
  process.env.SANDBOX_RESOLVE_MS = '0';
  await migrate(url, applicationUrl(url));
  setDatabase(url);
  const month = monthBefore(new Date());
  const shop = await openShop();
  const done = await step(`${month}, seed ${options.seed}`, () =>
    playMonth(shop, month, Number(options.seed)),
  );
  console.log(
    `  ${Object.entries(done)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  );
  mkdirSync(options.to, { recursive: true });
  await statements(shop, month);
  await books(month);
  await close(shop, month, url);
  report();
}

/** Opening, lines and closing agree, as the API's files have them and as awk adds them up. */
async function statements(shop: Shop, month: string): Promise<void> {
  const period = { from: `${month}-01`, to: lastDayOf(month) };
  for (const format of ['json', 'csv', 'pdf'] as const) {
    const { stream } = await writeStatement(shop.at(new Date()), { ...period, format }, (work) => work());
    await save(stream, `statement.${format}`);
  }
  const { data } = JSON.parse(readFileSync(fileOf('statement.json'), 'utf8'));
  // Columns: at, kind, transaction, reference, counterparty, debit, credit, balance; the money has no comma in it.
  const sums = awk(
    'statement.csv',
    '{ sub(/\\r/, "") } NR > 1 { d += $(NF-2); c += $(NF-1); b = $NF } END { printf "%.2f %.2f %.2f", c - d, b, NR - 1 }',
  ).split(' ');
  const [moved, last, lines] = sums as [string, string, string];
  const opening = Number(data.opening_balance);
  check('lines of the statement', `${Number(lines)}`, Number(lines) === data.lines.length);
  check(
    'opening + awk’s sum of its lines',
    money(opening + Number(moved)),
    money(opening + Number(moved)) === data.closing_balance,
  );
  check('the last line’s balance', last, last === data.closing_balance);
  const before = await textOf(shop, { from: `${month}-01`, to: `${month}-14` });
  const after = await textOf(shop, { from: `${month}-15`, to: period.to });
  check(
    'its first half ends where the second begins',
    before.closing_balance,
    before.closing_balance === after.opening_balance,
  );
  const [once, again] = [await jsonOf(shop, period), await jsonOf(shop, period)];
  check('the same bytes again', `${again.length}`, once === again);
}

/** Every journal sums to zero, as sqlite3 reads the file, and so do the books. */
async function books(month: string): Promise<void> {
  const days = { environment: 'SANDBOX' as const, from: `${month}-01`, to: lastDayOf(month) };
  await save(await exportJournals(days), 'journals.csv');
  const [unequal, debit, credit, entries] = sqlite(`
    select (select count(*) from (select journal_id from j group by journal_id having abs(sum(cast(debit as real)) - sum(cast(credit as real))) > 0.001)),
           printf('%.2f', sum(cast(debit as real))), printf('%.2f', sum(cast(credit as real))), count(*) from j`);
  check('journals that do not sum to zero, by sqlite3', unequal, unequal === '0');
  check(
    'debit = credit of all entries, by sqlite3',
    `${debit} = ${credit}, ${entries} entries`,
    debit === credit,
  );
  const trial = await getTrialBalance({ environment: 'SANDBOX', date: lastDayOf(month) }, new Date());
  check('difference of the trial balance', trial.totals.difference, trial.totals.difference === '0.00');
  check('its debit is the file’s', trial.totals.debit, trial.totals.debit === debit);
  const { months } = await getProfitAndLoss({ environment: 'SANDBOX', from: month, to: month }, new Date());
  const [earned] = sqlite(
    `select printf('%.2f', sum(cast(credit as real)) - sum(cast(debit as real))) from j where account = 'commission'`,
  );
  check('the house’s profit, by sqlite3 too', months[0]?.net ?? '', months[0]?.net === earned);
}

/** Two operators close the month; what is dated into it afterwards is refused, whoever books it. */
async function close(shop: Shop, month: string, url: string): Promise<void> {
  const [asks, decides] = [await operator('Awa Ceesay'), await operator('Lamin Jallow')];
  const request = await askToClose(asks, { month, environment: 'SANDBOX' });
  const alone = await refusal(approve(asks, request.id));
  check('the one who asked approves', alone, alone === 'FORBIDDEN');
  while ((await getLatestAudit(new Date()))?.status === 'RUNNING') await sleep(200);
  const closed = await approve(decides, request.id);
  check('the month', closed.status, closed.status === 'DONE');
  const late = new Date(`${lastDayOf(month)}T12:00:00.000Z`);
  const sale = await shop.begin(new Date(), 'late', 10_00n);
  const booked = await refusal(shop.end(late, sale, { state: 'SUCCEEDED' }));
  check('a payment dated into it, by the application', booked, booked === 'KA020');
  const owner = connect(url, 1);
  const bySql = await refusal(
    owner`insert into journals (client_id, environment, id, kind, created_at)
      values (${shop.client.id}, 'SANDBOX', ${newId(late)}, 'adjustment', ${late.toISOString()})`,
  );
  check('a journal dated into it, by the database’s owner', bySql, bySql === 'KA020');
  const now = await refusal(shop.end(new Date(), sale, { state: 'SUCCEEDED' }));
  check('the same, dated now', now, now === 'done');
  const broken = (await auditLedger(owner)).filter(({ violations }) => violations !== 0);
  check(
    'violations that the audit finds',
    broken.map(({ name }) => name).join(', ') || '0',
    broken.length === 0,
  );
}

async function operator(name: string): Promise<UserContext> {
  const email = `${name.split(' ')[0]}@month.example`.toLowerCase();
  const { id } = await createUser({ clientId: null, email, name, role: 'admin' });
  const user = { id, email, name, role: 'admin' as const };
  return {
    user,
    sessionId: newId(),
    clientId: undefined,
    isConfirmed: true,
    address: undefined,
    userAgent: null,
    now: () => new Date(),
  };
}

function check(what: string, is: string, isRight: boolean): void {
  found.push({ what, is, isRight });
}

/** How it was refused; `done` if it was not. */
async function refusal(work: PromiseLike<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    return code ?? cause?.code ?? String(error);
  }
}

function fileOf(name: string): string {
  return path.join(options.to, name);
}

async function save(stream: ReadableStream<Uint8Array>, name: string): Promise<void> {
  await pipeline(Readable.fromWeb(stream as never), createWriteStream(fileOf(name)));
}

async function jsonOf(shop: Shop, period: { from: string; to: string }): Promise<string> {
  const { stream } = await writeStatement(shop.at(new Date()), { ...period, format: 'json' }, (work) =>
    work(),
  );
  return new Response(stream).text();
}

async function textOf(shop: Shop, period: { from: string; to: string }) {
  return JSON.parse(await jsonOf(shop, period)).data;
}

function awk(file: string, program: string): string {
  return execFileSync('awk', ['-F,', program, fileOf(file)], { encoding: 'utf8' }).trim();
}

/** One row, as text; the table `j` is the file of journals. */
function sqlite(query: string): [string, ...string[]] {
  const script = `.mode csv\n.import ${fileOf('journals.csv')} j\n.mode list\n${query};`;
  const text = execFileSync('sqlite3', [':memory:'], { input: script, encoding: 'utf8' });
  return text.trim().split('|') as [string, ...string[]];
}

function money(dalasi: number): string {
  return dalasi.toFixed(2);
}

/** The month before this one, `YYYY-MM`; the one before that while it is not over for a day. */
function monthBefore(now: Date): string {
  const ago = now.getUTCDate() > 2 ? 1 : 2;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);
}

function report(): void {
  for (const { what, is, isRight } of found) console.log(`${isRight ? 'ok   ' : 'FAIL '} ${what}: ${is}`);
  console.log(`\nFiles in ${options.to}. ${elapsed(startedAt)}`);
  if (found.some(({ isRight }) => !isRight)) process.exitCode = 1;
}
