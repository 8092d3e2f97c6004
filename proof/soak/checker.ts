import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Sql } from 'postgres';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';

// Compares what the rails' own book says with what the database says and with what the merchants were told. Imports
// nothing of lib/ and db/ and has SQL of its own. Not covered: what a customer was shown, and webhooks.

/** A session, an intent or a charge that a customer could pay. */
export interface BookPayment {
  rail: string;
  /** The rail's own name for it. */
  id: string;
  /** Our transaction's id; null where the rail is never told it. */
  reference: string | null;
  /** What moved, or what would move. */
  amountBututs: bigint;
  /** What the rail was asked to collect: a customer may pay another amount. */
  askedBututs: bigint;
  mobile: string | null;
  /** What the rail's statement calls the movement of money. */
  movement: string | null;
  timesPaid: number;
  /** How often, and how much in all, the rail itself gave back of it. */
  timesRefunded?: number;
  refundedBututs?: bigint;
  paidAt: number | null;
}

export interface BookPayout {
  rail: string;
  id: string;
  reference: string | null;
  amountBututs: bigint;
  mobile: string;
  state: 'pending' | 'paid' | 'failed' | 'reversed';
  /** The rail has told us that it did not pay it: it had refused it, or it had failed, and was paid afterwards. */
  isPaidAfterNo: boolean;
  /** The rail gave it back by itself, whatever anybody asked for. */
  isReturned?: boolean;
}

export interface Book {
  payments: BookPayment[];
  payouts: BookPayout[];
  /** What was put into each wallet by hand. */
  fundedBututs: Record<string, bigint>;
  misbehaviours: Record<string, number>;
  calls: Record<string, number>;
}

export interface TransactionRow {
  id: string;
  clientId: string;
  /** What it is at the rail: a refund to a number is a payout there, `refund` is what the rail gives back itself. */
  type: 'collection' | 'payout' | 'refund';
  /** Of a refund: the collection. */
  refundOf?: string | null;
  reference: string;
  attempt: number;
  provider: string;
  amountBututs: bigint;
  status: string;
  mobile: string | null;
  railReference: string | null;
  isLate: boolean;
  /** `FAILED`, and flagged as paid by its rail all the same. */
  isDeliveredAfterFailure: boolean;
  wasHeld: boolean;
  createdAt: number;
  completedAt: number | null;
  /** Of its journals: their kinds, and what they moved on the rail's two accounts. */
  journals: string[];
  collectedBututs: bigint;
  paidOutBututs: bigint;
  /** Calls that may have moved money: their end is `done` or not known. */
  charges: number;
}

export interface CaseRow {
  id: string;
  kind: string;
  provider: string;
  subject: string;
  transactionId: string | null;
  details: Record<string, string | null>;
}

export interface FloatRow {
  provider: string;
  fundedBututs: bigint;
}

export interface RequestRow {
  at: number;
  clientId: string;
  type: 'collection' | 'payout' | 'refund';
  reference: string;
  /** `changed…`: the same reference with another amount; proof/chaos/checker.ts looks at those. */
  kind: 'asked' | 'answered' | 'refused' | 'changed' | 'changed_accepted' | 'changed_refused';
  amount?: string;
  provider?: string;
  transactionId?: string;
  status?: string;
  http?: number;
  code?: string;
}

/** What an operator was told who asked for a payout back: its status then, or the code of the error. */
export interface ReversalRow {
  transactionId: string;
  told: string;
}

export interface AuditLine {
  invariant: number;
  name: string;
  violations: number;
  examples: string[];
}

export interface Facts {
  book: Book;
  transactions: TransactionRow[];
  /** Open ones only. */
  cases: CaseRow[];
  floats: FloatRow[];
  requests: RequestRow[];
  audit: AuditLine[];
  reversals?: readonly ReversalRow[];
  /** What a rail gave back because whoever drives the trial said so. */
  returned?: ReadonlySet<string>;
}

export interface Check {
  name: string;
  looked: number;
  violations: string[];
}

/** All in bututs. `difference` is zero, or money is missing on one side. */
export interface RailSum {
  rail: string;
  what: 'collected' | 'paid out' | 'wallet';
  ledger: bigint;
  book: bigint;
  inCases: bigint;
  difference: bigint;
}

export interface Verdict {
  checks: Check[];
  sums: RailSum[];
  /** Open cases by kind, rail and reason. */
  cases: Record<string, number>;
  statuses: Record<string, number>;
  /** Payouts that waited for a float at some time. */
  held: number;
}

