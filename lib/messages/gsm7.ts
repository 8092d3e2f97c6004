/** The alphabet of one SMS of 160 characters. https://www.3gpp.org/dynareport/23038.htm, 6.2.1 */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each of these takes the room of two. */
const extended = '^{}\\[~]|€';
const alphabet = new Set(basic);
const doubles = new Set(extended);

/** What the alphabet lacks and has a plain letter or mark for: quotes and dashes, and letters of The Gambia. */
const plain: Record<string, string> = {
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...', '·': '-', '\u00a0': ' ' },
  ...{ ŋ: 'ng', Ŋ: 'Ng', ɓ: 'b', Ɓ: 'B', ɗ: 'd', Ɗ: 'D', ƴ: 'y', Ƴ: 'Y', ɲ: 'ny', Ɲ: 'Ny', œ: 'oe', Œ: 'OE' },
};

/** The same in the alphabet where it can be; a letter of another script stays as it is. */
export function inGsm7(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) => {
      if (alphabet.has(letter) || doubles.has(letter)) return letter;
      const bare = plain[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
      return [...bare].every((each) => alphabet.has(each)) ? bare : letter;
    })
    .join('');
}

/** What a text takes of the room of one SMS: 160 in the alphabet, 70 where one letter of it is in no alphabet of SMS. */
export function roomOf(text: string): { taken: number; most: number } {
  const letters = [...text];
  if (letters.some((each) => !alphabet.has(each) && !doubles.has(each)))
    return { taken: text.length, most: 70 };
  return { taken: letters.length + letters.filter((each) => doubles.has(each)).length, most: 160 };
}
