import { z } from 'zod';
import type { Environment } from '#lib/context';
import type { FieldFault } from '#lib/errors';
import { AMOUNT_FORM, type Bututs, parseAmount } from '#lib/money';
import { MOBILE_FORM, parseMobile } from '#lib/phone';
import { TEXT_FORM, type TextFault, textFault } from '#lib/text';

/**
 * The fields that requests share; contract.md §2 and §3. Each says what is wrong and what would be right. What `meta`
 * says stands in the description of the API (lib/openapi), which cannot see into a check that is code.
 */

const textFaultSentences: Record<TextFault, string> = {
  not_well_formed: 'must be well-formed Unicode: remove lone surrogates',
  not_normalised: 'must be in Unicode normalisation form C: bring it to NFC before you send it',
  control_character:
    'must not contain control or format characters, such as tabs, zero-width characters or joined emoji: remove them',
  blank: 'must not be blank',
  too_short: 'is too short',
  too_long: 'is too long',
};

/** Text of 1 to `max` code points. */
export const textField = (max: number) =>
  z
    .string('This field must be a string.')
    .superRefine((value, check) => {
      const fault = textFault(value, { max });
      if (fault === undefined) return;
      const sentence =
        fault === 'too_long' ? `must have at most ${max} characters` : textFaultSentences[fault];
      check.addIssue({ code: 'custom', message: `This field ${sentence}.`, params: { code: fault } });
    })
    .meta({ minLength: 1, maxLength: max, pattern: TEXT_FORM.source });

