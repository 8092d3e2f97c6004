import { bututsOf } from './world.ts';

// Which fields of a body are wrong, by contract §2 and §3.

export type Body = Record<string, unknown>;

/** contract §3: the form of an amount, and the default bounds 1.00–100000.00. */
const AMOUNT = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;
export const LEAST = 100;
export const MOST = 10_000_000;
/** contract §3: +220 and 7 digits, or the 9 digits of the renumbering. */
const MOBILE = /^\+220(\d{7}|(83|86|87)\d{7})$/;
const CARD_FIELDS = ['cardnumber', 'pan', 'cvv', 'cvc', 'expiry'];

export type Check = (value: unknown) => boolean;

/** contract §2: well-formed, NFC, without control or format characters, not blank, counted in code points. */
export const isText =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' &&
    value.isWellFormed() &&
    value === value.normalize('NFC') &&
    !/[\p{Cc}\p{Cf}]/u.test(value) &&
    value.trim() !== '' &&
    [...value].length <= most;

export const isAmountText: Check = (value) => typeof value === 'string' && AMOUNT.test(value);

export const isAmount: Check = (value) => {
  if (!isAmountText(value)) return false;
  const bututs = bututsOf(value as string);
  return bututs >= LEAST && bututs <= MOST;
};

export const isMobile: Check = (value) => typeof value === 'string' && MOBILE.test(value);
export const isString: Check = (value) => typeof value === 'string';
export const isGmd: Check = (value) => value === 'GMD';

/** contract §3: https; http only for localhost and only with a test key; at most 2,048 characters. */
export const isReturnUrl =
  (isTest: boolean): Check =>
  (value) => {
    if (typeof value !== 'string' || [...value].length > 2048 || !URL.canParse(value)) return false;
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost' && isTest);
  };

export interface Rule {
  required?: boolean;
  check: Check;
}

/** The paths of all that is wrong, contract §2: all invalid fields are reported at once. */
export function faultsOf(body: Body, rules: Record<string, Rule>): string[] {
  return Object.entries(rules)
    .filter(([field, { required = false, check }]) =>
      body[field] === undefined ? required : !check(body[field]),
    )
    .map(([field]) => field);
}

/** contract §3: a flat object of at most 20 strings; §2: keys of at most 40 and values of at most 500. */
export const isMetadata: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= 20 &&
  Object.entries(value).every(([key, each]) => isText(40)(key) && isText(500)(each));

/** contract §2: a card field at any depth, or a card number as a name or a value of `metadata`. */
export function holdsCardData(body: Body): boolean {
  const names = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => [name, ...names(each)])
      : [];
  const isCardField = (name: string) => CARD_FIELDS.includes(name.toLowerCase().replaceAll(/[_-]/g, ''));
  const metadata = typeof body.metadata === 'object' && body.metadata !== null ? body.metadata : {};
  return names(body).some(isCardField) || [body.customer_name, ...Object.values(metadata)].some(isCardNumber);
}

function isCardNumber(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const digits = value.replaceAll(/[ -]/g, '');
  if (!/^[3-6]\d{14,15}$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** contract §2: one JSON object, without a byte order mark or a key that comes twice; undefined: it is none. */
export function readBody(raw: string): Body | undefined {
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body) || hasKeyTwice(raw)) return undefined;
  return body as Body;
}

/** Of text that is JSON. */
function hasKeyTwice(raw: string): boolean {
  const open: Set<string>[] = [];
  for (const [token] of raw.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token.endsWith(':')) {
      const key = JSON.parse(token.slice(0, -1)) as string;
      if (open.at(-1)?.has(key)) return true;
      open.at(-1)?.add(key);
    }
  }
  return false;
}
