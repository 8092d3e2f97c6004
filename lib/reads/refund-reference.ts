const MAX_LENGTH = 255;

/**
 * The reference of a payout that gave a payment back before there were refunds: it followed from the payment's; of one
 * that was too long for that, what fitted.
 */
export function refundReference(clientReference: string): string {
  return [...`refund-${clientReference}`].slice(0, MAX_LENGTH).join('');
}
