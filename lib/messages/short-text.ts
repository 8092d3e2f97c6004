import { t } from '#lib/browser/language/words';
import { inGsm7, roomOf } from '#lib/messages/gsm7';
import { amountIn, dayIn } from '#lib/messages/letter';
import { plainName } from '#lib/messages/plain-name';
import type { RequestFacts } from '#lib/messages/request-letters';

const LEFT_OUT = '...';
/** A business is called by so much of its name at least. */
const LEAST_NAME = 12;

/**
 * What a customer reads of a request as one SMS, in the current language: who asks, how much, what for, by when, and where to pay. What it is for is
 * shortened first and then left out, then the business's name is shortened; the address to pay stays whole.
 */
export function shortRequest(facts: RequestFacts, baseUrl: string): string {
  const who = inGsm7(plainName(facts.business, t('A business')));
  const why = inGsm7(plainName(facts.what, ''));
  const link = `${baseUrl}/pay/${facts.code}`;
  const write = (name: string, what: string) => `${inGsm7(sentence(facts, name, what))} ${link}`;
  const fitting = [
    ...shorter(why, 1).map((what) => write(who, what)),
    write(who, ''),
    ...shorter(who, LEAST_NAME).map((name) => write(name, '')),
  ];
  return fitting.find(fits) ?? (fitting.at(-1) as string);
}

function sentence({ amount, due, when, rest }: RequestFacts, who: string, why: string): string {
  const facts = { who, why, amount: amountIn(amount), due: dayIn(due) };
  if (when === 'overdue') {
    const isRest = rest === 'yes';
    return why === ''
      ? t(
          isRest
            ? 'Not all paid yet: {amount} to {who}, due {due}.'
            : 'Not paid yet: {amount} to {who}, due {due}.',
          facts,
        )
      : t(
          isRest
            ? 'Not all paid yet: {amount} to {who} for {why}, due {due}.'
            : 'Not paid yet: {amount} to {who} for {why}, due {due}.',
          facts,
        );
  }
  const asks =
    due === ''
      ? t(why === '' ? '{who} asks you to pay {amount}.' : '{who} asks you to pay {amount} for {why}.', facts)
      : t(
          why === ''
            ? '{who} asks you to pay {amount} by {due}.'
            : '{who} asks you to pay {amount} for {why} by {due}.',
          facts,
        );
  return when === 'due' ? t('Reminder: {asks}', { asks }) : asks;
}

/** The text, and each shorter form of it to so many letters. */
function shorter(text: string, least: number): string[] {
  const letters = [...text];
  if (letters.length === 0) return [];
  const lengths = Array.from(
    { length: Math.max(0, letters.length - least) },
    (_, n) => letters.length - 1 - n,
  );
  return [text, ...lengths.map((length) => letters.slice(0, length).join('').trimEnd() + LEFT_OUT)];
}

function fits(text: string): boolean {
  const { taken, most } = roomOf(text);
  return taken <= most;
}
