import { accountLetters } from '#lib/messages/account-letters';
import { operatorLetters } from '#lib/messages/operator-letters';
import { paymentLetters } from '#lib/messages/payment-letters';
import { requestLetters } from '#lib/messages/request-letters';

/** What each kind of message says, in the current language. Every one has the name of whom it is for. */
export const letters = { ...accountLetters, ...paymentLetters, ...requestLetters, ...operatorLetters };

export type MessageKind = keyof typeof letters;
/** What a message is made of, but for the name of whom it is for. */
export type MessageFacts<Kind extends MessageKind> = Omit<Parameters<(typeof letters)[Kind]>[0], 'name'>;