const rails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'];
/** It is never told our reference: a payment is known by its number and amount. */
const nameless = 'PROVIDER_A';
const finalStatuses = ['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED'];

/** Pure: everything that is wrong. */
export function check(facts: Facts): Verdict {
  const { book, transactions, cases, floats, requests } = facts;
  const byId = new Map(transactions.map((each) => [each.id, each]));
  const casesNaming = new Map<string, CaseRow[]>();
  for (const each of cases) {
    for (const value of Object.values(each.details)) if (value) append(casesNaming, value, each);
  }
  const caseOf = new Map<string, CaseRow[]>();
  for (const each of cases) append(caseOf, each.transactionId ?? each.subject, each);
  const namedBy = new Map<string, TransactionRow>();
  for (const each of transactions) {
    if (each.railReference !== null) namedBy.set(`${each.type} ${each.provider} ${each.railReference}`, each);
  }
  const paid = book.payments.filter((each) => each.timesPaid > 0);
  const out = book.payouts.filter((each) => each.state === 'paid' || each.state === 'reversed');
  const inDoubt = createPool(transactions, caseOf);
  const isMisnamed = (payment: BookPayment, named: TransactionRow) =>
    payment.rail === nameless && walletOf(payment) !== walletOf(named) && casesNaming.has(payment.id);

  const credited = begin('paid at the rail, so credited once or in a case');
  const creditedOf = new Map<string, BookPayment[]>();
  const collectedInCases = zeros();
  /** Of the nameless rail, under a name that is none of ours, or is another payment's, as a case says. */
  const strays = new Map<string, BookPayment[]>();
  for (const payment of paid) {
    credited.looked++;
    const sayId = `${payment.rail} ${payment.id} (${amountOf(payment.amountBututs)}, ${payment.reference})`;
    if (payment.timesPaid > 1)
      credited.violations.push(`${sayId} is paid ${payment.timesPaid} times at the rail`);
    // The card rail knows an order by our own id.
    const own =
      payment.rail === 'PROVIDER_C_CARD'
        ? byId.get(payment.reference ?? '')
        : namedBy.get(`collection ${payment.rail} ${payment.id}`);
    // Two people have credited what came of it.
    const isAdjusted = own?.journals.includes('adjustment') && own.refundOf == null;
    if (own?.journals.includes('collection_settled') || (own && isAdjusted)) {
      append(creditedOf, own.id, payment);
      if (isMisnamed(payment, own)) append(strays, walletOf(payment), payment);
      continue;
    }
    const isStray = payment.rail === nameless && casesNaming.has(payment.id);
    const doubt = payment.rail === nameless && !isStray ? inDoubt.take('collection', payment) : undefined;
    // Another session or intent than the one that we know is named by its case.
    const isTold =
      doubt !== undefined ||
      casesNaming.has(payment.id) ||
      casesNaming.has(payment.movement ?? '') ||
      (own !== undefined && caseOf.has(own.id));
    if (isTold) {
      collectedInCases[payment.rail]! += payment.amountBututs;
      if (isStray) append(strays, walletOf(payment), payment);
    } else
      credited.violations.push(
        `${sayId} is neither credited nor in a case; ours: ${tell(byId.get(payment.reference ?? '') ?? own)}`,
      );
  }

  const backed = begin('credited, so paid at the rail, once, in this amount');
  const once = begin('a wallet of PROVIDER_A is charged once for a collection');
  for (const each of transactions) {
    if (each.type !== 'collection') continue;
    const settled = each.journals.filter((kind) => kind === 'collection_settled').length;
    if (each.provider === nameless) {
      once.looked++;
      if (each.charges > 1)
        once.violations.push(`${tell(each)} was charged ${each.charges} times by our own record`);
    }
    const payments = creditedOf.get(each.id) ?? [];
    // The rail gave it another payment's name; the day's statement has both names, and so have two cases.
    const isNamedSo = payments.length === 0 && caseOf.get(each.id)?.some(({ kind }) => kind === 'books_only');
    const own = settled === 1 && isNamedSo ? strays.get(walletOf(each))?.pop() : undefined;
    if (own !== undefined) {
      collectedInCases[own.rail]! -= own.amountBututs;
      continue;
    }
    if (settled === 0 && each.status !== 'SUCCEEDED') {
      const came = payments.reduce((sum, { amountBututs }) => sum + amountBututs, 0n);
      if (payments.length > 0 && came !== each.collectedBututs)
        backed.violations.push(
          `${tell(each)} is adjusted by ${amountOf(each.collectedBututs)}, and ${amountOf(came)} came`,
        );
      continue;
    }
    backed.looked++;
    if (settled !== 1) backed.violations.push(`${tell(each)} has ${settled} journals that credit it`);
    if (payments.length !== 1)
      backed.violations.push(`${tell(each)} is paid ${payments.length} times at the rail`);
    // What was paid in part may be credited as what came, and as nothing else.
    const part = payments.find((payment) => payment.amountBututs !== payment.askedBututs);
    if (each.collectedBututs !== (part ?? each).amountBututs)
      backed.violations.push(`${tell(each)} is booked as ${amountOf(each.collectedBututs)}`);
    for (const payment of payments) {
      // The rail gave it the name of another payment, and two cases say so: by how much its credit is another one's.
      if (isMisnamed(payment, each)) {
        collectedInCases[payment.rail]! += payment.amountBututs - each.amountBututs;
        continue;
      }
      if (payment.askedBututs !== each.amountBututs)
        backed.violations.push(`${tell(each)} is asked for as ${amountOf(payment.askedBututs)} at the rail`);
      const isCreditedInPart = payment === part && each.collectedBututs === payment.amountBututs;
      if (payment.amountBututs !== each.amountBututs && !isCreditedInPart)
        backed.violations.push(`${tell(each)} is paid ${amountOf(payment.amountBututs)} at the rail`);
      if (payment.reference !== null && payment.reference !== each.id)
        backed.violations.push(`${tell(each)} is credited for what was paid for ${payment.reference}`);
    }
  }
  const wallets = new Map<string, number>();
  for (const each of transactions) {
    if (each.type === 'collection' && each.provider === nameless) countUp(wallets, walletOf(each));
  }
  const charged = new Map<string, number>();
  for (const each of paid) if (each.rail === nameless) countUp(charged, walletOf(each));
  for (const [wallet, times] of charged) {
    const asked = wallets.get(wallet) ?? 0;
    if (times > asked) once.violations.push(`${wallet} was charged ${times} times for ${asked} collections`);
  }

  const paidOnce = begin('no payout is paid twice');
  const notFailed = begin('no payout that failed was paid');
  const paidOutInCases = zeros();
  const paidOf = new Map<string, BookPayout[]>();
  /** Payouts that bear the name of another one's payment at the rail, as a case says. */
  const swapped = new Set<string>();
  for (const payout of out) {
    paidOnce.looked++;
    const named = namedBy.get(`payout ${payout.rail} ${payout.id}`);
    const leftBututs = payout.state === 'paid' ? payout.amountBututs : 0n;
    const isSwapped =
      payout.rail === nameless && named && walletOf(named) !== walletOf(payout) && casesNaming.has(payout.id);
    if (isSwapped) {
      swapped.add(named.id);
      if (named.status === 'SUCCEEDED') paidOutInCases[payout.rail]! += leftBututs - named.amountBututs;
      continue;
    }
    const own = payout.reference === null ? named : byId.get(payout.reference);
    const id = own?.id ?? (payout.rail === nameless ? inDoubt.take('payout', payout) : undefined);
    if (id === undefined && payout.rail === nameless && casesNaming.has(payout.id)) {
      paidOutInCases[payout.rail]! += leftBututs;
      continue;
    }
    if (id === undefined) {
      const failed = transactions.find(
        (each) => each.type === 'payout' && each.status === 'FAILED' && walletOf(each) === walletOf(payout),
      );
      const sayId = `${payout.rail} ${payout.id} (${amountOf(payout.amountBututs)} to ${payout.mobile})`;
      if (failed) notFailed.violations.push(`${sayId} is paid, and ${tell(failed)}`);
      else paidOnce.violations.push(`${sayId} is paid, and is no payout of ours any more`);
      continue;
    }
    append(paidOf, id, payout);
    // Also by what two people have booked of it.
    const isAdjusted = own?.journals.includes('adjustment') && own.paidOutBututs > 0n;
    const isSpent = own?.status === 'SUCCEEDED' || isAdjusted === true;
    if (!caseOf.has(id) || isSpent === (payout.state === 'paid')) continue;
    paidOutInCases[payout.rail]! += isSpent ? -payout.amountBututs : payout.amountBututs;
  }
  for (const [id, all] of paidOf) {
    if (all.length > 1)
      paidOnce.violations.push(`${tell(byId.get(id))} is paid ${all.length} times at the rail`);
  }

  const delivered = begin('payouts that succeeded are paid, those reversed are back');
  for (const each of transactions) {
    if (each.type !== 'payout') continue;
    const [first] = paidOf.get(each.id) ?? [];
    if (each.status === 'FAILED') {
      notFailed.looked++;
      // It may be paid after it was refused, and then it is told: flagged, or a case.
      const isTold = first?.isPaidAfterNo && (each.isDeliveredAfterFailure || caseOf.has(each.id));
      if (first && !isTold)
        notFailed.violations.push(`${tell(each)} is ${first.state} at the rail (${first.id})`);
      if (!first && each.isDeliveredAfterFailure)
        notFailed.violations.push(`${tell(each)} is flagged as delivered, and is not paid at the rail`);
    }
    if ((each.status !== 'SUCCEEDED' && each.status !== 'REVERSED') || swapped.has(each.id)) continue;
    delivered.looked++;
    const wanted = each.status === 'SUCCEEDED' ? 'paid' : 'reversed';
    // That a statement differs from our books is not yet anything that gives the client its money.
    const isReversedInCase =
      first?.state === 'reversed' &&
      caseOf.get(each.id)?.some(({ kind }) => kind !== 'amount_differs' && kind !== 'books_only');
    if (first?.state !== wanted && !isReversedInCase)
      delivered.violations.push(`${tell(each)} is ${first?.state ?? 'not paid'} at the rail`);
    if (first && first.amountBututs !== each.amountBututs)
      delivered.violations.push(`${tell(each)} is paid as ${amountOf(first.amountBututs)}`);
    if (first && !isSameMobile(each.mobile, first.mobile))
      delivered.violations.push(`${tell(each)} for ${each.mobile} is paid to ${first.mobile}`);
    const booked = each.status === 'SUCCEEDED' ? each.amountBututs : 0n;
    if (each.paidOutBututs !== booked)
      delivered.violations.push(`${tell(each)} is booked as ${amountOf(each.paidOutBututs)}`);
  }

  const refundsOf = new Map<string, TransactionRow[]>();
  for (const each of transactions) if (each.refundOf) append(refundsOf, each.refundOf, each);

  const givenBack = begin('a collection is given back by its rail once, where a refund of it says so');
  for (const payment of paid) {
    givenBack.looked++;
    if (!payment.timesRefunded) continue;
    const own = transactions.filter((each) => each.type === 'refund' && each.refundOf === payment.reference);
    const refund = own.find(({ status }) => status === 'SUCCEEDED') ?? own.find(({ id }) => caseOf.has(id));
    const sayId = `${payment.rail} ${payment.id} (${amountOf(payment.refundedBututs ?? 0n)} back, ${payment.reference})`;
    if (payment.timesRefunded > 1)
      givenBack.violations.push(`${sayId} was given back ${payment.timesRefunded} times`);
    if (refund === undefined)
      givenBack.violations.push(`${sayId} was given back, and ours: ${own.map(tell).join(', ')}`);
    else if (refund.status !== 'SUCCEEDED') collectedInCases[payment.rail]! -= payment.refundedBututs ?? 0n;
  }
  for (const each of transactions) {
    if (each.type !== 'refund' || each.status !== 'SUCCEEDED') continue;
    const payment = paid.find(({ reference, timesRefunded }) => reference === each.refundOf && timesRefunded);
    if (payment?.refundedBututs !== each.amountBututs)
      givenBack.violations.push(`${tell(each)} was not given back at the rail`);
  }

  const noMore = begin('no more of a collection goes back than was paid, in our books and at the rails');
  for (const each of transactions) {
    if (each.type !== 'collection') continue;
    const own = refundsOf.get(each.id) ?? [];
    if (own.length === 0) continue;
    noMore.looked++;
    const sum = (all: bigint[]) => all.reduce((total, bututs) => total + bututs, 0n);
    const ours = sum(own.map(({ status, amountBututs }) => (status === 'FAILED' ? 0n : amountBututs)));
    if (ours > each.amountBututs) noMore.violations.push(`${tell(each)}: refunds of ${amountOf(ours)}`);
    // What a rail paid of a refund that it had refused is in a case, for two people to get back.
    const paidBack = own.flatMap(({ id }) => (caseOf.has(id) ? [] : (paidOf.get(id) ?? [])));
    const byRail = paid.filter(({ reference }) => reference === each.id);
    const theirs =
      sum(paidBack.map(({ state, amountBututs }) => (state === 'paid' ? amountBututs : 0n))) +
      sum(byRail.map(({ refundedBututs }) => refundedBututs ?? 0n));
    if (theirs > each.amountBututs)
      noMore.violations.push(`${tell(each)}: ${amountOf(theirs)} went back at the rail`);
  }

  const reversals = begin('what an operator was told of a reversal is so');
  for (const { transactionId, told } of facts.reversals ?? []) {
    reversals.looked++;
    const row = byId.get(transactionId);
    if (told === 'REVERSED' && row?.status !== 'REVERSED')
      reversals.violations.push(`${tell(row)} was told to be REVERSED`);
    const payout = paidOf.get(transactionId)?.[0];
    const isDone = payout?.state === 'reversed' && !payout.isReturned && !facts.returned?.has(transactionId);
    if (isDone && (told === 'INVALID_STATE' || told === 'PROVIDER_UNAVAILABLE'))
      reversals.violations.push(`${tell(row)} is back, and its reversal was answered with ${told}`);
  }

  const sums = sumUp(facts, paid, out, collectedInCases, paidOutInCases, floats);
  const ledger = begin('ledger against rail book, difference 0.00');
  for (const sum of sums) {
    ledger.looked++;
    if (sum.difference !== 0n)
      ledger.violations.push(
        `${sum.rail}, ${sum.what}: ledger ${amountOf(sum.ledger)}, book ${amountOf(sum.book)}, in cases ${amountOf(sum.inCases)}`,
      );
  }

  const settled = begin('settled, or in a case');
  for (const each of transactions) {
    settled.looked++;
    if (!finalStatuses.includes(each.status) && !caseOf.has(each.id)) settled.violations.push(tell(each));
  }
  const reasons = begin('each case is about something, with a reason');
  for (const each of cases) {
    reasons.looked++;
    if (each.transactionId !== null && !byId.has(each.transactionId))
      reasons.violations.push(
        `case ${each.id} (${each.kind}) is about ${each.transactionId}, which is not there`,
      );
    if (Object.values(each.details).filter(Boolean).length === 0)
      reasons.violations.push(`case ${each.id} (${each.kind}) gives no reason`);
  }

  return {
    checks: [
      credited,
      backed,
      once,
      paidOnce,
      notFailed,
      delivered,
      givenBack,
      noMore,
      reversals,
      ledger,
      settled,
      reasons,
      ...checkRequests(transactions, byId, requests),
      checkAudit(facts.audit),
    ],
    sums,
    cases: countsOf(
      cases.map(
        ({ kind, provider, details }) =>
          `${kind}, ${provider}: ${details.reason ?? details.what ?? details.notice ?? ''}`,
      ),
    ),
    held: transactions.filter((each) => each.wasHeld).length,
    statuses: countsOf(
      transactions.map((each) => `${each.type} ${each.status}${each.isLate ? ' (late)' : ''}`),
    ),
  };
}

