import type { Expected } from './expected.ts';

// The world of the model: what the product has to remember, in plain data. Amounts are whole bututs, times are whole
// seconds that `advance` has let pass; a run takes no time of its own.

export const rails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'] as const;
export type Rail = (typeof rails)[number];
/** contract §4: the card rail pays nothing out. */
export const payingRails: readonly Rail[] = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];
/** contract-more §19. */
export const railNames: Record<Rail, string> = {
  PROVIDER_W: 'Wallet W',
  PROVIDER_A: 'Wallet A',
  PROVIDER_C: 'Wallet C',
  PROVIDER_C_CARD: 'Card',
};

/** SANDBOX_RESOLVE_MS of the server under test: long enough that nothing comes by itself while a run lasts. */
export const RESOLVE_S = 300;
/** contract §8: unanswered, it expires after 30 minutes. */
export const CHECKOUT_S = 30 * 60;
/** contract §4: an hour old, it is overtaken no more. */
export const OVERTAKEN_S = 60 * 60;
/** contract §3: another code not sooner than 60 s, three times at most. */
export const RESEND_S = 60;

export type Status =
  | 'PENDING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'AWAITING_LIQUIDITY'
  | 'REVERSED';

/** What becomes of a payment by itself, and when. */
export interface Due {
  at: number;
  status: Status;
  failure?: string;
}

export interface Payment {
  /** The model's name of its identifier. */
  id: string;
  type: 'collection' | 'payout' | 'refund';
  reference: string;
  amount: number;
  provider: Rail;
  status: Status;
  /** What a repeat is compared with: the fields as they count, in one text. */
  asked: string;
  scenario: string | null;
  name: string | null;
  mobile: string | null;
  metadata: Record<string, string>;
  /** Names of times; null: not yet, or in no document. */
  createdAt: string;
  updatedAt: string | null;
  completedAt: string | null;
  /** Where it ended twice: when it did so at first. */
  firstCompletedAt: string | null;
  changes: number;
  failure: string | null;
  isLate: boolean;
  bornAt: number;
  /**
   * Since when no time takes anything off `expires_at`; null: still open; meanwhile: while the
   * clock was moved, of which no document says what it then tells. */
  closedAt: number | 'meanwhile' | null;
  due: Due[];
  otp: { left: number; resends: number; sentAt: number } | null;
  /** Of a payout or refund that waits for the float. */
  wait: { turn: number; since: number; sinceName: string; isByScenario: boolean } | null;
  reversal: string | null;
  refund: { of: string; method: 'reversal' | 'payout'; reason: string | null } | null;
}

/** A movement of `available`. */
export interface Line {
  kind: string;
  payment: string;
  amount: number;
  balance: number;
  at: string;
}

export interface Told {
  id: string;
  event: string;
  payment: string;
  data: Expected;
  at: string;
  /** contract-more §18: the same event is delivered twice. */
  isTwice: boolean;
}

export interface Endpoint {
  id: string;
  url: string;
  events: string[];
  form: 'current' | 'legacy';
  description: string | null;
  status: 'ACTIVE' | 'PAUSED' | 'DISABLED';
  createdAt: string;
  secrets: string[];
  /** What its server answers from now on. */
  replies: number;
}

export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED';
  attempts: { status: number }[];
  /** The earliest and the latest time of the next attempt; null: there is none. */
  next: { from: number; to: number } | null;
  /** The second one of an event that arrives twice; when that comes is in no document. */
  isCopy: boolean;
  bornAt: number;
  /** Not before this other event was delivered to the endpoint. */
  after: string | null;
  schedule: number;
}

export interface Kept {
  request: string;
  answer: { status: number; headers: Record<string, Expected>; body: Expected };
  /** The step whose answer is given again, byte for byte. */
  step: number;
}

/** One client in one environment: each knows nothing of another. */
export interface Account {
  name: string;
  environment: 'SANDBOX' | 'LIVE';
  commissionBps: number;
  now: number;
  payments: Payment[];
  floats: Partial<Record<Rail, number>>;
  turns: number;
  lines: Line[];
  events: Told[];
  endpoints: Endpoint[];
  deliveries: Delivery[];
  kept: Record<string, Kept>;
  /** What a page ends with, by the name of its cursor. */
  cursors: Record<string, string>;
}

export interface Key {
  account: string;
  scope: 'full' | 'read' | 'collections' | 'payouts';
}

export interface World {
  accounts: Record<string, Account>;
  /** By the name that a step gives; one that is not here is no key of anybody. */
  keys: Record<string, Key>;
  step: number;
}

export function newAccount(name: string, environment: Account['environment']): Account {
  // contract §8: a new client starts with a float of 0.00 on each rail; those that pay out have one (guide sandbox).
  const floats = environment === 'SANDBOX' ? { PROVIDER_W: 0, PROVIDER_A: 0, PROVIDER_C: 0 } : {};
  // contract §4: default 150.
  const empty = { payments: [], lines: [], events: [], endpoints: [], deliveries: [], kept: {}, cursors: {} };
  return { name, environment, commissionBps: 150, now: 0, floats, turns: 0, ...structuredClone(empty) };
}

/** A name for what happens in this step, and the step in which it did. */
export function timeNow(world: World, what: string): string {
  return `${what}@${world.step}`;
}

export function time(name: string): Expected {
  return { $: 'time', name, step: Number(name.slice(name.lastIndexOf('@') + 1)) };
}

export function gmd(bututs: number): string {
  const whole = Math.floor(Math.abs(bututs) / 100);
  return `${bututs < 0 ? '-' : ''}${whole}.${String(Math.abs(bututs) % 100).padStart(2, '0')}`;
}

/** contract §3: of the form of an amount. */
export function bututsOf(amount: string): number {
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** contract §4: rounded half up to a butut. */
export function commission(amount: number, bps: number): number {
  return Math.floor((amount * bps + 5000) / 10_000);
}

/** spec, Money representation: each figure twice. */
export function figure(name: string, bututs: number): Record<string, Expected> {
  return { [`${name}_bututs`]: bututs, [`${name}_gmd`]: gmd(bututs) };
}

export function paymentOf(account: Account, id: string): Payment {
  return account.payments.find((each) => each.id === id) as Payment;
}

export interface Figures {
  available: number;
  collected: number;
  commissions: number;
  paidOut: number;
  refunded: number;
  held: number;
  collections: number;
  payouts: number;
}

/** contract §4 and contract-more §11: the balance is what the payments say, and nothing else. */
export function figuresOf(account: Account): Figures {
  const sum = (all: Payment[]) => all.reduce((total, each) => total + each.amount, 0);
  const of = (type: Payment['type'], ...statuses: Status[]) =>
    account.payments.filter((each) => each.type === type && statuses.includes(each.status));
  const paid = of('collection', 'SUCCEEDED');
  const commissions = paid.reduce((total, each) => total + commission(each.amount, account.commissionBps), 0);
  const out = of('payout', 'SUCCEEDED');
  const held =
    sum(of('payout', 'PENDING', 'AWAITING_LIQUIDITY')) + sum(of('refund', 'PENDING', 'AWAITING_LIQUIDITY'));
  const [collected, paidOut, refunded] = [sum(paid), sum(out), sum(of('refund', 'SUCCEEDED'))];
  const available = collected - commissions - paidOut - refunded - held;
  return {
    ...{ available, collected, commissions, paidOut, refunded, held },
    ...{ collections: paid.length, payouts: out.length },
  };
}

/** A reference as a part of a name that can stand in a path. */
export function slug(reference: string): string {
  return reference.replaceAll(/[^\w-]/g, '_').slice(0, 40);
}
