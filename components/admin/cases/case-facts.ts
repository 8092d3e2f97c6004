import { capital, day, difference, exactTime, mobile, money, moneyIn } from '#lib/browser/format';
import { later } from '#lib/browser/language/words';
import type { PresentedCase } from '#lib/cases/case';
import { isStatus, statusLabel } from '../../transactions/status.tsx';

type Details = PresentedCase['details'];

/** The names of a case's details as people say them, in the order in which they are read. */
const names: Record<string, () => string> = {
  what: later('About|of a case'),
  notice: later('The notice says'),
  ours: later('Our books'),
  theirs: later('The rail'),
  state: later('Its state there'),
  amount: later('Amount'),
  mobile: later('Mobile'),
  reason: later('Reason'),
  wallet: later('Wallet at the rail'),
  float: later('Our float'),
  collected: later('Collected, in the same wallet'),
  payouts_in_flight: later('Payouts in flight'),
  open_collections: later('Open collections'),
  difference: later('Unexplained difference'),
  since: later('Since'),
  at: later('Time'),
  day: later('Day of the statement'),
  other_transaction_id: later('The other transaction'),
  reference: later('Reference'),
  client_reference: later('Reference'),
  rail_reference: later('Rail reference'),
  payment_reference: later('Payment at the rail'),
};
const amounts = ['wallet', 'float', 'collected', 'payouts_in_flight', 'open_collections'];
const identifiers = [
  'reference',
  'client_reference',
  'rail_reference',
  'payment_reference',
  'other_transaction_id',
];

/** What a case is about. */
const whats: Record<string, () => string> = {
  amount: later('Amount'),
  currency: later('Currency'),
  mobile: later('Mobile'),
  reference: later('Reference'),
  status: later('Status'),
};

interface CaseFact {
  name: string;
  label: string;
  text: string;
}

/** What is known of a case, for reading: no code is left in it that nobody says. */
export function factsOf(details: Details): CaseFact[] {
  const order = Object.keys(names);
  return Object.entries(details)
    .flatMap(([name, value]) =>
      // The currency stands beside its amount.
      value === null || name === 'currency' || (name === 'amount' && details.what === 'amount')
        ? []
        : [{ name, label: names[name]?.() ?? capital(name), text: textOf(name, value, details) }],
    )
    .sort((a, b) => place(order, a.name) - place(order, b.name));
}

export const isIdentifier = (name: string): boolean => identifiers.includes(name);

/** What the rail says that it is about, where it speaks of money at all. */
export function amountIn({ amount, currency }: Details): string | undefined {
  return amount ? moneyIn(currency ?? 'GMD', amount) : undefined;
}

function textOf(name: string, value: string, details: Details): string {
  if (name === 'amount') return amountIn(details) ?? value;
  if (amounts.includes(name)) return money(value);
  if (name === 'difference') return difference(value);
  if (name === 'at' || name === 'since') return exactTime(value);
  if (name === 'day') return day(value);
  if (name === 'mobile') return mobile(value);
  if (name === 'what') return whats[value]?.() ?? capital(value);
  if (name === 'state') return inWords(value);
  if (name === 'ours' || name === 'theirs' || name === 'notice') {
    if (details.what !== 'amount' || !/^\d+\.\d{2}$/.test(value)) return inWords(value);
    return name === 'ours' ? money(value) : moneyIn(details.currency ?? 'GMD', value);
  }
  return value;
}

/** A status by its word: `SUCCEEDED, GMD 99.99` → `Succeeded, GMD 99.99`. */
function inWords(text: string): string {
  return text.replace(/^[A-Z_]+\b/, (code) => (isStatus(code) ? statusLabel(code) : code));
}

function place(order: string[], name: string): number {
  const at = order.indexOf(name);
  return at === -1 ? order.length : at;
}
