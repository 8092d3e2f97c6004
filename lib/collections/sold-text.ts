import type { SoldItem } from '#db/schema/payment-links';

/** As much as a value of metadata may have. */
const MOST_LETTERS = 500;

/** `2 x Domoda, 1 x Juice`; of what has no room it says how many kinds there are. */
export function soldText(sold: readonly SoldItem[]): string {
  const parts = sold.map(({ name, count }) => `${count} x ${name}`);
  for (let shown = parts.length; shown > 0; shown--) {
    const rest = parts.length - shown;
    const text = parts.slice(0, shown).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
    if (text.length <= MOST_LETTERS) return text;
  }
  return `${sold.length} items`;
}
