/** A reason that a person can put right; the message is one sentence that says what is wrong and what to do. */
export class OneSentenceError extends Error {}
