/** What moves money, keeps the books or tells of it: the files that mutants are planted in. */
const folders = [
  'lib/cases',
  'lib/collections',
  'lib/keys',
  'lib/ledger',
  'lib/notices',
  'lib/payouts',
  'lib/rail-work',
  'lib/rails',
  'lib/reconciliation',
  'lib/refunds',
  'lib/settlements',
  'lib/transactions',
  'lib/webhooks',
];
const files = ['lib/money.ts', 'lib/together.ts', 'lib/csv.ts', 'lib/phone.ts', 'lib/typed-amount.ts'];

export function moneyPath(tracked: string[]): string[] {
  return tracked
    .filter((file) => files.includes(file) || folders.some((folder) => file.startsWith(`${folder}/`)))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .sort();
}
