/** A message before it is set as plain text and as HTML. */
export interface Letter {
  subject: string;
  /** One sentence or a few each. */
  paragraphs: string[];
  /** What the button with the message's link says, where it has one. */
  button?: string;
}

/** What each kind of message says. Every one has the name of whom it is for. */
export const letters = {
  password_reset: ({ name }: { name: string }): Letter => ({
    subject: 'Choose a new password',
    paragraphs: [
      `Hello ${name},`,
      'Somebody asked for a new password for your account at Kaira. If it was you, choose it within 30 minutes. The link works once.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    button: 'Choose a new password',
  }),
};

export type MessageKind = keyof typeof letters;
/** What a message is made of, but for the name of whom it is for. */
export type MessageFacts<Kind extends MessageKind> = Omit<Parameters<(typeof letters)[Kind]>[0], 'name'>;
