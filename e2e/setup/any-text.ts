import fc from 'fast-check';

const point = fc.oneof(
  fc.integer({ min: 0, max: 0xff }),
  fc.integer({ min: 0, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10_ffff }),
);

/** Any Unicode character, assigned or not. fast-check's own unit `binary` takes two seconds to be made. */
export const anyCharacter = point.map((each) => String.fromCodePoint(each));

/** Well-formed text of any script, with control characters and all that hides in a text. */
export function anyText(maxLength: number, minLength = 0): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, minLength, maxLength });
}
