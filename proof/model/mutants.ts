// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is looked for is source text.

// Mistakes that a payment gateway could have, each put into the model. The product is right then and the model wrong,
// and they differ where they would if it were the other way round: so a run against the sound product tells whether
// what is done, and what is compared, would show it.

export interface Mutant {
  name: string;
  mistake: string;
  sources: { file: string; find: string; put: string }[];
}

function mutant(name: string, mistake: string, file: string, find: string, put: string): Mutant {
  return { name, mistake, sources: [{ file: `proof/model/${file}.ts`, find, put }] };
}

export const mutants: readonly Mutant[] = [
  mutant(
    'hash-without-the-mobile',
    'a repeat with another number is the same collection',
    'collections',
    'const urls = [customer_name, customer_mobile, success_url, error_url];',
    'const urls = [customer_name, success_url, error_url];',
  ),
  mutant(
    'no-commission-on-a-re-offer',
    'the second attempt of a reference costs nothing',
    'world',
    'const commissions = paid.reduce((total, each) =>',
    'const commissions = paid.filter((each) => each.id.endsWith(" 1")).reduce((total, each) =>',
  ),
  mutant(
    'tenths-read-as-hundredths',
    '150.5 is 150.05',
    'world',
    "fraction.padEnd(2, '0')",
    "fraction.padStart(2, '0')",
  ),
  mutant(
    'commission-rounded-down',
    'half a butut is dropped',
    'world',
    'amount * bps + 5000',
    'amount * bps',
  ),
  mutant(
    'newcomer-jumps-the-queue',
    'what fits overtakes the first one although it is an hour old',
    'payouts',
    'if (isClosed || amount > float)',
    'if (amount > float)',
  ),
  mutant(
    'queue-from-its-end',
    'the last one that waits goes first',
    'answers',
    '(one.wait?.turn ?? 0) - (other.wait?.turn ?? 0)',
    '(other.wait?.turn ?? 0) - (one.wait?.turn ?? 0)',
  ),
  mutant(
    'nothing-overtakes',
    'a payout that is too big stops all behind it at once',
    'happen',
    '} else if (isOld) return;',
    '} else return;',
  ),
  mutant(
    'key-without-its-body',
    'an Idempotency-Key answers for another body',
    'requests',
    'const whatever = `${request.method} ${request.path} ${raw}`;',
    'const whatever = `${request.method} ${request.path}`;',
  ),
  mutant('wrong-code-costs-no-try', 'codes can be guessed', 'collections', '  payment.otp.left--;\n', ''),
  mutant(
    'another-code-refills-the-tries',
    'three codes more after each one',
    'collections',
    '  otp.resends++;\n',
    '  otp.resends++;\n  otp.left = 3;\n',
  ),
  mutant(
    're-offer-with-another-amount',
    'an expired reference takes another amount',
    'collections',
    'if (before !== undefined && isOver && before.amount !==',
    'if (before !== undefined && isOver && 0 > 1 && before.amount !==',
  ),
  mutant(
    'failed-is-offered-again',
    'a FAILED reference begins another attempt',
    'collections',
    "const isOver = before?.status === 'EXPIRED'",
    "const isOver = before?.status === 'FAILED' || before?.status === 'EXPIRED'",
  ),
  mutant(
    'refunds-not-summed-up',
    'each refund is compared with the whole',
    'payouts',
    '.reduce((left, each) => left - each.amount, collection.amount)',
    '.reduce((left) => left, collection.amount)',
  ),
  mutant(
    'cancelled-payout-keeps-its-money',
    'what was held is not given back',
    'world',
    "const out = of('payout', 'SUCCEEDED');",
    "const out = of('payout', 'SUCCEEDED', 'FAILED');",
  ),
  mutant(
    'held-is-available',
    'what is held can be paid out again',
    'world',
    '- refunded - held',
    '- refunded',
  ),
  mutant(
    'late-success-dropped',
    'what is paid after the end is not credited',
    'happen',
    "    [3, 'SUCCEEDED'],\n  ],\n  unknown",
    '  ],\n  unknown',
  ),
  mutant(
    'held-payout-is-not-told',
    'no payout.pending for what waits',
    'happen',
    "status === 'AWAITING_LIQUIDITY' ? 'pending' : status.toLowerCase()",
    'status.toLowerCase()',
  ),
  mutant(
    'first-retry-after-two-minutes',
    'a webhook is tried again too late',
    'webhooks',
    '[30, 120, 600',
    '[120, 600',
  ),
  mutant(
    'any-answer-is-a-success',
    'a webhook that was refused is not sent again',
    'webhooks',
    'if (status >= 200 && status < 300)',
    'if (status >= 200)',
  ),
  mutant(
    'balance-before-the-reference',
    'a repeat is refused where the balance is short',
    'payouts',
    "  const before = account.payments.find((each) => each.type === 'payout'",
    "  const early = tooLittle(account, amount);\n  if (early !== undefined) return early;\n  const before = account.payments.find((each) => each.type === 'payout'",
  ),
  mutant(
    'references-shared-by-types',
    'a payout cannot have the reference of a collection',
    'collections',
    "({ type, reference }) => type === 'collection' && reference",
    '({ reference }) => reference',
  ),
  mutant(
    'checkout-of-an-hour',
    'a collection that nobody answers expires too late',
    'world',
    'CHECKOUT_S = 30 * 60',
    'CHECKOUT_S = 60 * 60',
  ),
  mutant(
    'part-of-w-by-reversal',
    'a part of a payment on PROVIDER_W goes back by reversal',
    'payouts',
    "provider === 'PROVIDER_W' && amount === left",
    "provider === 'PROVIDER_W'",
  ),
];
