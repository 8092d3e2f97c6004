import { formatAmount, parseAmount } from '#lib/money';

/** How many of each item somebody has tapped, by its id. */
export type Basket = Readonly<Record<string, number>>;

/** An item that a till sells, as the server tells it. */
export interface Priced {
  id: string;
  name: string;
  price: string;
}

const MOST_OF_ONE = 999;

/** One more, or one less, of an item; none is left out. */
export function changed(basket: Basket, id: string, by: 1 | -1): Basket {
  const count = Math.min((basket[id] ?? 0) + by, MOST_OF_ONE);
  const { [id]: _, ...others } = basket;
  return count > 0 ? { ...others, [id]: count } : others;
}

export interface BasketLine extends Priced {
  count: number;
  amount: string;
}

/** What is in it, in the order of the list; what the list has no more is not. */
export function linesOf(items: readonly Priced[], basket: Basket): BasketLine[] {
  return items.flatMap((item) => {
    const count = basket[item.id] ?? 0;
    if (count === 0) return [];
    return [{ ...item, count, amount: formatAmount(BigInt(count) * bututsOf(item.price)) }];
  });
}

/** The lines and what was typed beside them. */
export function totalOf(lines: readonly BasketLine[], typed: string): string {
  return formatAmount(lines.reduce((sum, { amount }) => sum + bututsOf(amount), bututsOf(typed)));
}

const bututsOf = (text: string): bigint => parseAmount(text) ?? 0n;
