/** What the house's bank was given, by the reference that its receiver sees: a book of its own, which knows nothing of ours. */
export interface Bank {
  /** A file as it was downloaded. */
  take(text: string): void;
  paid: Map<string, { amount: string; times: number }>;
}

export function openBank(): Bank {
  const paid: Bank['paid'] = new Map();
  return {
    paid,
    take(text) {
      // Holder, bank, account number, amount, currency, reference: nothing of it has a comma.
      for (const row of text.split('\r\n').slice(1).filter(Boolean)) {
        const [, , , amount = '', , reference = ''] = row.split(',');
        paid.set(reference, { amount, times: (paid.get(reference)?.times ?? 0) + 1 });
      }
    },
  };
}
