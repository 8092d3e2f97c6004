export type TextFault =
  | 'not_well_formed'
  | 'not_normalised'
  | 'control_character'
  | 'blank'
  | 'too_short'
  | 'too_long';

const controlOrFormat = /[\p{Cc}\p{Cf}]/u;
/** The part of `textFault` that an expression can say: no control or format characters. */
export const TEXT_FORM = /^[^\p{Cc}\p{Cf}]+$/u;
/** Neither white space nor a letter that is drawn as nothing, such as the fillers of Hangul and the empty cell of Braille. */
const notBlank = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * What is wrong with a text that a caller sent, or undefined; contract.md §2. Bounds are in code points.
 * Ill-formed and denormalised text is refused because two such references could become one in the database;
 * format characters, because they hide or reorder what a person reads. Emoji joined by U+200D fall under that.
 */
export function textFault(value: string, bounds: { min?: number; max: number }): TextFault | undefined {
  // A code point takes at most two units: a megabyte is refused here, before anything reads it.
  if (value.length > 2 * bounds.max) return 'too_long';
  if (!value.isWellFormed()) return 'not_well_formed';
  if (controlOrFormat.test(value)) return 'control_character';
  if (value.normalize('NFC') !== value) return 'not_normalised';
  if (!notBlank.test(value)) return 'blank';
  const length = codePoints(value);
  if (length > bounds.max) return 'too_long';
  if (length < (bounds.min ?? 1)) return 'too_short';
  return undefined;
}

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}
