import type { NewLine, RailName, Wallet } from './book.ts';
import type { Rule } from './misbehaviour.ts';
import type { OwedNotice, Payment, Payout, State } from './state.ts';

/** The settings of Kaira that say how the four rails are reached, but for their addresses. */
export const credentialNames = [
  'RAIL_W_API_KEY',
  'RAIL_W_NOTICE_SECRETS',
  'RAIL_A_USERNAME',
  'RAIL_A_MOBILE',
  'RAIL_A_PASSWORD',
  'RAIL_C_API_KEY',
  'RAIL_C_NOTICE_SECRETS',
  'RAIL_C_CARD_MERCHANT_ID',
  'RAIL_C_CARD_API_PASSWORD',
  'RAIL_C_CARD_NOTICE_SECRETS',
] as const;
export type CredentialName = (typeof credentialNames)[number];

export interface Settings {
  /** Where notices go; `{rail}` stands for the rail's name. Undefined: W is told of nothing. */
  notify: string | undefined;
  customers: 'people' | 'auto' | 'visit';
  /** The share of calls and notices that misbehave by the seed. */
  chaos: number;
  seed: number;
  /** What the seed is mixed with, so that a run repeats: our reference, or the amount where references are random. */
  seedBy: 'reference' | 'amount';
  /** Which kinds the seed may choose; all of them where undefined. */
  kinds: readonly string[] | undefined;
  /** The longest that a late notice is late. */
  lateMs: number;
  /** How long a call that gets no answer is held open. */
  holdMs: number;
  /** How long a session or intent takes money. */
  sessionMs: number;
  /** The longest that a late customer waits. */
  customerLateMs: number;
  /** Some payouts come back so many days after they were paid, least and most; undefined: none does. */
  returnDays: readonly [number, number] | undefined;
}

export interface Asked {
  method: string;
  /** Without the rail's prefix. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The JSON of the body; an empty object where there is none. */
  body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  status: number;
  /** Undefined: an empty body. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The rail's id of what the call has made. */
  about?: string;
}

/** What a request asks for, understood but not done. */
export interface Call {
  operation: string;
  reference?: string | undefined;
  railReference?: string | undefined;
  amount?: string | undefined;
  mobile?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Does it, whole, before it returns. */
  act(): Answer;
  /** What a look-up may say instead of the truth, where the truth is that the money moved. */
  lies?: Partial<Record<Lie, () => Answer>> | undefined;
  /** The same, of what no caller could survive: a script only. */
  scriptLies?: Partial<Record<Lie, () => Answer>> | undefined;
  /** Of a look-up: what it shows. */
  about?: readonly (Payment | Payout)[] | undefined;
  /** It was done before, by its key or its id: what a rail says that does not answer a repeat with the first answer. */
  refusesRepeat?: ((code: string | undefined, status: number | undefined) => Answer) | undefined;
  /** Its answer, as it would be for this one. */
  showsPayment?: ((other: Payment) => Answer) | undefined;
  showsPayout?: ((other: Payout) => Answer) | undefined;
  /** Its answer, under the id of another payment; where the rail knows a payment by nothing else. */
  bearsId?: ((answer: Answer, id: string) => Answer) | undefined;
}

/** What a customer does on the rail's page. */
export type Choice = 'pay' | 'decline' | 'cancel';

export type Lie = 'pending' | 'failed' | 'absent';

export type Happening =
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'payout_paid'
  | 'payout_failed'
  | 'reversed';

export interface SimulatedRail {
  name: RailName;
  /** The first part of its paths. */
  prefix: string;
  /** Of all payments with one reference of ours, one can be paid. */
  paysReferenceOnce?: boolean;
  /** What the movement of this payment's money is called. */
  newTransactionId(payment: Payment): string;
  /** Undefined: it pays nobody. */
  newPayoutId?(): string;
  /** The page on which a person pays; undefined: there is none. */
  page?: {
    /** Its path without the payment's id. */
    path: string;
    /** Whether a declined try, or going away, ends it. */
    declineIsFinal: boolean;
    cancelIsFinal: boolean;
    /** Where the customer goes afterwards. */
    leadsTo(payment: Payment, choice: Choice): string;
  };
  /** Why a customer's try fails. */
  customerCodes: readonly string[];
  /** Why a payout is refused or fails. */
  payeeCodes: readonly string[];
  /** Whether the caller means this wallet, where `refuseCaller` does not tell. */
  isCaller?(world: World, asked: Asked): boolean | undefined;
  /** The rail's own no to a caller it does not know; undefined: welcome. */
  refuseCaller(world: World, asked: Asked): Answer | undefined;
  /** Undefined: no such address. */
  read(world: World, asked: Asked): Call | undefined;
  /** What it says to a caller it does not know. */
  unknownCaller: Answer;
  /** An error that says nothing of a payment, in the rail's form. */
  failure(status: number, message: string): Answer;
  /** What the rail tells of it, and where; undefined: it tells nothing. */
  noticeOf?(
    world: World,
    happening: Happening,
    about: Payment | Payout,
  ): { event: string; payload: unknown; url: string } | undefined;
  /** What a notice's body is. */
  envelope?(notice: OwedNotice): unknown;
  newNoticeId?(): string;
  /** The headers of a notice that is sent now. */
  sign?(world: World, notice: OwedNotice, raw: string, unixSeconds: number): Record<string, string>;
}

/** Everything that a part of the simulator may need of the others. Each wallet is a world with a state of its own. */
export interface World {
  settings: Settings;
  wallet: Wallet;
  credentials: Record<CredentialName, string>;
  state: State;
  rails: Readonly<Record<RailName, SimulatedRail>>;
  rules: Rule[];
  /** Until when a rail answers nothing, and how it does so. */
  outages: Map<RailName, { until: number; by: 'reset' | '503' }>;
  /** What a rail takes for a movement at our expense, by `rail collection` and `rail payout`; nothing where it was not told. */
  fees: Map<string, { flatBututs: bigint; bps: number }>;
  /** Until when a wallet looks empty. */
  shortUntil: Map<RailName, number>;
  /** When the name of a number was asked for, and until when nothing is said of it; by the number. */
  nameChecks: Map<string, { at: number[]; silentUntil: number }>;
  /** Until when look-ups do not know a payment or a payout, by its id. */
  behind: Map<string, number>;
  /** Until when look-ups take back what was said of one, by its id. */
  takenBack: Map<string, { until: number; as: Lie }>;
  /** The ids that were told in a true answer; and those of them that were said to be paid. */
  told: Set<string>;
  toldPaid: Set<string>;
  /** Without a slash at its end. */
  origin: string;
  now(): number;
  isClosed(): boolean;
  /** In the book, then in the state. */
  record(line: NewLine): void;
  /** Runs it later, unless the simulator is closed before. */
  later(ms: number, work: () => void): void;
  /** What the seed is mixed with. */
  subjectOf(thing: Subject): string;
  /** What time and the people behind a number do to it from now on. */
  follow(about: Payment | Payout): void;
  /** Queues what the rail tells of this. */
  tell(happening: Happening | 'opened', about: Payment | Payout): void;
  /** Resolves when what was told of this was tried once, but in three seconds at the latest. */
  toldOnce(about: string): Promise<void>;
}

export interface Subject {
  reference?: string | null | undefined;
  amount?: string | null | undefined;
  mobile?: string | null | undefined;
}

export const currency = 'GMD';
