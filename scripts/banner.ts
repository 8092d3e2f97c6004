import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Settings } from '#lib/settings';
import { type DemoState, findDemoData } from '#scripts/demo';
import { elapsed } from '#scripts/terminal';

/** Tells the person at the terminal where everything is, and gives a first payment that works as printed. */
export async function printBanner(facts: {
  settings: Settings;
  demo: DemoState;
  isEmbedded: boolean;
  isDev: boolean;
  startedAt: number;
}): Promise<void> {
  const { settings, isEmbedded, isDev, startedAt } = facts;
  const demo = facts.demo === 'shown' ? await findDemoData() : undefined;
  const [first] = demo?.clients ?? [];
  const address = settings.baseUrl;
  const lines = [
    '',
    `Kaira serves ${address}${isDev ? ' (development)' : ''}, ready after ${elapsed(startedAt)}. Ctrl-C stops it.`,
    ...unreadyLines(await readChecks(settings)),
    '',
    `  API        ${address}/api/v1`,
    ...signInLines(address),
    `  Database   ${isEmbedded ? `built-in PostgreSQL, data in ${path.resolve(settings.KAIRA_DATA_DIR)}` : 'the one at DATABASE_URL'}`,
  ];
  if (demo && first) {
    lines.push(
      `  Demo data  ${path.join(settings.KAIRA_DATA_DIR, 'demo.json')} holds these log-ins and every key`,
      '',
      `  Admin      ${demo.admin.email}  ${demo.admin.password}`,
      ...demo.clients.map((client) => `  Client     ${client.email}  ${client.password}  (${client.name})`),
      `  Test key   ${first.keys.test}  (${first.name})`,
      ...(settings.KAIRA_RAILS_SIMULATED
        ? simulatedLines(settings, first.keys.live)
        : ['', 'A first payment, and what became of it:', '', ...curlLines(address, first.keys.test)]),
    );
  } else if (facts.demo === 'hidden') {
    lines.push(
      '',
      `People of the demo, whose passwords stand in ${path.join(settings.KAIRA_DATA_DIR, 'demo.json')}, can sign in beside rails that move money:`,
      'disable them and revoke their keys, or begin with a new database.',
    );
  } else if (settings.KAIRA_MODE === 'production') {
    lines.push(
      '',
      'An operator is made with npm run admin:create -- --email you@example.com --name "Your Name".',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

type Checks = Record<string, unknown>;

/** What the server lacks although it serves, as `/readyz` says; undefined where it does not say. */
async function readChecks({ HOST, PORT }: Settings): Promise<Checks | undefined> {
  const host = HOST === undefined || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  try {
    const response = await fetch(`http://${host}:${PORT}/readyz`, { signal: AbortSignal.timeout(4_000) });
    return ((await response.json()) as { checks?: Checks }).checks;
  } catch {
    return undefined;
  }
}

/** Lines for the one thing that a person must decide before anything is taken. */
export function unreadyLines(checks: Checks | undefined): string[] {
  if (checks?.database !== true || checks.history !== false) return [];
  return [
    '',
    'It takes nothing new: the database lacks payments that were acknowledged, and an operator has to decide.',
    'npm run history says which; docs/operations/incidents.md, "The database went back in time", says what to do.',
  ];
}

function signInLines(address: string): string[] {
  return [
    `  Dashboard  ${address}/login`,
    `  Admin      ${address}/admin/login`,
    `  Docs       ${address}/docs`,
  ];
}

/** A payment on each live rail, with who plays the customer. */
function simulatedLines(settings: Settings, key: string): string[] {
  const address = settings.baseUrl;
  const simulator = new URL(settings.rails.RAIL_W_BASE_URL ?? address).origin;
  const post = (url: string, body: object, headers = '') =>
    `curl -sS ${url} ${headers}-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const withKey = `-H 'Authorization: Bearer ${key}' `;
  const newReference = () => `live-${randomBytes(4).toString('hex')}`;
  const collect = (provider: string) =>
    post(
      `${address}/api/v1/collections/initiate`,
      {
        amount: '150.00',
        currency: 'GMD',
        client_reference: newReference(),
        provider,
        customer_mobile: '+2207012345',
        success_url: 'https://example.com/paid',
        error_url: 'https://example.com/not-paid',
      },
      withKey,
    );
  const payOut = { amount: '25.00', currency: 'GMD', client_reference: newReference() };
  return [
    `  Live key   ${key}`,
    `  Rails      ${simulator}, a simulator: no real money moves`,
    '',
    'A collection on each live rail. Open the redirect_url of W and C, and the url in next_action of the card, and play the customer:',
    '',
    ...['PROVIDER_W', 'PROVIDER_C', 'PROVIDER_C_CARD'].map(collect),
    '',
    'With a one-time password: begin, read the code that the rail sent, and submit it under the transaction_id:',
    '',
    collect('PROVIDER_A'),
    `curl -sS '${simulator}/control/sms?mobile=7012345'`,
    post(`${address}/api/v1/collections/TRANSACTION_ID/otp`, { otp: 'CODE' }, withKey),
    '',
    'Once one is paid, a payout:',
    '',
    post(
      `${address}/api/v1/payouts/initiate`,
      { ...payOut, recipient_mobile: '+2203456789', provider: 'PROVIDER_W' },
      withKey,
    ),
    '',
    'A rail that is out for three minutes, as the operators’ Rails page shows it:',
    '',
    post(`${simulator}/control/outage`, { rail: 'PROVIDER_W', seconds: 180 }),
  ];
}

function curlLines(address: string, key: string): string[] {
  const reference = `first-${randomBytes(4).toString('hex')}`;
  const body = JSON.stringify({
    amount: '100.00',
    currency: 'GMD',
    client_reference: reference,
    customer_name: 'Awa Ceesay',
    customer_mobile: '+2207012345',
    success_url: 'https://example.com/paid',
    error_url: 'https://example.com/not-paid',
  });
  return [
    `curl -sS ${address}/api/v1/collections/initiate -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
    `curl -sS ${address}/api/v1/collections/status/${reference} -H 'Authorization: Bearer ${key}'`,
  ];
}
