import { tellOfLowFloats } from '#lib/messages/tell-of-floats';
import { tellOfMoreCases } from '#lib/messages/tell-of-more-cases';
import { tellOfEndedPayouts, tellOfHeldBack, tellOfHeldPayouts } from '#lib/messages/tell-of-payouts';
import { tellOfStatements } from '#lib/messages/tell-of-statements';
import { remindCustomers } from '#lib/payment-requests/write-to-customer';

const QUARTER_MS = 15 * 60_000;
/** What ended in a quarter of an hour is in the database by then. */
const LATE_MS = 60_000;
/** What a worker that has just started tells of as well. */
const LOOKED_BACK = 4;

/**
 * What people are told that no statement of a payment writes, so that a payment costs nothing by it: a look at what became
 * true since the last one. Any number of workers may look, and looking twice tells nobody twice.
 */
export function watchForMessages(): (now: Date) => Promise<void> {
  let told = 0;
  return async (now) => {
    await tellOfHeldPayouts(now);
    await tellOfHeldBack(now);
    await tellOfLowFloats(now);
    await remindCustomers(now);
    const until = Math.floor((now.getTime() - LATE_MS) / QUARTER_MS) * QUARTER_MS;
    if (until <= told) return;
    for (let from = Math.max(told, until - LOOKED_BACK * QUARTER_MS); from < until; from += QUARTER_MS) {
      await tellOfEndedPayouts(new Date(from), new Date(from + QUARTER_MS));
    }
    await tellOfMoreCases(new Date(until));
    await tellOfStatements(now);
    told = until;
  };
}