/** One of these words, or several with commas between them, each once. */
export const listField = <Word extends string>(words: readonly Word[], message: string) =>
  z.string(message).transform((text, check): Word[] => {
    const given = new Set(text.split(','));
    const known = words.filter((word) => given.delete(word));
    if (given.size === 0) return known;
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Text of several lines that people write for people, of `min` to `max` code points. */
export const proseField = (min: number, max: number) =>
  z
    .string('This must be a text.')
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .superRefine((text, check) => {
      const fault = textFault(text.replaceAll('\n', ' '), { min, max });
      if (fault === undefined) return;
      const sentence = ['blank', 'too_short', 'too_long'].includes(fault)
        ? `must have ${min} to ${max.toLocaleString('en')} characters`
        : textFaultSentences[fault];
      check.addIssue({ code: 'custom', message: `This field ${sentence}.`, params: { code: fault } });
    });

export const AMOUNT_CODE = 'invalid_amount';

/** Dalasis as a decimal string; becomes bututs. */
export const amountField = z
  .string('The amount must be a string, such as "150.00".')
  .transform((text, check): Bututs => {
    const bututs = parseAmount(text);
    if (bututs !== undefined) return bututs;
    check.addIssue({
      code: 'custom',
      message:
        'The amount must be a decimal string such as "150.00": at most nine digits and two fraction digits, without sign, spaces or leading zeros.',
      params: { code: AMOUNT_CODE },
    });
    return z.NEVER;
  })
  .meta({
    description: 'Dalasis as a decimal string with at most two fraction digits; never a JSON number.',
    pattern: AMOUNT_FORM.source,
    examples: ['150.00'],
  });

export const currencyField = z
  .literal('GMD', 'The currency must be "GMD".')
  .meta({ description: 'The Gambian dalasi is the only currency.', examples: ['GMD'] });

export const referenceField = textField(255).meta({
  description:
    'Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever.',
  examples: ['order-1001'],
});

export const providerField = z
  .string({ error: 'The provider must be a string, such as "PROVIDER_W".' })
  .meta({ description: 'The rail that moves the money.', examples: ['PROVIDER_W'] });

const MOBILE_FAULT =
  'This must be a Gambian mobile number without spaces, such as "+2207012345": +220 and 7 digits, or the 9 digits of the 2026 renumbering.';

export const mobileField = z
  .string(MOBILE_FAULT)
  .superRefine((value, check) => {
    if (parseMobile(value) !== undefined) return;
    check.addIssue({ code: 'custom', message: MOBILE_FAULT, params: { code: 'invalid_mobile' } });
  })
  .meta({
    description: 'A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering.',
    pattern: MOBILE_FORM.source,
    examples: ['+2207012345'],
  });

const MAX_URL_LENGTH = 2048;
const URL_FAULT = 'This must be an absolute https:// address, such as https://shop.example.com/paid.';
/** `new URL` would repair `https:example.com`, and the customer's browser might read it otherwise. */
const RETURN_URL_FORM = /^[hH][tT][tT][pP][sS]?:\/\/[^/]/;

/** Where a customer is sent back to: https; http only for localhost and only with a test key. */
export const returnUrlField = (environment: Environment) =>
  z
    .string(URL_FAULT)
    .superRefine((value, check) => {
      const message = returnUrlFault(value, environment);
      if (message) check.addIssue({ code: 'custom', message, params: { code: 'invalid_url' } });
    })
    .meta({ format: 'uri', maxLength: MAX_URL_LENGTH, pattern: RETURN_URL_FORM.source });

const MAX_METADATA_FIELDS = 20;
const MAX_METADATA_KEY = 40;
const MAX_METADATA_VALUE = 500;
/** A key of the metadata that a program reads as a member; `__proto__` is none that it could read. */
export const keyField = (max: number) =>
  textField(max).refine((key) => key !== '__proto__', 'No key may be called __proto__: use another name.');

const metadataKey = keyField(MAX_METADATA_KEY);
const metadataValue = textField(MAX_METADATA_VALUE);

/** A flat object of at most 20 strings, echoed. */
export const metadataField = z
  .custom<Record<string, string>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    {
      error: 'The metadata must be a flat object of strings, such as {"cart":"77"}.',
      params: { code: 'invalid_metadata' },
    },
  )
  .superRefine((value, check) => {
    const fields = Object.entries(value);
    if (fields.length > MAX_METADATA_FIELDS) {
      check.addIssue({
        code: 'custom',
        message: `The metadata must have at most ${MAX_METADATA_FIELDS} fields. Leave some out.`,
        params: { code: 'invalid_metadata' },
      });
      return;
    }
    for (const [key, each] of fields) {
      const fault =
        metadataKey.safeParse(key).error?.issues[0]?.message ??
        metadataValue.safeParse(each).error?.issues[0]?.message;
      if (fault === undefined) continue;
      check.addIssue({
        code: 'custom',
        path: [metadataKey.safeParse(key).success ? key : ''],
        message: `Each metadata key is a text of up to 40 characters, each value one of up to 500. ${fault}`,
        params: { code: 'invalid_metadata' },
      });
    }
  })
  .meta({
    description: 'A flat object of your own, echoed.',
    type: 'object',
    maxProperties: MAX_METADATA_FIELDS,
    propertyNames: { minLength: 1, maxLength: MAX_METADATA_KEY, pattern: TEXT_FORM.source },
    additionalProperties: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_METADATA_VALUE,
      pattern: TEXT_FORM.source,
    },
    examples: [{ cart: '77' }],
  });

/** The amount's own fault, for `INVALID_AMOUNT` when it is the only one. */
export function soleAmountFault(faults: FieldFault[]): FieldFault | undefined {
  const [only] = faults;
  return faults.length === 1 && only?.path === 'amount' && only.code === AMOUNT_CODE ? only : undefined;
}

function returnUrlFault(value: string, environment: Environment): string | undefined {
  if (value.length > MAX_URL_LENGTH) return `The address must have at most ${MAX_URL_LENGTH} characters.`;
  if (textFault(value, { max: MAX_URL_LENGTH }) || /[\s\\]/.test(value))
    return 'The address has characters that no URL may have. Percent-encode them.';
  if (!RETURN_URL_FORM.test(value) || !URL.canParse(value)) return URL_FAULT;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a user name or password. Remove them.';
  if (url.protocol === 'https:') return undefined;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (environment === 'SANDBOX' && isLocal) return undefined;
  return 'This must be an https:// address. http:// is for localhost with a test key only.';
}
