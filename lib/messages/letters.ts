import { caseWords } from '#lib/browser/case-words';
import type { CaseKind } from '#lib/cases/open-case';
import { plainName } from '#lib/messages/plain-name';
import { railName } from '#lib/rails/rail-faces';

/** A message before it is set as plain text and as HTML. */
export interface Letter {
  subject: string;
  /** One sentence or a few each. */
  paragraphs: string[];
  /** What the button with the message's link says, where it has one. */
  button?: string;
  /** Where that leads, where it is an address that everybody may know; one with a token is sealed with the message. */
  path?: string;
}

type Named = { name: string };

/** What each kind of message says. Every one has the name of whom it is for. */
export const letters = {
  password_reset: ({ name }: Named): Letter => ({
    subject: 'Choose a new password',
    paragraphs: [
      `Hello ${name},`,
      'Somebody asked for a new password for your account at Kaira. If it was you, choose it within 30 minutes. The link works once.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    button: 'Choose a new password',
  }),

  /** Also another link, where the first one was lost. */
  invitation: ({ name, team }: Named & { team: string }): Letter => ({
    subject: `Your way in to Kaira: ${team}`,
    paragraphs: [
      `Hello ${name},`,
      `You are invited to sign in to Kaira for ${team}. Choose a password within 72 hours. The link works once, and an earlier one is dead.`,
      'If you expect nothing of this kind, do nothing.',
    ],
    button: 'Choose a password',
  }),

  new_device: ({
    name,
    at,
    address,
    browser,
  }: Named & Record<'at' | 'address' | 'browser', string>): Letter => ({
    subject: 'Somebody signed in as you from elsewhere',
    paragraphs: [
      `Hello ${name},`,
      `Somebody signed in to your account at Kaira on ${at}, from a device or a network that you have not used in the last 90 days: ${address}, ${browser}.`,
      'If it was you, there is nothing to do. If it was not, change your password now, at “Forgotten your password?” on the log-in page, and tell an owner of your account or the operators.',
    ],
  }),

  allowlist_changed: ({ name, team, allowlist }: Named & Record<'team' | 'allowlist', string>): Letter => ({
    subject: `Where the keys of ${team} may be used from has changed`,
    paragraphs: [
      `Hello ${name},`,
      `The API keys of ${team} may now be used from: ${allowlist}.`,
      'If nobody of yours asked for this, sign in, look at Activity, and tell the operators.',
    ],
  }),

  key_approved: ({ name, environment, scope }: Named & Record<'environment' | 'scope', string>): Letter => ({
    subject: `Your ${environment} key was approved`,
    paragraphs: [
      `Hello ${name},`,
      `The ${environment} key that you asked for (${scope}) was approved. Sign in and reveal it under Keys within 7 days. It is shown once.`,
    ],
  }),

  key_revealed: ({
    name,
    who,
    environment,
    last4,
  }: Named & Record<'who' | 'environment' | 'last4', string>): Letter => ({
    subject: `A ${environment} key was revealed`,
    paragraphs: [
      `Hello ${name},`,
      `${who} revealed a ${environment} key of your account, which ends with ${last4}.`,
      'If that should not be, revoke it under Keys.',
    ],
  }),

  endpoint_paused: ({ name, host, environment }: Named & Record<'host' | 'environment', string>): Letter => ({
    subject: `Webhooks to ${host} have stopped`,
    paragraphs: [
      `Hello ${name},`,
      `Your ${environment} endpoint at ${host} gets no more webhooks: it answered nothing but failures for three days, or it said that it is gone.`,
      'Put it right, resume it under Webhooks, and replay what it missed.',
    ],
  }),

  approval_waiting: ({ name, who, where }: Named & Record<'who' | 'where', string>): Letter => ({
    subject: 'A request waits for your decision',
    paragraphs: [
      `Hello ${name},`,
      `${who} asked for something that takes a second person. Decide it under ${where}.`,
    ],
  }),

  application_submitted: ({ name, client, team }: Named & Record<'client' | 'team', string>): Letter => ({
    subject: `${plainName(team, 'A business')} would go live`,
    paragraphs: [
      `Hello ${name},`,
      `${plainName(team, 'A business')} has handed in its papers, and waits for an answer.`,
    ],
    button: 'Read the papers',
    path: `/admin/applications/${client}`,
  }),

  /** `outcome`: as the papers' status is from then on; `note`: what an operator wrote, none where it was approved. */
  application_answered: ({
    name,
    team,
    outcome,
    note,
  }: Named & Record<'team' | 'outcome' | 'note', string>): Letter => {
    const said: Record<string, [subject: string, ...sentences: string[]]> = {
      APPROVED: [
        `The papers of ${team} were approved`,
        `Two people at Kaira have approved the papers of ${team}. Your own money can now be sent to the account that you named.`,
        'For a program of yours, ask for a live key under API keys.',
      ],
      ASKED: [`A question about the papers of ${team}`, 'We have read your papers, and ask:', note],
      REJECTED: [
        `The papers of ${team} were not accepted`,
        'We have read your papers, and cannot accept them as they are:',
        note,
        'You may put them right and hand them in again.',
      ],
    };
    const [subject = '', ...sentences] = said[outcome] ?? [];
    return {
      subject,
      paragraphs: [`Hello ${name},`, ...sentences],
      button: 'Open your papers',
      path: '/dashboard/live/application',
    };
  },

  confirm_email: ({ name }: Named): Letter => ({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Hello ${name},`,
      'Open the link and press the button, and we know that what we send you arrives. The link works for a day.',
      'If you did not ask for it, do nothing.',
    ],
    button: 'Confirm this address',
  }),

  /** Of twenty an hour at most, and of five of one client's (db/functions/41_messages.sql). */
  case_opened: ({
    name,
    id,
    what,
    provider,
    client,
    is_last,
  }: Named & Record<'id' | 'what' | 'provider', string> & { client?: string; is_last?: string }): Letter => {
    const words = caseWords[what as CaseKind];
    const [title, meaning] = [words.title(), words.meaning()];
    return {
      subject: `A case at ${railName(provider)}: ${title}`,
      paragraphs: [
        `Hello ${name},`,
        `A case was opened at ${railName(provider)}${client ? `, about a payment of ${client}` : ''}: ${title}.`,
        meaning,
        ...(is_last
          ? [
              `${client ? `More of ${client}` : 'More like it'} within the hour stand under Cases, and are told together when it is over.`,
            ]
          : []),
      ],
      button: 'Look at the case',
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
    subject: count === '1' ? 'One more case was opened' : `${count} more cases were opened`,
    paragraphs: [
      `Hello ${name},`,
      `On ${day} between ${from} and ${until} more cases were opened than were told one by one. These are open still: ${whose}.`,
    ],
    button: 'Look at the cases',
    path: '/admin/cases',
  }),

  /** Of what failed within a quarter of an hour; of one alone with who and why. */
  payouts_failed: ({
    name,
    count,
    amount,
    who,
    why,
  }: Named & Record<'count' | 'amount' | 'who' | 'why', string>): Letter => ({
    subject: count === '1' ? `A payout of ${amount} failed` : `${count} payouts failed`,
    paragraphs: [
      `Hello ${name},`,
      count === '1'
        ? `The payout of ${amount} to ${who} failed. ${why}`
        : `${count} payouts failed, of ${amount} together. The first of them was to ${who}. ${why}`,
      'The money is in your balance again. Correct what was wrong, and pay once more.',
    ],
    button: 'See what failed',
    path: '/dashboard/live/transactions?type=payout&status=FAILED',
  }),

  /** Once a day for each rail. */
  payouts_held: ({
    name,
    count,
    amount,
    provider,
  }: Named & Record<'count' | 'amount' | 'provider', string>): Letter => ({
    subject: count === '1' ? `A payout of ${amount} waits` : `${count} payouts wait`,
    paragraphs: [
      `Hello ${name},`,
      `${count === '1' ? `A payout of ${amount} waits` : `${count} payouts of ${amount} together wait`}: there is too little money for payouts at ${railName(provider)} at the moment.`,
      'There is nothing to do. We have been told, and what waits is paid by itself, in order.',
    ],
    button: 'See what waits',
    path: '/dashboard/live/transactions?type=payout&status=AWAITING_LIQUIDITY',
  }),

  payment_held_back: ({
    name,
    id,
    type,
    amount,
    reference,
  }: Named & Record<'id' | 'type' | 'amount' | 'reference', string>): Letter => ({
    subject: `A ${type} of ${amount} is not sent`,
    paragraphs: [
      `Hello ${name},`,
      `The ${type} of ${amount} (your reference ${reference}) waits and is not sent: its customer would have back more than came. An earlier one was paid by the wallet after it had failed, or the wallet has taken the payment back.`,
      'Cancel it, and the money is in your balance again. If you think that the customer has nothing, ask the operators.',
    ],
    button: 'Look at it',
    path: `/dashboard/live/transactions/${id}`,
  }),

  large_payout: ({
    name,
    count,
    amount,
    above,
    who,
  }: Named & Record<'count' | 'amount' | 'above' | 'who', string>): Letter => ({
    subject: count === '1' ? `A large payout: ${amount}` : `${count} large payouts: ${amount}`,
    paragraphs: [
      `Hello ${name},`,
      count === '1'
        ? `${amount} was paid to ${who}. That is above the ${above} from which your account asks for a second person.`
        : `${count} payouts above ${above} were paid, ${amount} together. The first of them was to ${who}.`,
      'If nobody of yours did this, revoke your API keys under Keys, change your password, and call the operators.',
    ],
    button: 'See payouts',
    path: '/dashboard/live/transactions?type=payout',
  }),

  batch_done: ({
    name,
    id,
    file,
    accepted,
    refused,
  }: Named & Record<'id' | 'file' | 'accepted' | 'refused', string>): Letter => ({
    subject: `Your file of payouts is done: ${file}`,
    paragraphs: [
      `Hello ${name},`,
      `Every row of ${file} was worked. Payouts begun: ${accepted}. Rows refused: ${refused}.`,
      refused === '0'
        ? 'Each payout has its own state in the file’s page.'
        : 'Why each row was refused stands in the file’s page. Nothing was paid for these.',
    ],
    button: 'Look at the file',
    path: `/dashboard/live/payouts/bulk/${id}`,
  }),

  /** To a client's customer. What the client has written in it is plain, as a name is. */
  payment_request: ({
    name,
    business,
    what,
    amount,
    due,
    code,
    when,
    rest,
  }: Named &
    Record<'business' | 'what' | 'amount' | 'due' | 'code' | 'when', string> & { rest?: string }): Letter => {
    const who = plainName(business, 'A business');
    const why = plainName(what, 'what you agreed on');
    // Something has come already; a message of the release before does not say whether.
    const isRest = rest === 'yes';
    const still = isRest ? 'That is what is left of it.' : 'It is not paid yet.';
    const said: Record<string, [subject: string, sentence: string]> = {
      due: [
        `Reminder: ${amount} to ${who} by ${due}`,
        `This is a reminder: ${who} asks you to pay ${amount} by ${due}, for ${why}. ${still}`,
      ],
      overdue: [
        `${isRest ? 'Not all paid yet' : 'Not paid yet'}: ${amount} to ${who}`,
        isRest
          ? `Of what ${who} asked you to pay by ${due}, for ${why}, ${amount} is left, and you still can pay it.`
          : `${who} asked you to pay ${amount} by ${due}, for ${why}. It is not paid yet, and you still can.`,
      ],
    };
    const [subject, sentence] = said[when] ?? [
      `${who} asks you to pay ${amount}`,
      `${who} asks you to pay ${amount}, for ${why}.${due === '' ? '' : ` Please pay by ${due}.`}`,
    ];
    return {
      subject,
      paragraphs: [
        `Hello ${name},`,
        sentence,
        'You pay with your own wallet, on the page behind the button. If you have paid otherwise, tell the business.',
        'If you do not know this business, do nothing. The last link of this message stops all messages of this kind to you.',
      ],
      button: 'See it and pay',
      path: `/pay/${code}`,
    };
  },

  statement_ready: ({
    name,
    team,
    month,
    from,
    to,
  }: Named & Record<'team' | 'month' | 'from' | 'to', string>): Letter => ({
    subject: `Your statement of ${month}`,
    paragraphs: [
      `Hello ${name},`,
      `The statement of ${team} for ${month} is ready: what came in, what went out, our commission and the balance, as a page and as files for your accountant.`,
    ],
    button: 'Open the statement',
    path: `/dashboard/live/statement?from=${from}&to=${to}`,
  }),

  rail_closed: ({ name, provider, direction }: Named & Record<'provider' | 'direction', string>): Letter => ({
    subject: `${railName(provider)} is closed for ${direction}s`,
    paragraphs: [
      `Hello ${name},`,
      `${railName(provider)} fails, so nothing new is begun there: no ${direction} of any client. It opens by itself once it answers well again.`,
      'Look at its page, and call the rail’s support if it stays so.',
    ],
    button: 'Look at the rails',
    path: '/admin/rails',
  }),

  /** Once a day for each rail. */
  float_low: ({
    name,
    provider,
    left,
    day,
  }: Named & Record<'provider' | 'left' | 'day', string>): Letter => ({
    subject: `The float at ${railName(provider)} runs low: ${left}`,
    paragraphs: [
      `Hello ${name},`,
      `There is ${left} left for payouts at ${railName(provider)}. On an average day of the last week ${day} was paid out there.`,
      'Put money into the rail’s wallet, and book it under Rails. What does not fit waits, and is paid by itself then.',
    ],
    button: 'Look at the rails',
    path: '/admin/rails',
  }),

  audit_violation: ({ name, count }: Named & { count: string }): Letter => ({
    subject: 'The audit of the books found something',
    paragraphs: [
      `Hello ${name},`,
      `The books were recounted, and ${count} of the checks found what must not be. Look at Ledger now, and at the page Incidents of the manual.`,
    ],
  }),
};

export type MessageKind = keyof typeof letters;
/** What a message is made of, but for the name of whom it is for. */
export type MessageFacts<Kind extends MessageKind> = Omit<Parameters<(typeof letters)[Kind]>[0], 'name'>;
