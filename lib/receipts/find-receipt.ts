import { type Checkout, findCheckout } from '#lib/checkout/find-checkout';
import { type GivenBack, readGivenBack } from '#lib/checkout/given-back';
import { fitsReceipt, parseReceiptToken } from '#lib/receipts/receipt-token';

/** A payment that was made, and what went back of it since. */
export interface Receipt extends Checkout {
  givenBack: GivenBack[];
}

/** The receipt at this address; undefined for any other, also for one of a collection that was not paid. */
export async function findReceipt(token: string): Promise<Receipt | undefined> {
  const parsed = parseReceiptToken(token);
  const checkout = parsed && (await findCheckout(parsed.id));
  if (parsed === undefined || checkout === undefined) return undefined;
  const { transaction } = checkout;
  if (transaction.status !== 'SUCCEEDED' || !fitsReceipt(transaction, parsed.half)) return undefined;
  return { ...checkout, givenBack: await readGivenBack(transaction) };
}
