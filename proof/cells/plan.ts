import { parseArgs } from 'node:util';
import { asMarkdown, planTables, usual } from './tables.ts';

// npm run cells:plan -- --payments-a-day 50000000 [--busiest-hour 0.2] [--lives-a-second 712] [--utilisation 0.4]
//   [--terabytes-a-cell 4] [--clients 100000] [--keys-a-client 3] [--deadline-ms 250] [--seed 1]
// Computes, and asks and changes nothing: docs/operations/many-cells.md says what the tables mean and where they are wrong.

const named = {
  'busiest-hour': 'busiestHour',
  'lives-a-second': 'livesPerSecond',
  utilisation: 'utilisation',
  'terabytes-a-cell': 'terabytesACell',
  clients: 'clients',
  'keys-a-client': 'keysAClient',
  'deadline-ms': 'deadlineMs',
  seed: 'seed',
} as const;

const { values: options } = parseArgs({
  options: Object.fromEntries(
    ['payments-a-day', ...Object.keys(named)].map((name) => [name, { type: 'string' }]),
  ),
});

const wanted = { ...usual, paymentsADay: positive('payments-a-day') };
for (const [option, name] of Object.entries(named))
  if (options[option] !== undefined) wanted[name] = positive(option);
for (const table of planTables(wanted)) console.log(`\n${table.title}\n\n${asMarkdown(table)}`);

function positive(option: string): number {
  const value = Number(options[option]);
  if (value > 0 && Number.isFinite(value)) return value;
  console.error(`--${option} has to be a number above 0.`);
  process.exit(1);
}
