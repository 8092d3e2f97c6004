import { z } from 'zod';

const MAX_LIMIT = 100;
const wholeNumber = /^[1-9]\d{0,8}$/;

const positive = (message: string) => z.string().regex(wholeNumber, message).transform(Number);

/** `limit` of a list: 1 to 100. */
export const limitField = positive('The limit must be a whole number from 1 to 100.')
  .refine((value) => value <= MAX_LIMIT, 'The limit must be a whole number from 1 to 100.')
  .meta({ description: 'Items per page.', type: 'integer', minimum: 1, maximum: MAX_LIMIT, examples: [20] });

export const pageField = positive('The page must be a whole number from 1.').meta({
  description: 'The page, the newest first; 1 without it. Far back, use the cursor.',
  type: 'integer',
  minimum: 1,
  maximum: 999_999_999,
  examples: [1],
});

/**
 * An opaque place in a list: where the page before it ended. `read` gets the text that `makeCursor` was given, joined by
 * spaces, and returns undefined for what no page of its list has.
 */
export function cursorFieldOf<Place>(
  { maxLength }: { maxLength: number },
  read: (text: string) => Place | undefined,
) {
  return z
    .string()
    .transform((text, check): Place => {
      const place =
        text.length > maxLength ? undefined : read(Buffer.from(text, 'base64url').toString('latin1'));
      if (place !== undefined) return place;
      check.addIssue({
        code: 'custom',
        message:
          'The cursor must be the next_cursor of a page of this very list. Leave it out to begin anew.',
        params: { code: 'invalid_cursor' },
      });
      return z.NEVER;
    })
    .meta({
      description: 'The next_cursor of the page before.',
      maxLength,
      examples: [makeCursor(['01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f'])],
    });
}

/** The place of a list by ids, with a number beside it or without. */
export const cursorField = cursorFieldOf({ maxLength: 200 }, (text): string[] | undefined => {
  const parts = text.split(' ');
  const [id, carried] = parts;
  const isOurs = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '') && parts.length <= 2;
  return isOurs && (carried === undefined || /^-?\d{1,15}$/.test(carried)) ? parts : undefined;
});

export function makeCursor(parts: string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url');
}