/** What the merchants were told is what is there, and nothing is there that they did not ask for. */
/** On the rail that was asked for, where the choice was not the customer's. */
function isOn({ provider }: RequestRow, each: TransactionRow): boolean {
  return provider === each.provider || provider === CUSTOMER_CHOICE;
}

function checkRequests(
  transactions: TransactionRow[],
  byId: Map<string, TransactionRow>,
  requests: RequestRow[],
): Check[] {
  const kept = begin('what was acknowledged is there, as it was told');
  const same = begin('repeats of a request got the same transaction');
  const asked = begin('nothing is there that nobody asked for');
  const wanted = new Map<string, RequestRow>();
  const ids = new Map<string, Set<string>>();
  for (const each of requests) {
    const key = `${each.clientId} ${each.type} ${each.reference}`;
    if (each.kind === 'asked') wanted.set(key, each);
    if (each.kind === 'refused' && each.code === 'DUPLICATE_REFERENCE')
      same.violations.push(`${each.type} ${each.reference}: a repeat was refused as another request`);
    if (each.kind !== 'answered') continue;
    kept.looked++;
    const row = byId.get(each.transactionId ?? '');
    if (row === undefined) {
      kept.violations.push(
        `${each.type} ${each.reference} was acknowledged as ${each.transactionId}, which is not there`,
      );
      continue;
    }
    const isIt =
      row.clientId === each.clientId && requestOf(row) === each.type && row.reference === each.reference;
    if (!isIt) kept.violations.push(`${each.type} ${each.reference} was acknowledged as ${tell(row)}`);
    const { status = '' } = each;
    const mayFollow =
      status === row.status ||
      !finalStatuses.includes(status) ||
      (status === 'SUCCEEDED' && row.status === 'REVERSED') ||
      (row.type === 'collection' && status !== 'SUCCEEDED' && row.isLate);
    if (!mayFollow) kept.violations.push(`${tell(row)} was told to be ${status}`);
    const told = ids.get(key) ?? new Set();
    ids.set(key, told.add(row.id));
  }
  for (const [key, told] of ids) {
    same.looked++;
    if (told.size === 1) continue;
    // What expired or was cancelled is offered anew, under the same reference.
    const rows = [...told].map((id) => byId.get(id)!).toSorted((a, b) => a.attempt - b.attempt);
    const areReoffers = rows
      .slice(0, -1)
      .every(
        (each) =>
          each.type === 'collection' && (['EXPIRED', 'CANCELLED'].includes(each.status) || each.isLate),
      );
    if (!areReoffers) same.violations.push(`${key} was told ${rows.map(tell).join(' and ')}`);
  }
  const payouts = new Set<string>();
  for (const each of transactions) {
    asked.looked++;
    const key = `${each.clientId} ${requestOf(each)} ${each.reference}`;
    const request = wanted.get(key);
    if (request === undefined) asked.violations.push(tell(each));
    else if (request.amount !== amountOf(each.amountBututs) || !isOn(request, each))
      asked.violations.push(`${tell(each)}; asked for was ${request.amount} on ${request.provider}`);
    if (each.type === 'payout' && payouts.has(key)) same.violations.push(`${tell(each)} is there twice`);
    if (each.type === 'payout') payouts.add(key);
  }
  return [kept, same, asked];
}

