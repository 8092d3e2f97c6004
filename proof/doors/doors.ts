/**
 * Attacks on the doors of the product, by somebody who has read its documents and not its code. See README.md.
 *
 *   npm run doors -- [--only fairness,authority] [--port N] [--root another/checkout] [--keep]
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MockRails } from '../adversary/mock-rails.ts';
import { browser } from './browser.ts';
import { clients } from './clients.ts';
import { colleague, fresh } from './dashboards.ts';
import { database } from './database.ts';
import { fairness } from './fairness.ts';
import { closeAgents } from './http.ts';
import { links } from './links.ts';
import { operators } from './operators.ts';
import { Product } from './product.ts';
import { production } from './production.ts';
import { rails } from './rails.ts';
import { Recorder } from './recorder.ts';
import { PORT, ROOT, say, total } from './score.ts';
import { shares } from './shares.ts';
import { holdUpgrades, slow, upgrades } from './sockets.ts';
import { Person, Silent, type Stage } from './stage.ts';
import { stepup } from './stepup.ts';
import { crawl, web } from './web.ts';

const RAILS = `http://127.0.0.1:${PORT + 4}`;

async function main() {
  if (!existsSync(join(ROOT, '.next/BUILD_ID'))) {
    say('The pages are not built: run `npm run build` first.');
    return 1;
  }
  const began = Date.now();
  const mock = new MockRails();
  mock.wallets.set('w:w-key-one', 'W1').set('c:c-key-one', 'C1').set('a:kaira/7000001/a-pass-one', 'A1');
  const recorder = new Recorder(PORT + 3);
  const silent = new Silent();
  await Promise.all([mock.listen(PORT + 3), recorder.listen(PORT + 4), silent.listen(PORT + 2)]);
  const product = new Product(PORT, {
    KAIRA_MODE: 'local',
    KAIRA_DEMO_DATA: 'always',
    KAIRA_RAILS_SIMULATED: '1',
    RAIL_W_BASE_URL: RAILS,
    RAIL_W_API_KEY: 'w-key-one',
    RAIL_W_NOTICE_SECRETS: 'w-notice',
    RAIL_A_BASE_URL: RAILS,
    RAIL_A_USERNAME: 'kaira',
    RAIL_A_MOBILE: '7000001',
    RAIL_A_PASSWORD: 'a-pass-one',
    RAIL_C_BASE_URL: RAILS,
    RAIL_C_API_KEY: 'c-key-one',
    RAIL_C_NOTICE_SECRETS: 'c-notice',
  });
  try {
    await product.start();
    say(`doors: ${product.base}, ${product.folder}, of ${ROOT}`);
    const stage = await prepare(product, mock, silent);
    await attacks(stage, recorder);
  } catch (error) {
    say(`FAIL doors: the trial itself broke — ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
  } finally {
    silent.close();
    await product.stop();
    recorder.close();
    await mock.close();
  }
  await production();
  closeAgents();
  say(`     ${Math.round((Date.now() - began) / 1000)} s`);
  return total() || Number(process.exitCode ?? 0);
}

/** Two operators of the command line, and the two clients of the demo data with their owners. */
async function prepare(product: Product, mock: MockRails, silent: Silent): Promise<Stage> {
  const [greedy, victim] = product.demo.clients;
  const operator = (email: string, name: string) => {
    const account = product.makeOperator(email, name);
    return new Person(product.base, 'admin', account.email, account.password);
  };
  const operators = [
    operator('isatou.one@doors.example', 'Isatou Doorone'),
    operator('lamin.two@doors.example', 'Lamin Doortwo'),
  ];
  const owners = [greedy, victim].map(
    (client) => new Person(product.base, 'client', client.email, client.password),
  );
  const stage: Stage = { product, base: product.base, mock, silent, greedy, victim, operators, owners };
  await Promise.all([...operators, ...owners].map(fresh));
  return stage;
}

async function attacks(stage: Stage, recorder: Recorder) {
  const [owner, other] = stage.owners as [Person, Person];
  const operator = stage.operators[0] as Person;
  const viewer = await colleague(stage, owner, 'viewer');
  holdUpgrades(stage, 'before any page was asked for');
  await web(stage, owner, operator, recorder);
  const pages = {
    client: (await crawl(owner, '/dashboard', 6)).slice(0, 4),
    admin: (await crawl(operator, '/admin', 6)).slice(0, 4),
  };
  await browser(stage, owner, operator, pages);
  holdUpgrades(stage, 'when pages were served');
  await rails(stage);
  await operators(stage);
  await clients(stage);
  await links(stage);
  await stepup(stage);
  await fresh(owner);
  await fresh(other);
  await slow(stage);
  await fairness(stage, viewer, other);
  await shares(stage, viewer);
  await upgrades();
  await database(stage);
}

process.exit(await main());
