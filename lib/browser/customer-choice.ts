/**
 * No rail: the customer of the collection chooses one on the hosted page. A transaction carries it only where the
 * collection ended before that.
 */
export const CUSTOMER_CHOICE = 'CUSTOMER_CHOICE';
