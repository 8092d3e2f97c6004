import type { OperationId } from './errors.ts';
import type { ErrorCode, operations } from './openapi.ts';

/** What a call that changes something may be repeated after. GETs may always be. */
interface Repeat {
  /** `any`: no answer, 429, 500, 502, 503 and 504. Otherwise only codes that say that nothing was done. */
  after: 'any' | readonly ErrorCode[];
  /** Whether the call gets an `Idempotency-Key` of its own, the same in each try, when the caller gives none. */
  makesKey: boolean;
}

type Method<Id extends OperationId> = (typeof operations)[Id]['method'];
/** The operations that a client calls and that are no GET: one that is added does not compile until it is here. */
type Changing = Exclude<
  { [Id in OperationId]: Method<Id> extends 'GET' ? never : Id }[OperationId],
  'receiveNotice'
>;

/** The reference is never used twice, for ever: a key adds nothing, and would block a repeat while its first holder dies. */
const byReference: Repeat = { after: 'any', makesKey: false };
/** The gateway commits the answer of a key together with the change, and gives a repeat that very answer. */
const byKey: Repeat = { after: 'any', makesKey: true };
/** A repeat leaves what the first one left. The gateway reads a key with POST only. */
const byNature: Repeat = { after: 'any', makesKey: false };

export const repeats: Record<Changing, Repeat> = {
  initiateCollection: byReference,
  initiatePayout: byReference,
  sendPayout: byReference,
  initiateRefund: byReference,
  // Without the key, a repeat of one that turned out to be paid would be INVALID_STATE instead of SUCCEEDED.
  cancelCollection: byKey,
  // Without the key, a repeat would be INVALID_STATE although the payout was cancelled.
  cancelPayout: byKey,
  cancelRefund: byKey,
  // Each submission of a wrong code uses one of three tries, and refusals are not kept under a key. At a limit, and
  // where the rail surely received nothing, none is used.
  submitOtp: { after: ['RATE_LIMITED', 'PROVIDER_UNAVAILABLE'], makesKey: false },
  // One of three messages may be on its way already: also PROVIDER_UNAVAILABLE has counted it.
  resendOtp: { after: ['RATE_LIMITED'], makesKey: false },
  // Without the key, each repeat would make another link, unless it names a client_reference.
  createPaymentLink: byKey,
  updatePaymentLink: byNature,
  // Without the key, each repeat would make another request, unless it names a client_reference.
  createPaymentRequest: byKey,
  // A repeat is answered with the request as it stands, but where it was paid meanwhile.
  cancelPaymentRequest: byKey,
  markPaymentRequestPaid: byKey,
  // Changes nothing.
  quotePayout: { after: 'any', makesKey: false },
  // The number is saved once: a repeat is answered what the first one saved.
  createRecipient: byNature,
  updateRecipient: byNature,
  // Of one that was deleted by a try whose answer was lost, the next try says NOT_FOUND.
  deleteRecipient: byNature,
  // Without the key, each repeat would add to the float.
  fundRailFloat: byKey,
  // Without the key, each repeat would let the time pass again.
  advanceClock: byKey,
  // Without the key, each repeat would make an endpoint with another secret.
  createEndpoint: byKey,
  // Without the key, a second rotation would end the overlap of the secret that is in use.
  rotateSecret: byKey,
  // A second example, at the worst; nobody acts on it.
  sendTestEvent: byKey,
  // Receivers expect an event twice; the key keeps it to one.
  resendDelivery: byKey,
  // What is due already is not made due again.
  resendFailed: byKey,
  replayEndpoint: byKey,
  // Changes nothing.
  debugSignature: byKey,
  updateEndpoint: byNature,
  // Of one that was deleted by a try whose answer was lost, the next try says NOT_FOUND.
  deleteEndpoint: byNature,
};

export function repeatOf(operation: OperationId): Repeat {
  return (repeats as Partial<Record<OperationId, Repeat>>)[operation] ?? { after: 'any', makesKey: false };
}

/** Of answers: what passes by itself. No code is known of what a proxy answers. */
const passing = new Set([429, 500, 502, 503, 504]);

/** Whether the same call may be made again after this; `undefined` stands for no answer. */
export function isRepeatable(
  operation: OperationId,
  answer: { status: number; code: string } | undefined,
): boolean {
  const { after } = repeatOf(operation);
  if (after === 'any') return answer === undefined || passing.has(answer.status);
  return answer !== undefined && (after as readonly string[]).includes(answer.code);
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Nobody is kept waiting longer than this between two tries: the error is thrown instead. */
export const LONGEST_RETRY_AFTER_SECONDS = 30;

/**
 * The pause before a repeat: exponential with full jitter, so that many callers that failed at once do not come back at
 * once (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), and after `Retry-After` at least.
 */
export function pauseMs(retries: number, retryAfterSeconds = 0): number {
  const ceiling = Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS);
  return retryAfterSeconds * 1000 + Math.random() * ceiling;
}
