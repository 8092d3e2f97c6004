export type Operator = 'Africell' | 'QCell' | 'Comium' | 'Gamcel' | 'Gamtel' | 'unknown';

export interface Mobile {
  /** As it was sent: `+220` and 7 or 9 digits. */
  e164: string;
  /** What follows `+220`. */
  local: string;
  /** Whose range the number lies in. Only a hint: numbers could have been ported, and the table may be behind. */
  operator: Operator;
}

/** One source only, nyangnjie.blogspot.com, so a prefix that is missing here is accepted as `unknown`. */
const sevenDigitPrefixes: readonly (readonly [prefix: string, operator: Operator])[] = [
  ...prefixes('Africell', '7', '2', '40', '41', '45'),
  ...prefixes('QCell', '3', '50', '51', '52', '53', '54', '55', '58', '59'),
  ...prefixes('Comium', '6', '84', '85', '86', '87'),
  ...prefixes('Gamcel', '9'),
  ...prefixes('Gamtel', '42', '43', '44', '47', '48', '56', '57'),
];

/**
 * Put before the old 7 digits since 4 September 2026; the old form works on until 30 November 2026 and stays for
 * Gamcel and Gamtel. PURA notice P/TR/NP/VOL.XV/(457) of 9 July 2026, as told by github.com/Ous39/gambia-number-migrator.
 */
const nineDigitPrefixes: readonly (readonly [prefix: string, operator: Operator])[] = [
  ...prefixes('QCell', '83'),
  ...prefixes('Comium', '86'),
  ...prefixes('Africell', '87'),
];

/** What people and their phones put between digits: any space or dash, and the unseen marks of a copied contact. */
const LAYOUT = /[\s().\-\u2010-\u2015\u2212\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** `$` without the flag `m` is the end itself, and `\d` is ASCII only. */
const numberForm = /^\+220(\d{7}|\d{9})$/;
/** What `parseMobile` takes, in one expression. */
export const MOBILE_FORM = new RegExp(
  `^\\+220(\\d{7}|(${nineDigitPrefixes.map(([prefix]) => prefix).join('|')})\\d{7})$`,
);

/**
 * A Gambian number in the one form that contract.md §3 takes, `+220` and 7 or 9 digits without spaces, or undefined.
 * Nine digits must begin with a prefix of the renumbering; any 7 digits may follow it.
 */
export function parseMobile(text: string): Mobile | undefined {
  const local = numberForm.exec(text)?.[1];
  if (local === undefined) return undefined;
  const operator = operatorOf(local, local.length === 9 ? nineDigitPrefixes : sevenDigitPrefixes);
  if (operator === undefined && local.length === 9) return undefined;
  return { e164: text, local, operator: operator ?? 'unknown' };
}

/**
 * A number as people and spreadsheets write it (`701 2345`, `2207012345`, `00220 701-2345`) in the form that
 * `parseMobile` takes; anything else comes back as it was. Lengths tell the forms apart: a local number has 7 or 9.
 */
export function normaliseMobile(text: string): string {
  const digits = text.replaceAll(LAYOUT, '');
  const local = /^(?:\+220|00220|220)?(\d{7}|\d{9})$/.exec(digits)?.[1];
  return local === undefined ? text.trim() : `+220${local}`;
}

/**
 * Whether two numbers may be one person's, as `is_same_number` has it: the same, or one of 7 digits and one of 9 that ends
 * in them. Looser than `spellingsOf`, whatever the table says: what guards money counts rather one too many.
 */
export function isSameNumber(a: string, b: string): boolean {
  const isRenumbered = a.slice(-7) === b.slice(-7) && [a, b].every((each) => numberForm.test(each));
  return a === b || (isRenumbered && a.length !== b.length);
}

/**
 * All spellings of one person's number, the given one first: before the renumbering and after it. Where the table says
 * that the old 7 digits were of another operator, or of none that it knows, the two are not known to be one person's,
 * and the number stands alone; so does whatever is no Gambian number.
 */
export function spellingsOf(e164: string): string[] {
  const mobile = parseMobile(e164);
  if (mobile === undefined) return [e164];
  const old = mobile.local.slice(-7);
  const prefix = prefixOf(operatorOf(old, sevenDigitPrefixes));
  const renumbered = `${prefix ?? ''}${old}`;
  if (prefix === undefined || (mobile.local !== old && mobile.local !== renumbered)) return [e164];
  return [e164, `+220${mobile.local === old ? renumbered : old}`];
}

/** `+2207012367` → `+220*****67`: enough for its owner to know it, too little for anybody else to call it. */
export function maskMobile(e164: string): string {
  const digits = e164.slice(4);
  return e164.slice(0, 4) + '*'.repeat(Math.max(0, digits.length - 2)) + digits.slice(-2);
}

function operatorOf(local: string, table: typeof sevenDigitPrefixes): Operator | undefined {
  return table.find(([prefix]) => local.startsWith(prefix))?.[1];
}

/** None of Gamcel, Gamtel and unknown ranges, whose numbers stay as they are. */
function prefixOf(operator: Operator | undefined): string | undefined {
  return nineDigitPrefixes.find(([, renumbered]) => renumbered === operator)?.[0];
}

function prefixes(operator: Operator, ...list: string[]) {
  return list.map((prefix) => [prefix, operator] as const);
}
