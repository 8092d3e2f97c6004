import { AppError } from '#lib/errors';

/** As they are refused: whatever the case, and with `_` and `-` anywhere or nowhere. */
const cardFields = ['card_number', 'pan', 'cvv', 'cvc', 'expiry'];
const cardFieldForm = new RegExp(
  `^[-_]*(?:${cardFields.map((name) => `(${[...name.replace('_', '')].join('[-_]*')})`).join('|')})[-_]*$`,
  'i',
);

/** Visa, Mastercard, American Express, Discover, JCB and UnionPay begin with 3 to 6 and have 15 or 16 digits. */
const cardNumberForm = /^[3-6]\d{14,15}$/;

/** Which of the refused card fields a member's name is, or undefined; contract.md §2. */
export function cardFieldNamed(name: string): string | undefined {
  const found = cardFieldForm.exec(name);
  return found === null
    ? undefined
    : cardFields[found.findIndex((part, index) => index > 0 && part !== undefined) - 1];
}

/**
 * The path of a value that looks like a card number, in the two places where people paste them: `customer_name` and
 * the values of `metadata`. References are never inspected: order numbers look like card numbers.
 */
export function cardNumberPath(body: Record<string, unknown>): string | undefined {
  if (isCardNumber(body.customer_name)) return 'customer_name';
  const { metadata } = body;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  for (const [key, value] of Object.entries(metadata)) {
    // A key too long to be valid is not repeated, nor one that could itself be what must not be shown.
    if (isCardNumber(value)) return key.length > 40 || isCardNumber(key) ? 'metadata' : `metadata.${key}`;
  }
  return undefined;
}

/** Names the field, never the value: the message may be logged. */
export function cardDataRefused(path: string): AppError {
  const message = `Kaira takes no card data: remove it from \`${path}\`. Cards are entered on the card page only.`;
  return new AppError('CARD_DATA_NOT_ACCEPTED', message);
}

function isCardNumber(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const digits = String(value).replaceAll(/[\s-]/g, '');
  return cardNumberForm.test(digits) && isLuhnValid(digits);
}

/** ISO/IEC 7812-1, annex B: every second digit from the right is doubled, and the digits of all sum to tens. */
function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