/** As what it was asked for. */
function requestOf({ type, refundOf }: TransactionRow): RequestRow['type'] {
  return refundOf ? 'refund' : type;
}

function checkAudit(audit: AuditLine[]): Check {
  const line = begin('npm run audit');
  line.looked = audit.length;
  if (audit.length === 0) line.violations.push('the audit said nothing');
  for (const { invariant, name, violations, examples } of audit) {
    if (violations > 0)
      line.violations.push(`${invariant} ${name}: ${violations}, such as ${examples.join(', ')}`);
  }
  return line;
}

function sumUp(
  { book, transactions }: Facts,
  paid: BookPayment[],
  out: BookPayout[],
  collectedInCases: Record<string, bigint>,
  paidOutInCases: Record<string, bigint>,
  floats: FloatRow[],
): RailSum[] {
  const sum = <T>(all: T[], amount: (each: T) => bigint) =>
    all.reduce((total, each) => total + amount(each), 0n);
  return rails.flatMap((rail) => {
    const ours = transactions.filter((each) => each.provider === rail);
    const line = (what: RailSum['what'], ledger: bigint, atRail: bigint, inCases: bigint): RailSum => ({
      rail,
      what,
      ledger,
      book: atRail,
      inCases,
      difference: ledger + inCases - atRail,
    });
    const collected = line(
      'collected',
      sum(ours, (each) => each.collectedBututs),
      sum(paid, (each) =>
        each.rail === rail ? each.amountBututs * BigInt(each.timesPaid) - (each.refundedBututs ?? 0n) : 0n,
      ),
      collectedInCases[rail]!,
    );
    const paidOut = line(
      'paid out',
      sum(ours, (each) => each.paidOutBututs),
      sum(out, (each) => (each.rail === rail && each.state === 'paid' ? each.amountBututs : 0n)),
      paidOutInCases[rail]!,
    );
    const funded = floats.find((each) => each.provider === rail)?.fundedBututs ?? 0n;
    const wallet = line(
      'wallet',
      funded + collected.ledger - paidOut.ledger,
      (book.fundedBututs[rail] ?? 0n) + collected.book - paidOut.book,
      collected.inCases - paidOut.inCases,
    );
    return [collected, paidOut, wallet];
  });
}

