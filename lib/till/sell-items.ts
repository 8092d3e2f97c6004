import { z } from 'zod';
import type { SoldItem } from '#db/schema/payment-links';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import type { Initiated } from '#lib/collections/re-offer';
import { readCollection } from '#lib/collections/read-collection';
import { AppError } from '#lib/errors';
import { amountField, referenceField } from '#lib/fields';
import { type Bututs, formatAmount } from '#lib/money';
import { findLinkOfReference } from '#lib/payment-links/payment-link';
import { type Seller, sell } from '#lib/till/own-sales';
import { readTillItems } from '#lib/till/till-items';

const MOST_OF_ONE = 999;

export const saleBody = z.object({
  client_reference: referenceField,
  /** What the till shows, and whoever sells says. */
  amount: amountField,
  /** Of it, what was typed beside the items. */
  typed: amountField.nullable().default(null),
  items: z
    .array(
      z.object({
        id: z.uuid('The id must be that of an item.'),
        count: z
          .int('The count must be a whole number.')
          .min(1, 'The count must be 1 or more.')
          .max(MOST_OF_ONE, `The count must be ${MOST_OF_ONE} or less.`),
      }),
      'The items must be a list of {id, count}.',
    )
    .min(1, 'Name one item at least.')
    .max(40),
});

type Sale = z.output<typeof saleBody>;

/**
 * A sale of items and of what was typed beside them, whose customer chooses the wallet. The prices are those of the list,
 * whatever the till says of them; asked for again, it is the sale as it was made. Throws `INVALID_STATE` where the till showed other ones, and what `sell` throws.
 */
export async function sellItems(ctx: Seller, body: Sale, headers: Headers): Promise<Initiated> {
  const sold = (await soldBefore(ctx, body)) ?? (await atPresentPrices(ctx, body));
  if (sumOf(sold, body) !== body.amount) throw otherItems();
  const asked = {
    ...{ amount: formatAmount(body.amount), currency: 'GMD', provider: CUSTOMER_CHOICE },
    client_reference: body.client_reference,
  };
  return sell(ctx, { ...(await readCollection(ctx, asked, headers)), sold });
}

/** What was sold under this reference, whatever it costs by now: for a sale is asked for again after its answer was lost. */
async function soldBefore(ctx: Seller, body: Sale): Promise<SoldItem[] | undefined> {
  const before = await findLinkOfReference(ctx, body.client_reference);
  const counts = (those: readonly { count: number }[]) => those.map(({ count }) => count).join();
  if (!before?.sold || counts(before.sold) !== counts(body.items)) return undefined;
  return sumOf(before.sold, body) === body.amount ? before.sold : undefined;
}

async function atPresentPrices(ctx: Seller, body: Sale): Promise<SoldItem[]> {
  const { items } = await readTillItems(ctx);
  return body.items.map(({ id, count }) => {
    const item = items.find((each) => each.id === id && each.isOn);
    if (item === undefined) throw otherItems();
    return { name: item.name, count, price: item.price };
  });
}

function sumOf(sold: readonly SoldItem[], { typed }: Sale): Bututs {
  return sold.reduce((all, { count, price }) => all + BigInt(count) * BigInt(price), typed ?? 0n);
}

function otherItems(): AppError {
  return new AppError(
    'INVALID_STATE',
    'The items or their prices have changed. Nothing was charged: look at the sum, and charge again.',
  );
}
