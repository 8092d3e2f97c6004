const MAX_LENGTH = 255;

/**
 * The reference of the payout that gives a payment back. It follows from the payment's, so that it is given back once;
 * of one that is too long for that, what fits.
 */
export function refundReference(clientReference: string): string {
  return [...`refund-${clientReference}`].slice(0, MAX_LENGTH).join('');
}