/** Cases of payments that nobody can ask the rail for; each stands for one movement of money at most. */
function createPool(transactions: TransactionRow[], caseOf: Map<string, CaseRow[]>) {
  const free = new Map<string, string[]>();
  for (const each of transactions) {
    const isOpen = caseOf.get(each.id)?.some(({ kind }) => kind === 'unknown_outcome') ?? false;
    if (each.provider === nameless && each.railReference === null && isOpen)
      append(free, `${each.type} ${walletOf(each)}`, each.id);
  }
  return {
    take: (type: 'collection' | 'payout', movement: BookPayment | BookPayout) =>
      free.get(`${type} ${walletOf(movement)}`)?.pop(),
  };
}

/** Whose wallet, and for how much it was asked. */
function walletOf(of: { mobile: string | null; amountBututs: bigint; askedBututs?: bigint }): string {
  return `${(of.mobile ?? '').replace(/^\+220/, '')} ${amountOf(of.askedBututs ?? of.amountBututs)}`;
}

function isSameMobile(ours: string | null, theirs: string): boolean {
  return (ours ?? '').replace(/^\+220/, '') === theirs.replace(/^\+220/, '');
}

function tell(each: TransactionRow | undefined): string {
  if (each === undefined) return 'nothing';
  return `${each.type} ${each.id} (${each.provider}, ${amountOf(each.amountBututs)}, ${each.status})`;
}

