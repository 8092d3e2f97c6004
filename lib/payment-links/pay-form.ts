import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { cardNumberPath } from '#lib/http/card-data';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import type { MetLink } from '#lib/payment-links/find-open-link';
import { guessWallet, type Wallet } from '#lib/payment-links/list-wallets';
import type { Faults } from '#lib/payment-links/pay-page';
import { type PaymentLink, partLeft } from '#lib/payment-links/payment-link';
import { normaliseMobile, parseMobile } from '#lib/phone';
import { widestBounds } from '#lib/rails/rail-settings';
import { textFault } from '#lib/text';
import { typedAmount } from '#lib/typed-amount';

const MAX_ANSWER = 500;
/** `number` of a form that pays with the number that the business has named, which the page does not show. */
export const KNOWN_NUMBER = 'known';
/** Of the name at a counter, which whoever serves reads from where they stand. */
const MAX_NAME = 60;

/** How many letters an answer of a link may have. */
export function mostLetters({ atCounter }: Pick<PaymentLink, 'atCounter'>): number {
  return atCounter ? MAX_NAME : MAX_ANSWER;
}

export interface TypedPayment {
  provider: string;
  amountBututs: Bututs;
  mobile: string | null;
  answers: Record<string, string>;
}

/** What a form asks for; or what is wrong with it, all at once; or the wallet that fits the number, where none was chosen. */
export type ReadForm = { payment: TypedPayment } | { faults: Faults } | { guess: Wallet };

/** Whether the payer says how much. */
export function isTyped({ amountBututs, takesParts }: PaymentLink): boolean {
  return amountBututs === null || takesParts;
}

/** The widest that the link takes on one of its wallets; the last part may be smaller than others. */
export async function boundsOf({ link }: MetLink, wallets: Wallet[]) {
  const widest = await widestBounds(
    link.environment,
    wallets.map(({ provider }) => provider),
  );
  const left = partLeft(link);
  const least = link.minBututs ?? 0n;
  const low = left !== null && left < least ? left : least;
  const high = left ?? link.maxBututs ?? widest.maxBututs;
  return {
    minBututs: low > widest.minBututs ? low : widest.minBututs,
    maxBututs: high < widest.maxBututs ? high : widest.maxBututs,
  };
}

/** What would be left after a part, where no wallet of the link takes so little; it could never be paid here. */
async function strandedBy({ link }: MetLink, wallets: Wallet[], amount: Bututs): Promise<Bututs | undefined> {
  const left = partLeft(link);
  const rest = left === null ? 0n : left - amount;
  const { minBututs } = await widestBounds(
    link.environment,
    wallets.map(({ provider }) => provider),
  );
  return rest > 0n && rest < minBututs ? minBututs : undefined;
}

export const walletFault = later('This cannot be used at the moment. Choose another way to pay.');
const chooseWallet = later('Choose how you want to pay.');
const wrongAmount = later('Write the amount like 1500, 1,500 or 1500.50.');
const wrongMobile = later('Write a Gambian number, such as 701 2345.');
const mobileNeeded = later('This wallet sends a code to your number: write it here.');
const twoNumbers = later(
  'You wrote a number, and chose the other one. Choose again, or take away what you wrote.',
);
const needed = later('This is needed.');
const tooLong = later('Write {most} letters at most, without line breaks.');
const noCards = later('Do not write a card number here. Cards are typed on the card page only.');

/** What is wrong is said where it is shown, in the language of that page. */
export async function readPayForm(
  met: MetLink,
  wallets: Wallet[],
  given: Record<string, string>,
  { hasDecimalComma = false } = {},
): Promise<ReadForm> {
  const { link } = met;
  const faults: Faults = {};
  const wallet = wallets.find(({ provider }) => provider === given.provider);
  if (given.provider !== undefined && !wallet?.isAvailable) faults.provider = walletFault;

  const typed = (given.mobile ?? '').trim();
  const isKnown = given.number === KNOWN_NUMBER && link.customerMobile !== null;
  const mobile = isKnown ? link.customerMobile : typed === '' ? null : normaliseMobile(typed);
  // Nobody is sent a code of whom the payer may not have thought.
  if (isKnown && typed !== '') faults.mobile = twoNumbers;
  else if (mobile !== null && parseMobile(mobile) === undefined) faults.mobile = wrongMobile;
  if (mobile === null && wallet?.style === 'otp') faults.mobile = mobileNeeded;

  const amountBututs = isTyped(link)
    ? parseAmount(typedAmount(given.amount ?? '', { hasDecimalComma }))
    : (link.amountBututs ?? undefined);
  if (amountBututs === undefined) faults.amount = wrongAmount;
  else {
    const { minBututs, maxBututs } = await boundsOf(met, wallet === undefined ? wallets : [wallet]);
    if (amountBututs < minBututs || amountBututs > maxBututs) {
      const sentence = () =>
        t('The amount must be from {from} to {to}.', {
          from: money(formatAmount(minBututs)),
          to: money(formatAmount(maxBututs)),
        });
      // A wallet may take no payment as small as what is left.
      faults[isTyped(link) && minBututs <= maxBututs ? 'amount' : 'provider'] = sentence;
    }
    const least = await strandedBy(met, wallets, amountBututs);
    if (least !== undefined) {
      faults.amount ??= () =>
        t('Pay all that is left, or leave {least} at least: less cannot be paid.', {
          least: money(formatAmount(least)),
        });
    }
  }

  const answers: Record<string, string> = {};
  for (const [index, { key, required }] of link.fields.entries()) {
    const name = `field${index}`;
    const answer = (given[name] ?? '').trim().normalize('NFC');
    if (answer === '') {
      if (required) faults[name] = needed;
      continue;
    }
    const fault = textFault(answer, { max: mostLetters(link) });
    if (fault !== undefined)
      faults[name] = fault === 'blank' ? needed : () => tooLong({ most: mostLetters(link) });
    else if (cardNumberPath({ metadata: { answer } }) !== undefined) faults[name] = noCards;
    else answers[key] = answer;
  }

  if (Object.keys(faults).length > 0 || amountBututs === undefined) return { faults };
  if (wallet !== undefined) return { payment: { provider: wallet.provider, amountBututs, mobile, answers } };
  const guess = mobile === null ? undefined : guessWallet(wallets, mobile);
  return guess === undefined ? { faults: { provider: chooseWallet } } : { guess };
}
