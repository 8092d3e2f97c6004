import { typedBututs } from '#lib/browser/amounts';
import { ApiError } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { TestAmount } from '#lib/sandbox/test-amounts';

/** Which of these was typed. */
function testAmountOf(amounts: readonly TestAmount[], typed: string): TestAmount | undefined {
  const bututs = typedBututs(typed);
  return bututs === undefined ? undefined : amounts.find(({ amount }) => typedBututs(amount) === bututs);
}

/** The sandbox's own error: it is no lost answer, and pressing again plays it again. */
export function isPlayed(error: Error | null, amounts: readonly TestAmount[], amount: string): boolean {
  return (
    error instanceof ApiError &&
    error.code === 'INTERNAL_ERROR' &&
    testAmountOf(amounts, amount)?.isRefused === true
  );
}

/** Says so before it is sent, where this is one: otherwise Kaira seems to be broken. */
export function TestAmountNote({ amounts, typed }: { amounts: readonly TestAmount[]; typed: string }) {
  const test = testAmountOf(amounts, typed);
  return (
    <p role="status" className="text-[13px] text-pending empty:hidden">
      {test &&
        t(
          '{amount} is a test amount of the sandbox. {plays} With other amounts you decide, as the customer.',
          {
            amount: money(test.amount),
            plays: test.plays,
          },
        )}
    </p>
  );
}