export function amountOf(bututs: bigint): string {
  const sign = bututs < 0n ? '-' : '';
  const digits = (bututs < 0n ? -bututs : bututs).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function begin(name: string): Check {
  return { name, looked: 0, violations: [] };
}

function zeros(): Record<string, bigint> {
  return Object.fromEntries(rails.map((rail) => [rail, 0n]));
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function countsOf(names: string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) countUp(counts, name);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b)));
}

/** What the rails did, by the book in this file. */
export function readBook(file: string): Book {
  return bookOf(linesOf(file));
}

/** What the rails did, line by line. */
export function bookOf(lines: Iterable<BookLine>): Book {
  const payments = new Map<string, BookPayment>();
  const payouts = new Map<string, BookPayout>();
  const book: Book = { payments: [], payouts: [], fundedBututs: {}, misbehaviours: {}, calls: {} };
  for (const line of lines) {
    const { rail, kind, rail_reference: id = '', reference = null, mobile = null, amount } = line;
    if (line.misbehaviour)
      book.misbehaviours[line.misbehaviour] = (book.misbehaviours[line.misbehaviour] ?? 0) + 1;
    switch (kind) {
      case 'asked': {
        const call = `${rail} ${line.operation}`;
        book.calls[call] = (book.calls[call] ?? 0) + 1;
        break;
      }
      case 'opened':
        payments.set(id, {
          rail,
          id,
          reference,
          amountBututs: bututsOf(amount),
          askedBututs: bututsOf(amount),
          mobile,
          movement: line.transaction_id ?? null,
          timesPaid: 0,
          paidAt: null,
        });
        break;
      case 'paid': {
        const payment = payments.get(id);
        if (payment === undefined) throw new Error(`line ${line.seq} of the book pays what was never opened`);
        payment.timesPaid++;
        payment.amountBututs = bututsOf(amount);
        payment.movement = line.transaction_id ?? payment.movement;
        payment.paidAt = Date.parse(line.at);
        break;
      }
      case 'refunded': {
        const payment = payments.get(id)!;
        payment.timesRefunded = (payment.timesRefunded ?? 0) + 1;
        payment.refundedBututs = (payment.refundedBututs ?? 0n) + bututsOf(amount);
        break;
      }
      case 'payout_accepted':
        payouts.set(id, {
          rail,
          id,
          reference,
          amountBututs: bututsOf(amount),
          mobile: mobile ?? '',
          state: 'pending',
          isPaidAfterNo: false,
        });
        break;
      case 'payout_paid': {
        const payout = payouts.get(id)!;
        payout.state = 'paid';
        if (line.code?.startsWith('after it ')) payout.isPaidAfterNo = true;
        break;
      }
      case 'payout_failed':
        payouts.get(id)!.state = 'failed';
        break;
      case 'reversed':
        payouts.get(id)!.state = 'reversed';
        if (line.code) payouts.get(id)!.isReturned = true;
        break;
      case 'float':
        if (line.code === 'fee') break;
        book.fundedBututs[rail] = (book.fundedBututs[rail] ?? 0n) + bututsOf(amount);
        break;
      default:
    }
  }
  book.payments = [...payments.values()];
  book.payouts = [...payouts.values()];
  return book;
}

