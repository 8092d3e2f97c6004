import { exactTime, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { formatAmount } from '#lib/money';
import { railName } from '#lib/rails/rail-faces';
import type { Receipt } from '#lib/receipts/find-receipt';

const SHOWN_DIGITS = 3;

/** What a receipt says, line by line, on the page and in the file alike. */
export function receiptFacts({ transaction, client, givenBack }: Receipt): [name: string, value: string][] {
  const { completedAt, clientReference, provider, mobile } = transaction;
  const backBututs = givenBack.reduce((sum, { amountBututs }) => sum + amountBututs, 0n);
  const last = givenBack.at(-1);
  return [
    [t('Paid to'), client.name],
    [t('Day and time'), t('{time} (Banjul)', { time: exactTime((completedAt as Date).toISOString()) })],
    [t('Reference'), clientReference],
    [t('Paid with'), railName(provider)],
    ...(mobile === null ? [] : [[t('Payer'), hideMobile(mobile)] as [string, string]]),
    ...(last === undefined
      ? []
      : [
          [t('Refunded since'), money(formatAmount(backBututs))] as [string, string],
          [t('Last refund'), exactTime(last.at.toISOString())] as [string, string],
        ]),
    [t('Payment'), transaction.id],
  ];
}

/** All but the last three digits: enough for the payer to know it, for nobody else to call it. */
export function hideMobile(e164: string): string {
  const digits = e164.replace('+', '');
  return '*'.repeat(digits.length - SHOWN_DIGITS) + digits.slice(-SHOWN_DIGITS);
}
