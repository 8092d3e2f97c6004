import { invariant } from '#lib/errors';

/** An amount of money in bututs: 100 bututs are 1 dalasi (GMD). */
export type Bututs = bigint;

/** The two forms that an amount has in JSON: `total_bututs` and `total_gmd`. */
export type MoneyFields<Name extends string> = { [Key in `${Name}_bututs`]: number } & {
  [Key in `${Name}_gmd`]: string;
};

const BASIS_POINTS = 10_000n;
const HIGHEST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** contract.md §3. Nothing may follow: in JavaScript a `$` without the flag `m` is the end itself, newline included. */
export const AMOUNT_FORM = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;

/**
 * The bututs that an amount of dalasi says (`"150"`, `"150.5"`, `"150.00"`), or undefined for any other form.
 * Zero is an amount here: whether it is enough is for the bounds of the rail to say.
 */
export function parseAmount(text: string): Bututs | undefined {
  const parts = AMOUNT_FORM.exec(text);
  if (parts === null) return undefined;
  const dalasi = parts[1] ?? '';
  const fraction = (parts[2] ?? '').slice(1).padEnd(2, '0');
  return BigInt(dalasi + fraction);
}

/** Dalasi with exactly two fraction digits: `15000n` → `"150.00"`, `-5n` → `"-0.05"`. */
export function formatAmount(bututs: bigint): string {
  const digits = (bututs < 0n ? -bututs : bututs).toString().padStart(3, '0');
  return `${bututs < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The gateway's share of a collection: `bps` ten-thousandths of it, rounded half up to a butut. */
export function commissionOf(amount: Bututs, bps: number): Bututs {
  invariant(amount >= 0n, 'a commission is taken of an amount that is not negative');
  invariant(Number.isInteger(bps) && bps >= 0 && bps <= 10_000, 'a commission is 0 to 10000 basis points');
  return (amount * BigInt(bps) + BASIS_POINTS / 2n) / BASIS_POINTS;
}

/**
 * What a rail takes of an amount: so much for each movement, and `bps` ten-thousandths, rounded half up to a butut. Never
 * more than the amount itself.
 */
export function railFeeOf(amount: Bututs, tariff: { flatBututs: Bututs; bps: number }): Bututs {
  invariant(tariff.flatBututs >= 0n, 'a tariff is not negative');
  const fee = tariff.flatBututs + commissionOf(amount, tariff.bps);
  return fee < amount ? fee : amount;
}

/** For a JSON field `…_bututs`. The only place where money becomes a number. */
export function toNumber(bututs: bigint): number {
  return Number(bututs);
}

/** Both JSON forms of an amount under one name. */
export function moneyFields<Name extends string>(name: Name, bututs: bigint): MoneyFields<Name> {
  invariant(bututs <= HIGHEST_SAFE && bututs >= -HIGHEST_SAFE, 'money in JSON is a safe integer');
  const fields = { [`${name}_bututs`]: toNumber(bututs), [`${name}_gmd`]: formatAmount(bututs) };
  return fields as MoneyFields<Name>;
}