export interface BookLine {
  at: string;
  seq: number;
  /** What two wallets of a rail did is added up: a payout of both is paid twice. */
  wallet?: number | undefined;
  rail: string;
  kind: string;
  operation?: string | undefined;
  rail_reference?: string | undefined;
  transaction_id?: string | undefined;
  reference?: string | undefined;
  mobile?: string | undefined;
  amount?: string | undefined;
  misbehaviour?: string | undefined;
  notice_id?: string | undefined;
  code?: string | undefined;
  details?: Record<string, unknown> | undefined;
}

/** Whole lines only: the last one may be under way. */
function* linesOf(file: string): Generator<BookLine> {
  const descriptor = openSync(file, 'r');
  const chunk = Buffer.alloc(1 << 20);
  let rest = Buffer.alloc(0);
  try {
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
      rest = Buffer.concat([rest, chunk.subarray(0, length)]);
      let from = 0;
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
        yield JSON.parse(rest.toString('utf8', from, end)) as BookLine;
        from = end + 1;
      }
      rest = rest.subarray(from);
    }
  } finally {
    closeSync(descriptor);
  }
}

function bututsOf(amount: string | undefined): bigint {
  const parts = /^(-?)(\d+)\.(\d\d)$/.exec(amount ?? '');
  if (parts === null) throw new Error(`${amount} is no amount of the book`);
  return BigInt(`${parts[1]}${parts[2]}${parts[3]}`);
}

