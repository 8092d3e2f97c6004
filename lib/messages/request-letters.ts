import { t } from '#lib/browser/language/words';
import { amountIn, dayIn, hello, type Letter, type Named } from '#lib/messages/letter';
import { plainName } from '#lib/messages/plain-name';

/** As a message of a request has them. */
export type RequestFacts = Record<'business' | 'what' | 'amount' | 'due' | 'code' | 'when', string> & {
  /** Whether something has come already; a message of the release before does not say. */
  rest?: string;
};

/** To a client's customer. What the client has written in it is plain, as a name is. */
export const requestLetters = {
  payment_request: ({ name, code, ...asked }: Named & RequestFacts): Letter => {
    const [subject, sentence] = requestOf(asked);
    return {
      subject,
      paragraphs: [
        hello(name),
        sentence,
        t(
          'You pay with your own wallet, on the page behind the button. If you have paid otherwise, tell the business.',
        ),
        t(
          'If you do not know this business, do nothing. The last link of this message stops all messages of this kind to you.',
        ),
      ],
      button: t('See it and pay'),
      path: `/pay/${code}`,
    };
  },
};

function requestOf({
  business,
  what,
  amount,
  due,
  when,
  rest,
}: Omit<RequestFacts, 'code'>): [subject: string, sentence: string] {
  const facts = {
    ...{ who: plainName(business, t('A business')), why: plainName(what, t('what you agreed on')) },
    ...{ amount: amountIn(amount), due: dayIn(due) },
  };
  const isRest = rest === 'yes';
  if (when === 'due') {
    const still = t(isRest ? 'That is what is left of it.' : 'It is not paid yet.');
    return [
      t('Reminder: {amount} to {who} by {due}', facts),
      `${t('This is a reminder: {who} asks you to pay {amount} by {due}, for {why}.', facts)} ${still}`,
    ];
  }
  if (when === 'overdue')
    return [
      t(isRest ? 'Not all paid yet: {amount} to {who}' : 'Not paid yet: {amount} to {who}', facts),
      t(
        isRest
          ? 'Of what {who} asked you to pay by {due}, for {why}, {amount} is left, and you still can pay it.'
          : '{who} asked you to pay {amount} by {due}, for {why}. It is not paid yet, and you still can.',
        facts,
      ),
    ];
  const sentence = t('{who} asks you to pay {amount}, for {why}.', facts);
  return [
    t('{who} asks you to pay {amount}', facts),
    due === '' ? sentence : `${sentence} ${t('Please pay by {due}.', facts)}`,
  ];
}
