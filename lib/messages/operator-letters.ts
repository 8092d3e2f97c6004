import { caseWords } from '#lib/browser/case-words';
import { plural, t } from '#lib/browser/language/words';
import type { CaseKind } from '#lib/cases/open-case';
import { amountIn, hello, type Letter, type Named } from '#lib/messages/letter';
import { plainName } from '#lib/messages/plain-name';
import { railName } from '#lib/rails/rail-faces';

/** What operators are told. */
export const operatorLetters = {
  application_submitted: ({ name, client, team }: Named & Record<'client' | 'team', string>): Letter => {
    const business = plainName(team, t('A business'));
    return {
      subject: t('{business} would go live', { business }),
      paragraphs: [
        hello(name),
        t('{business} has handed in its papers, and waits for an answer.', { business }),
      ],
      button: t('Read the papers'),
      path: `/admin/applications/${client}`,
    };
  },

  /** Of twenty an hour at most, and of five of one client's (db/functions/41_messages.sql). */
  case_opened: ({
    name,
    id,
    what,
    provider,
    client = '',
    is_last,
  }: Named & Record<'id' | 'what' | 'provider', string> & { client?: string; is_last?: string }): Letter => {
    const words = caseWords[what as CaseKind];
    const [title, meaning] = [words.title(), words.meaning()];
    const facts = { rail: railName(provider), title, client };
    const rest = client
      ? t('More of {client} within the hour stand under Cases, and are told together when it is over.', facts)
      : t('More like it within the hour stand under Cases, and are told together when it is over.');
    return {
      subject: t('A case at {rail}: {title}', facts),
      paragraphs: [
        hello(name),
        client
          ? t('A case was opened at {rail}, about a payment of {client}: {title}.', facts)
          : t('A case was opened at {rail}: {title}.', facts),
        meaning,
        ...(is_last ? [rest] : []),
      ],
      button: t('Look at the case'),
      path: `/admin/cases/${id}`,
    };
  },

  /** Of an hour that is over: those that no message of their own told of. */
  cases_opened: ({
    name,
    count,
    day,
    from,
    until,
    whose,
  }: Named & Record<'count' | 'day' | 'from' | 'until' | 'whose', string>): Letter => ({
    subject: count === '1' ? t('One more case was opened') : t('{count} more cases were opened', { count }),
    paragraphs: [
      hello(name),
      t(
        'On {day} between {from} and {until} more cases were opened than were told one by one. These are open still: {whose}.',
        { day, from, until, whose: whoseIn(whose) },
      ),
    ],
    button: t('Look at the cases'),
    path: '/admin/cases',
  }),

  rail_closed: ({ name, provider, direction }: Named & Record<'provider' | 'direction', string>): Letter => {
    const rail = railName(provider);
    const isPayout = direction === 'payout';
    return {
      subject: t(isPayout ? '{rail} is closed for payouts' : '{rail} is closed for collections', { rail }),
      paragraphs: [
        hello(name),
        t(
          isPayout
            ? '{rail} fails, so nothing new is begun there: no payout of any client. It opens by itself once it answers well again.'
            : '{rail} fails, so nothing new is begun there: no collection of any client. It opens by itself once it answers well again.',
          { rail },
        ),
        t('Look at its page, and call the rail’s support if it stays so.'),
      ],
      button: t('Look at the rails'),
      path: '/admin/rails',
    };
  },

  /** Once a day for each rail. */
  float_low: ({ name, provider, left, day }: Named & Record<'provider' | 'left' | 'day', string>): Letter => {
    const facts = { rail: railName(provider), left: amountIn(left), day: amountIn(day) };
    return {
      subject: t('The float at {rail} runs low: {left}', facts),
      paragraphs: [
        hello(name),
        t(
          'There is {left} left for payouts at {rail}. On an average day of the last week {day} was paid out there.',
          facts,
        ),
        t(
          'Put money into the rail’s wallet, and book it under Rails. What does not fit waits, and is paid by itself then.',
        ),
      ],
      button: t('Look at the rails'),
      path: '/admin/rails',
    };
  },

  audit_violation: ({ name, count }: Named & { count: string }): Letter => ({
    subject: t('The audit of the books found something'),
    paragraphs: [
      hello(name),
      t(
        'The books were recounted, and {count} of the checks found what must not be. Look at Ledger now, and at the page Incidents of the manual.',
        { count },
      ),
    ],
  }),
};

/** `4 of Shop, 2 of no client`, as the facts have it, in the letter's language. */
function whoseIn(stored: string): string {
  const parts = stored.split(/, (?=\d+ of )/).map((part) => {
    const [, count, client] = /^(\d+) of (.+)$/s.exec(part) ?? [];
    if (count === undefined || client === undefined) return part;
    if (client === 'no client') return t('{count} of no client', { count });
    const [, others] = /^([\d,]+) other clients?$/.exec(client) ?? [];
    return others === undefined
      ? t('{count} of {client}', { count, client })
      : plural(
          Number(others.replaceAll(',', '')),
          { one: '{cases} of {count} other client', other: '{cases} of {count} other clients' },
          { cases: count },
        );
  });
  return parts.join(', ');
}
