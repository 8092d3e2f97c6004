/** A sentence that is written to the client, as an operator reads it. In French it speaks of `le solde`, nobody’s. */
export const forOperator = (text: string): string =>
  text
    .replace(/, and you can refund the payment again(?=\.)/, '')
    .replace('your own', 'the client’s')
    .replace(/\byour\b/g, 'the client’s');
