import { later } from '#lib/browser/language/words';
import type { CaseKind } from '#lib/cases/open-case';

/** What each kind of case is, and what is to be done about it. */
export const caseWords: Record<CaseKind, { title(): string; meaning(): string }> = {
  unknown_outcome: {
    title: later('Unknown outcome'),
    meaning: later(
      'The rail’s answer was lost, and nobody can ask for it. Find the payment in the rail’s statement or with its support, then propose what became of it.',
    ),
  },
  contradiction: {
    title: later('Contradiction'),
    meaning: later('The rail has said two things that cannot both be true. Ask its support which one holds.'),
  },
  mismatch: {
    title: later('Mismatch'),
    meaning: later(
      'The rail speaks of another amount, currency or reference than ours. Nothing was booked because of it. What the customer paid is credited by an adjustment, or goes back.',
    ),
  },
  unknown_reference: {
    title: later('Unknown payment'),
    meaning: later('The rail speaks of a payment that we know nothing of.'),
  },
  double_payment: {
    title: later('Paid twice'),
    meaning: later(
      'Two attempts of one reference were paid. Both are credited; the client is offered a refund. Two of you can give the second one back as well, out of the client’s balance.',
    ),
  },
  same_payment: {
    title: later('One payment for two'),
    meaning: later(
      'The rail gave one payment of its own as the answer for two of ours. It was booked once. Ask the rail what became of this one.',
    ),
  },
  delivered_after_failure: {
    title: later('Paid after it failed'),
    meaning: later(
      'The rail has paid a payout that had failed here and whose money was given back. Propose an adjustment: from the client’s balance, or as a loss of ours.',
    ),
  },
  returned: {
    title: later('Payout came back'),
    meaning: later(
      'A payout came back in a way that cannot be booked by itself. Compare with the rail’s statement. One that succeeded here is settled as reversed; of a refund, or of what had failed here and was booked by hand, propose an adjustment of what came back.',
    ),
  },
  float_difference: {
    title: later('Float differs'),
    meaning: later('Our wallet at the rail does not hold what our books say.'),
  },
  rail_only: {
    title: later('Only the rail has it'),
    meaning: later(
      'The rail’s statement has a payment that nothing in our books answers to. Ask the rail what it is, and the client whether it is theirs; agree with them on it, and close the case with what you found.',
    ),
  },
  books_only: {
    title: later('Only our books have it'),
    meaning: later('Our books have a payment that stands in no statement of the rail.'),
  },
  amount_differs: {
    title: later('Statement differs'),
    meaning: later('The rail’s statement and our books have this payment with different facts.'),
  },
};
