import path from 'node:path';
import { parseArgs } from 'node:util';
import { callKinds, listedKinds, noticeKinds } from '#simulator/misbehaviour';
import { type RailSimulatorOptions, startRailSimulator } from '#simulator/server';
import { type CredentialName, credentialNames } from '#simulator/world';

// npm run rails:simulate [-- --port 4100 --book rails.jsonl --chaos 0.2 --seed 7 --customers auto]
// The four live rails in a process of their own, speaking docs/rails/wire.md. No real money moves.

const options = {
  port: { type: 'string', default: '4100', says: 'where it listens; 0: any that is free' },
  host: { type: 'string', default: '127.0.0.1', says: 'the address that it listens on' },
  'public-url': { type: 'string', says: 'how browsers and Kaira reach it; http://localhost:<port>' },
  book: { type: 'string', says: 'the file of its book; rails-simulator.jsonl in the data folder' },
  notify: {
    type: 'string',
    default: 'http://localhost:3000/rails/{rail}/notify',
    says: 'where notices go for which the payment names no address; {rail} is the name',
  },
  customers: {
    type: 'string',
    default: 'people',
    says: 'people: on its pages; auto: by the seed; visit: by the seed, once their page is opened',
  },
  chaos: { type: 'string', default: '0', says: 'the share of calls and notices that misbehave, 0 to 1' },
  seed: { type: 'string', default: '1', says: 'the same seed misbehaves in the same way' },
  'seed-by': {
    type: 'string',
    default: 'reference',
    says: 'what the seed is mixed with: reference or amount',
  },
  kinds: {
    type: 'string',
    says: 'the misbehaviours that the seed may choose, with commas; all but those of the last line',
  },
  'late-seconds': { type: 'string', default: '120', says: 'the longest that a late notice is late' },
  'hold-seconds': { type: 'string', default: '60', says: 'how long a call without an answer is held open' },
  'session-seconds': { type: 'string', default: '1800', says: 'how long a session of W or C takes money' },
  'customer-late-seconds': { type: 'string', default: '20', says: 'the longest that a late customer waits' },
  float: { type: 'string', default: '1000000.00', says: 'what each wallet holds at the very first start' },
  'return-days': {
    type: 'string',
    says: 'after how many days, such as 0.5-5, some payouts of W and C come back by the seed; none do',
  },
  wallets: { type: 'string', default: '1', says: '2: a second wallet at each rail, with its own book' },
  help: { type: 'boolean', default: false, says: 'these lines' },
} as const;

/** What a person can put right. Nothing of Kaira's start is imported, so that this stays a witness of its own. */
class OneSentenceError extends Error {}

try {
  await main();
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof OneSentenceError ? message : stack}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const values = readOptions();
  if (values.help) {
    process.stdout.write(help());
    return;
  }
  const simulator = await startRailSimulator(optionsOf(values)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new OneSentenceError(`Port ${values.port} is taken: choose another with --port, or 0 for any.`);
  });
  const stop = () => void simulator.close().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.send) {
    process.on('disconnect', stop);
    const { port, url, settings, settings2 } = simulator;
    process.send({ type: 'ready', port, url, settings, settings2 });
    return;
  }
  const lines = Object.entries(simulator.settings).map(([name, value]) => `${name}=${value}`);
  const second = credentialNames.map((name) => `${name}_2=${simulator.settings2?.[name]}`);
  process.stdout.write(`
The rail simulator is at ${simulator.url}. No real money moves. Ctrl-C ends it.

  Book      ${bookOf(values.book)}
  Notices   ${values.notify}
  Control   ${simulator.url}/control/state

Kaira reaches it with these settings:

${lines.join('\n')}
${simulator.settings2 ? `\nand the second wallet with these, without the _2:\n\n${second.join('\n')}\n` : ''}
`);
}

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new OneSentenceError(`${(error as Error).message} (--help lists the options)`);
  }
}

function optionsOf(values: ReturnType<typeof readOptions>): RailSimulatorOptions {
  const kinds = values.kinds?.split(',').map((each) => each.trim());
  const known: string[] = [...callKinds, ...noticeKinds, ...listedKinds];
  const unknown = kinds?.find((each) => !known.includes(each));
  if (unknown !== undefined) {
    throw new OneSentenceError(`--kinds knows no ${unknown}; it knows ${known.join(', ')}.`);
  }
  return {
    port: number('port', values.port, 65_535),
    host: values.host,
    ...(values['public-url'] === undefined ? {} : { publicUrl: values['public-url'] }),
    book: bookOf(values.book),
    notify: values.notify,
    customers: oneOf('customers', values.customers, ['people', 'auto', 'visit']),
    chaos: number('chaos', values.chaos, 1),
    seed: number('seed', values.seed, Number.MAX_SAFE_INTEGER),
    seedBy: oneOf('seed-by', values['seed-by'], ['reference', 'amount']),
    ...(kinds === undefined ? {} : { kinds }),
    lateSeconds: number('late-seconds', values['late-seconds'], 2_000_000),
    holdSeconds: number('hold-seconds', values['hold-seconds'], 2_000_000),
    sessionSeconds: number('session-seconds', values['session-seconds'], 2_000_000),
    customerLateSeconds: number('customer-late-seconds', values['customer-late-seconds'], 2_000_000),
    float: values.float,
    credentials: credentialsIn(''),
    ...(values['return-days'] === undefined ? {} : { returnDays: daysIn(values['return-days']) }),
    wallets: oneOf('wallets', values.wallets, ['1', '2']) === '2' ? 2 : 1,
    credentials2: credentialsIn('_2'),
  };
}

/** Those that the environment has, under their names with this ending. */
function credentialsIn(ending: string): Partial<Record<CredentialName, string>> {
  const given = credentialNames
    .map((name): [CredentialName, string | undefined] => [name, process.env[name + ending]])
    .filter((each): each is [CredentialName, string] => Boolean(each[1]));
  return Object.fromEntries(given);
}

function bookOf(file: string | undefined): string {
  return file ?? path.join(process.env.KAIRA_DATA_DIR || '.data', 'rails-simulator.jsonl');
}

function number(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= most) return value;
  throw new OneSentenceError(`--${name} must be a number from 0 to ${most}.`);
}

/** `0.5-5`: the least and the most. */
function daysIn(text: string): [number, number] {
  const [least = '', most = least] = text.split('-');
  return [number('return-days', least, 24), number('return-days', most, 24)];
}

function oneOf<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new OneSentenceError(`--${name} must be one of ${choices.join(', ')}.`);
}

function help(): string {
  const lines = Object.entries(options).map(([name, option]) => {
    const value = 'default' in option && typeof option.default === 'string' ? ` (${option.default})` : '';
    return `  --${name.padEnd(22)} ${option.says}${value}`;
  });
  return `
npm run rails:simulate [-- options]: the four live rails, in a process of their own. No real money moves.

${lines.join('\n')}

Credentials are made up with a new book and kept beside it, but for those that the environment has (with _2, the second wallet's):
  ${credentialNames.join('\n  ')}

Misbehaviours of calls:   ${callKinds.join(', ')}
Misbehaviours of notices: ${noticeKinds.join(', ')}
Only where --kinds has it: ${listedKinds.join(', ')}

`;
}
