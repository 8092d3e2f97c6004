/** What the fonts that every reader of PDF brings can show: ISO 32000-1, annex D, WinAnsiEncoding. */
const shown = /^[\x20-\x7e\xa0-\xffƒ–—‘’‚“”„†‡•…€‰‹›ˆ™Œœ˜ŠšŸŽž]$/;
/** Letters of the languages of The Gambia, and of its neighbours, that are not Latin-1 and have no parts. */
const spelt: Record<string, string> = { ŋ: 'ng', Ŋ: 'Ng', ɓ: 'b', Ɓ: 'B', ɗ: 'd', Ɗ: 'D', ƴ: 'y', Ƴ: 'Y' };

/** The sign for a letter that cannot be shown. */
export const UNSHOWN = '?';

/**
 * A text in the letters that a PDF shows without a font of its own: a letter loses the marks that it cannot have, and
 * any other becomes `UNSHOWN`. `isWhole` is false where one did.
 */
export function latinText(text: string): { text: string; isWhole: boolean } {
  let isWhole = true;
  const letters = Array.from(text.normalize('NFC'), (letter) => {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '');
    const found = [letter, spelt[letter] ?? '', bare].find((each) => each.length === 1 && shown.test(each));
    if (spelt[letter]) return spelt[letter];
    if (found !== undefined) return found;
    isWhole = false;
    return UNSHOWN;
  });
  return { text: letters.join(''), isWhole };
}
