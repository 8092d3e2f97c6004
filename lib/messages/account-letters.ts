import { longDay } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { hello, type Letter, type Named } from '#lib/messages/letter';

type Said = () => string;

/** What facts say in English words of ours; anything else is a name or an address. */
const words: Readonly<Record<string, Said>> = {
  live: later('live'),
  sandbox: later('sandbox'),
  anywhere: later('anywhere'),
  'the operators': later('the operators'),
  'an unknown address': later('an unknown address'),
  'an unknown browser': later('an unknown browser'),
  Approvals: later('Approvals'),
  Payouts: later('Payouts'),
};

function said(stored: string): string {
  return Object.hasOwn(words, stored) ? (words[stored] as Said)() : stored;
}

/** About signing in, keys and what is asked of a second person. */
export const accountLetters = {
  password_reset: ({ name }: Named): Letter => ({
    subject: t('Choose a new password'),
    paragraphs: [
      hello(name),
      t(
        'Somebody asked for a new password for your account at Kaira. If it was you, choose it within 30 minutes. The link works once.',
      ),
      t('If it was not you, do nothing: your password stays as it is.'),
    ],
    button: t('Choose a new password'),
  }),

  /** Also another link, where the first one was lost. */
  invitation: ({ name, team }: Named & { team: string }): Letter => ({
    subject: t('Your way in to Kaira: {team}', { team: said(team) }),
    paragraphs: [
      hello(name),
      t(
        'You are invited to sign in to Kaira for {team}. Choose a password within 72 hours. The link works once, and an earlier one is dead.',
        { team: said(team) },
      ),
      t('If you expect nothing of this kind, do nothing.'),
    ],
    button: t('Choose a password'),
  }),

  new_device: ({
    name,
    at,
    address,
    browser,
  }: Named & Record<'at' | 'address' | 'browser', string>): Letter => ({
    subject: t('Somebody signed in as you from elsewhere'),
    paragraphs: [
      hello(name),
      t(
        'Somebody signed in to your account at Kaira on {at}, from a device or a network that you have not used in the last 90 days: {address}, {browser}.',
        { at: timeIn(at), address: said(address), browser: said(browser) },
      ),
      t(
        'If it was you, there is nothing to do. If it was not, change your password now, at “Forgotten your password?” on the log-in page, and tell an owner of your account or the operators.',
      ),
    ],
  }),

  allowlist_changed: ({ name, team, allowlist }: Named & Record<'team' | 'allowlist', string>): Letter => ({
    subject: t('Where the keys of {team} may be used from has changed', { team }),
    paragraphs: [
      hello(name),
      t('The API keys of {team} may now be used from: {allowlist}.', { team, allowlist: said(allowlist) }),
      t('If nobody of yours asked for this, sign in, look at Activity, and tell the operators.'),
    ],
  }),

  key_approved: ({ name, environment, scope }: Named & Record<'environment' | 'scope', string>): Letter => ({
    subject: t('Your {environment} key was approved', { environment: said(environment) }),
    paragraphs: [
      hello(name),
      t(
        'The {environment} key that you asked for ({scope}) was approved. Sign in and reveal it under Keys within 7 days. It is shown once.',
        { environment: said(environment), scope },
      ),
    ],
  }),

  key_revealed: ({
    name,
    who,
    environment,
    last4,
  }: Named & Record<'who' | 'environment' | 'last4', string>): Letter => ({
    subject: t('A {environment} key was revealed', { environment: said(environment) }),
    paragraphs: [
      hello(name),
      t('{who} revealed a {environment} key of your account, which ends with {last4}.', {
        who,
        last4,
        environment: said(environment),
      }),
      t('If that should not be, revoke it under Keys.'),
    ],
  }),

  endpoint_paused: ({ name, host, environment }: Named & Record<'host' | 'environment', string>): Letter => ({
    subject: t('Webhooks to {host} have stopped', { host }),
    paragraphs: [
      hello(name),
      t(
        'Your {environment} endpoint at {host} gets no more webhooks: it answered nothing but failures for three days, or it said that it is gone.',
        { environment: said(environment), host },
      ),
      t('Put it right, resume it under Webhooks, and replay what it missed.'),
    ],
  }),

  approval_waiting: ({ name, who, where }: Named & Record<'who' | 'where', string>): Letter => ({
    subject: t('A request waits for your decision'),
    paragraphs: [
      hello(name),
      t('{who} asked for something that takes a second person. Decide it under {where}.', {
        who,
        where: said(where),
      }),
    ],
  }),

  confirm_email: ({ name }: Named): Letter => ({
    subject: t('Confirm your e-mail address'),
    paragraphs: [
      hello(name),
      t(
        'Open the link and press the button, and we know that what we send you arrives. The link works for a day.',
      ),
      t('If you did not ask for it, do nothing.'),
    ],
    button: t('Confirm this address'),
  }),

  /** `outcome`: as the papers' status is from then on; `note`: what an operator wrote, none where it was approved. */
  application_answered: ({
    name,
    team,
    outcome,
    note,
  }: Named & Record<'team' | 'outcome' | 'note', string>): Letter => {
    const answers: Record<string, [subject: string, ...sentences: string[]]> = {
      APPROVED: [
        t('The papers of {team} were approved', { team }),
        t(
          'Two people at Kaira have approved the papers of {team}. Your own money can now be sent to the account that you named.',
          { team },
        ),
        t('For a program of yours, ask for a live key under API keys.'),
      ],
      ASKED: [
        t('A question about the papers of {team}', { team }),
        t('We have read your papers, and ask:'),
        note,
      ],
      REJECTED: [
        t('The papers of {team} were not accepted', { team }),
        t('We have read your papers, and cannot accept them as they are:'),
        note,
        t('You may put them right and hand them in again.'),
      ],
    };
    const [subject = '', ...sentences] = answers[outcome] ?? [];
    return {
      subject,
      paragraphs: [hello(name), ...sentences],
      button: t('Open your papers'),
      path: '/dashboard/live/application',
    };
  },
};

/** `27 November 2026 at 18:56 (Banjul)`, as the facts have it, in the letter's language. */
function timeIn(stored: string): string {
  const { date, time } =
    /^(?<date>\d+ \w+ \d{4}) at (?<time>\d\d:\d\d) \(Banjul\)$/.exec(stored)?.groups ?? {};
  if (date === undefined || time === undefined) return stored;
  return t('{day} at {time} (Banjul)', { day: longDay(new Date(`${date} UTC`).toISOString()), time });
}
