import { month } from '#lib/browser/format';
import { refusal, t } from '#lib/browser/language/words';
import { amountIn, hello, type Letter, type Named } from '#lib/messages/letter';
import { railName } from '#lib/rails/rail-faces';

/** What a business is told of its money. */
export const paymentLetters = {
  /** Of what failed within a quarter of an hour; of one alone with who and why. */
  payouts_failed: ({
    name,
    count,
    amount,
    who,
    why,
  }: Named & Record<'count' | 'amount' | 'who' | 'why', string>): Letter => {
    const facts = { count, amount: amountIn(amount), who: recipientIn(who), why: refusal(why) };
    return {
      subject: count === '1' ? t('A payout of {amount} failed', facts) : t('{count} payouts failed', facts),
      paragraphs: [
        hello(name),
        count === '1'
          ? t('The payout of {amount} to {who} failed. {why}', facts)
          : t('{count} payouts failed, of {amount} together. The first of them was to {who}. {why}', facts),
        t('The money is in your balance again. Correct what was wrong, and pay once more.'),
      ],
      button: t('See what failed'),
      path: '/dashboard/live/transactions?type=payout&status=FAILED',
    };
  },

  /** Once a day for each rail. */
  payouts_held: ({
    name,
    count,
    amount,
    provider,
  }: Named & Record<'count' | 'amount' | 'provider', string>): Letter => {
    const facts = { count, amount: amountIn(amount), rail: railName(provider) };
    return {
      subject: count === '1' ? t('A payout of {amount} waits', facts) : t('{count} payouts wait', facts),
      paragraphs: [
        hello(name),
        count === '1'
          ? t(
              'A payout of {amount} waits: there is too little money for payouts at {rail} at the moment.',
              facts,
            )
          : t(
              '{count} payouts of {amount} together wait: there is too little money for payouts at {rail} at the moment.',
              facts,
            ),
        t('There is nothing to do. We have been told, and what waits is paid by itself, in order.'),
      ],
      button: t('See what waits'),
      path: '/dashboard/live/transactions?type=payout&status=AWAITING_LIQUIDITY',
    };
  },

  payment_held_back: ({
    name,
    id,
    type,
    amount,
    reference,
  }: Named & Record<'id' | 'type' | 'amount' | 'reference', string>): Letter => {
    const isRefund = type === 'refund';
    const facts = { amount: amountIn(amount), reference };
    return {
      subject: t(isRefund ? 'A refund of {amount} is not sent' : 'A payout of {amount} is not sent', facts),
      paragraphs: [
        hello(name),
        t(
          isRefund
            ? 'The refund of {amount} (your reference {reference}) waits and is not sent: its customer would have back more than came. An earlier one was paid by the wallet after it had failed, or the wallet has taken the payment back.'
            : 'The payout of {amount} (your reference {reference}) waits and is not sent: its customer would have back more than came. An earlier one was paid by the wallet after it had failed, or the wallet has taken the payment back.',
          facts,
        ),
        t(
          'Cancel it, and the money is in your balance again. If you think that the customer has nothing, ask the operators.',
        ),
      ],
      button: t('Look at it'),
      path: `/dashboard/live/transactions/${id}`,
    };
  },

  large_payout: ({
    name,
    count,
    amount,
    above,
    who,
  }: Named & Record<'count' | 'amount' | 'above' | 'who', string>): Letter => {
    const facts = { count, amount: amountIn(amount), above: amountIn(above), who: recipientIn(who) };
    return {
      subject:
        count === '1' ? t('A large payout: {amount}', facts) : t('{count} large payouts: {amount}', facts),
      paragraphs: [
        hello(name),
        count === '1'
          ? t(
              '{amount} was paid to {who}. That is above the {above} from which your account asks for a second person.',
              facts,
            )
          : t(
              '{count} payouts above {above} were paid, {amount} together. The first of them was to {who}.',
              facts,
            ),
        t(
          'If nobody of yours did this, revoke your API keys under Keys, change your password, and call the operators.',
        ),
      ],
      button: t('See payouts'),
      path: '/dashboard/live/transactions?type=payout',
    };
  },

  batch_done: ({
    name,
    id,
    file,
    accepted,
    refused,
  }: Named & Record<'id' | 'file' | 'accepted' | 'refused', string>): Letter => ({
    subject: t('Your file of payouts is done: {file}', { file }),
    paragraphs: [
      hello(name),
      t('Every row of {file} was worked. Payouts begun: {accepted}. Rows refused: {refused}.', {
        file,
        accepted,
        refused,
      }),
      t(
        refused === '0'
          ? 'Each payout has its own state in the file’s page.'
          : 'Why each row was refused stands in the file’s page. Nothing was paid for these.',
      ),
    ],
    button: t('Look at the file'),
    path: `/dashboard/live/payouts/bulk/${id}`,
  }),

  statement_ready: ({
    name,
    team,
    from,
    to,
  }: Named & Record<'team' | 'month' | 'from' | 'to', string>): Letter => ({
    subject: t('Your statement of {month}', { month: month(from) }),
    paragraphs: [
      hello(name),
      t(
        'The statement of {team} for {month} is ready: what came in, what went out, our commission and the balance, as a page and as files for your accountant.',
        { team, month: month(from) },
      ),
    ],
    button: t('Open the statement'),
    path: `/dashboard/live/statement?from=${from}&to=${to}`,
  }),
};

/** `Awa Ceesay, +220 701 2345 (your reference order-7)`, as the facts have it, in the letter's language. */
function recipientIn(stored: string): string {
  const [, who, reference] = /^(.+) \(your reference (.*)\)$/s.exec(stored) ?? [];
  return who === undefined || reference === undefined
    ? stored
    : t('{who} (your reference {reference})', { who, reference });
}