export function readRequests(file: string): RequestRow[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RequestRow);
}

/** What the database says. */
export async function readRows(sql: Sql): Promise<Pick<Facts, 'transactions' | 'cases' | 'floats'>> {
  const transactions = await sql`
    with moved as (
      select j.transaction_id, array_agg(distinct j.id::text || ' ' || j.kind) as journals,
             coalesce(sum(e.amount_bututs) filter (where e.account like 'rail\_collections:%'), 0)::text as collected,
             (-coalesce(sum(e.amount_bututs) filter (where e.account like 'rail\_float:%'), 0))::text as paid_out
      from journals j join entries e on e.journal_id = j.id
      -- What a rail takes for its work is left out here, as it is of the rail's own book.
      where j.environment = 'LIVE' and j.transaction_id is not null and j.kind not like 'rail\_fee%'
      group by j.transaction_id
    ), charged as (
      select transaction_id, count(*)::int as charges from rail_calls
      where environment = 'LIVE' and operation = 'charge' and coalesce(outcome, 'unknown') in ('done', 'unknown')
      group by transaction_id
    )
    select t.id, t.client_id, case t.refund_method when 'payout' then 'payout' else t.type end as type, t.collection_id, t.client_reference, t.attempt, t.provider, t.amount_bututs::text as amount, t.status,
           t.mobile, t.rail_reference, t.late, t.delivered_after_failure, t.held_since is not null as held, extract(epoch from t.created_at)::float8 * 1000 as created_at,
           extract(epoch from t.completed_at)::float8 * 1000 as completed_at, m.journals, m.collected, m.paid_out, c.charges
    from transactions t left join moved m on m.transaction_id = t.id left join charged c on c.transaction_id = t.id
    where t.environment = 'LIVE' order by t.id`;
  const cases = await sql`
    select id, kind, provider, subject, transaction_id, details from cases
    where environment = 'LIVE' and status = 'OPEN' order by id`;
  const floats = await sql`
    select split_part(e.account, ':', 2) as provider, sum(e.amount_bututs)::text as funded
    from entries e join journals j on j.id = e.journal_id
    where e.environment = 'LIVE' and j.transaction_id is null
      -- What was collected and covers payouts stays in the same wallet.
      and (e.account like 'rail\_float:%' or e.account like 'rail\_collections:%')
    group by 1`;
  return {
    transactions: transactions.map((row) => ({
      id: row.id,
      clientId: row.client_id,
      type: row.type,
      refundOf: row.collection_id,
      reference: row.client_reference,
      attempt: row.attempt,
      provider: row.provider,
      amountBututs: BigInt(row.amount),
      status: row.status,
      mobile: row.mobile,
      railReference: row.rail_reference,
      isLate: row.late,
      isDeliveredAfterFailure: row.delivered_after_failure,
      wasHeld: row.held,
      createdAt: row.created_at,
      completedAt: row.completed_at,
      journals: (row.journals ?? []).map((each: string) => each.split(' ')[1]),
      collectedBututs: BigInt(row.collected ?? 0),
      paidOutBututs: BigInt(row.paid_out ?? 0),
      charges: row.charges ?? 0,
    })),
    cases: cases.map((row) => ({
      id: row.id,
      kind: row.kind,
      provider: row.provider,
      subject: row.subject,
      transactionId: row.transaction_id,
      details: typeof row.details === 'string' ? JSON.parse(row.details) : row.details,
    })),
    floats: floats.map((row) => ({ provider: row.provider, fundedBututs: BigInt(row.funded) })),
  };
}
