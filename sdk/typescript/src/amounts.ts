// Money is a decimal text in dalasis on the wire and whole bututs here. No float comes between them.

/**
 * The bututs of an amount: `'150.5'` → `15050n`; 100 bututs are 1 GMD. Throws a `TypeError` for anything but decimal
 * text with at most two fraction digits.
 */
export function toBututs(amount: string): bigint {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d{1,2}))?$/.exec(amount);
  if (parts === null) throw new TypeError('The amount is not decimal text such as 150.00.');
  const [, sign, dalasis, fraction = ''] = parts;
  const bututs = BigInt(`${dalasis}${fraction.padEnd(2, '0')}`);
  return sign ? -bututs : bututs;
}

/** The amount that a request takes: `15050n` → `'150.50'`. Throws a `TypeError` for a number that is not whole. */
export function fromBututs(bututs: bigint | number): string {
  if (typeof bututs === 'number' && !Number.isSafeInteger(bututs)) {
    throw new TypeError('Bututs are whole: 100 of them are 1 GMD.');
  }
  const digits = String(bututs).replace('-', '').padStart(3, '0');
  return `${bututs < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
