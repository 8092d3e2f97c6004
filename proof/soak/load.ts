import { closeSync, fsync, openSync, write } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { chanceOf, pick } from '#simulator/chance';
import type { Gateway, Rails } from './stage.ts';

// The merchants and their customers: what they ask the gateway for over its API, each with a live key, as an SDK does
// that repeats what it got no plain answer to. What they ask for is a pure function of the seed and the number.

export interface Shop {
  clientId: string;
  key: string;
}

/** What the log of requests holds: one line before each request leaves, one for its plain answer. */
export type RequestLine = {
  at: number;
  clientId: string;
  type: 'collection' | 'payout' | 'refund';
  reference: string;
} & (
  | { kind: 'asked'; amount: string; provider: string; mobile: string | null }
  | { kind: 'answered'; transactionId: string; status: string }
  | { kind: 'refused'; http: number; code: string }
  // The same reference with another amount, which must never be accepted.
  | { kind: 'changed'; amount: string }
  | { kind: 'changed_accepted'; transactionId: string; status: string }
  | { kind: 'changed_refused'; http: number; code: string }
);

export interface LoadPlan {
  payments: number;
  seed: number;
  /** Operations that begin in a second, at most. */
  mostPerSecond: number;
  /** They begin at that rate whatever becomes of those before; else it follows what the machine bears. */
  isOpen?: boolean;
  /** Shares of the operations: payouts sent once more with another amount, and reads of a status besides. */
  changedShare?: number;
  /** People take a quarter of their time, and nobody waits a minute for another one-time password. */
  isBrief?: boolean;
  readShare?: number;
  /** Shares of the paid collections that are refunded, whole or in part, and of the payouts that are to be cancelled. */
  refundShare?: number;
  cancelShare?: number;
  shops: Shop[];
  gateways: readonly Gateway[];
  rails: Rails;
  /** The file of the log of requests. */
  log: string;
  /** Told how many operations have begun, about every second. */
  onProgress(begun: number, perSecond: number, underWay: number): void;
}

export interface LoadReport {
  collections: number;
  payouts: number;
  requests: number;
  /** Requests that were lost with their connection, or got 5xx or 429, and were repeated. */
  repeated: number;
  acknowledged: number;
  refused: Record<string, number>;
  /** Operations that never got a plain answer. */
  unanswered: number;
  otps: Record<string, number>;
  /** The same reference with another amount: sent, and refused as it must be. */
  changed: number;
  changedRefused: number;
  reads: number;
  /** Asked for, of collections that were told to be paid; and payouts that were cancelled, as it was told. */
  refunds: number;
  cancelled: number;
  /** Each acknowledged write, in milliseconds of the system clock: when it was first asked for, and acknowledged. */
  acknowledgements: { askedAt: number; at: number }[];
  seconds: number;
  initiationMs: number[];
}

/** Collections alone at first, so that there is something to pay out. */
const collectionsOnlyShare = 0.12;
const payoutShare = 0.36;
const collectionRails = [
  ['PROVIDER_W', 35],
  ['PROVIDER_A', 22],
  ['PROVIDER_C', 25],
  ['PROVIDER_C_CARD', 18],
] as const;
const payoutRails = [
  ['PROVIDER_W', 45],
  ['PROVIDER_A', 22],
  ['PROVIDER_C', 33],
] as const;
const otpHabits = [
  ['right', 70],
  ['wrong_first', 10],
  ['always_wrong', 3],
  ['resend', 4],
  ['never', 7],
  ['cancel', 6],
] as const;

const mostUnderWay = 400;
const mostTries = 25;
/** A customer who is not told where to pay asks so often, for about two minutes. */
const mostLooks = 40;
/** Longer than the gateway waits for a rail. */
const requestTimeoutMs = 45_000;
const calmMs = 250;
const strainedMs = 900;

interface Wanted {
  index: number;
  shop: Shop;
  type: RequestLine['type'];
  provider: string;
  amount: string;
  mobile: string;
  reference: string;
  /** Of a refund: the id of the collection. */
  collection?: string;
  /** Equal requests that are sent at the same time. */
  copies: number;
}

interface Told {
  transaction_id: string;
  status: string;
  redirect_url?: string | null;
  next_action?: {
    type: string;
    show_card_page?: { url: string };
    submit_otp?: { attempts_remaining: number; resend_after: string };
  } | null;
}

/** Pure: the operation with this number. */
export function wantedAt(index: number, plan: Pick<LoadPlan, 'payments' | 'seed' | 'shops'>): Wanted {
  const chance = (what: string) => chanceOf(plan.seed, 'soak', what, index);
  const isPayout = index >= plan.payments * collectionsOnlyShare && chance('type') < payoutShare;
  const provider = isPayout ? pick(chance('rail'), payoutRails) : pick(chance('rail'), collectionRails);
  // A wage that is paid a second time: nothing but its reference tells it from the one before.
  const twin = isPayout && provider === 'PROVIDER_A' && chance('twin') < 0.3 ? index - (index % 40) : index;
  const digits = String(twin).padStart(6, '0');
  const mobile = twin % 9 === 0 ? `87${digits.padStart(7, '0')}` : `${twin % 2 === 0 ? '7' : '3'}${digits}`;
  // Each amount is there once, so that the rails' seed, which is mixed with it, tells the operations apart.
  const bututs = (isPayout ? 20_00 : 1_000_00) + twin;
  return {
    index,
    shop: plan.shops[Math.floor(chance('shop') * plan.shops.length)]!,
    type: isPayout ? 'payout' : 'collection',
    provider,
    amount: `${Math.floor(bututs / 100)}.${String(bututs % 100).padStart(2, '0')}`,
    mobile: `+220${mobile}`,
    reference: `soak-${plan.seed}-${index}`,
    copies: chance('copies') < 0.1 ? 2 + Math.floor(chance('how many') * 4) : 1,
  };
}

/** Begins all operations at a rate that follows what the machine bears, and waits until the last customer is done. */
export async function runLoad(plan: LoadPlan): Promise<LoadReport> {
  const load = new Load(plan);
  return load.run();
}

class Load {
  readonly #plan: LoadPlan;
  readonly #log: RequestLog;
  readonly #agent = new Agent({ connections: 256, pipelining: 1, keepAliveTimeout: 4_000 });
  readonly #report: LoadReport = {
    collections: 0,
    payouts: 0,
    requests: 0,
    repeated: 0,
    acknowledged: 0,
    refused: {},
    unanswered: 0,
    otps: {},
    changed: 0,
    changedRefused: 0,
    reads: 0,
    refunds: 0,
    cancelled: 0,
    acknowledgements: [],
    seconds: 0,
    initiationMs: [],
  };
  #recentMs: number[] = [];

  constructor(plan: LoadPlan) {
    this.#plan = plan;
    this.#log = openLog(plan.log);
  }

  async run(): Promise<LoadReport> {
    const { payments, mostPerSecond, onProgress, isOpen = false } = this.#plan;
    const startedAt = performance.now();
    const underWay = new Set<Promise<void>>();
    let perSecond = isOpen ? mostPerSecond : Math.min(10, mostPerSecond);
    const most = isOpen ? Number.POSITIVE_INFINITY : mostUnderWay;
    let due = performance.now();
    let looked = performance.now();
    for (let index = 0; index < payments; index++) {
      due += 1000 / perSecond;
      while (performance.now() < due || underWay.size >= most) {
        if (underWay.size >= most) due = performance.now();
        await sleep(Math.max(2, Math.min(50, due - performance.now())));
      }
      const work = this.#do(wantedAt(index, this.#plan)).finally(() => underWay.delete(work));
      underWay.add(work);
      if (performance.now() - looked > 1_000) {
        looked = performance.now();
        if (!isOpen) perSecond = Math.min(mostPerSecond, Math.max(5, perSecond * this.#breath()));
        onProgress(index + 1, perSecond, underWay.size);
      }
    }
    await Promise.all(underWay);
    await this.#agent.close();
    await this.#log.close();
    this.#report.seconds = (performance.now() - startedAt) / 1000;
    return this.#report;
  }

  /** By how much to go faster or slower. The median is blind to the rails that keep us waiting. */
  #breath(): number {
    const sorted = this.#recentMs.toSorted((a, b) => a - b);
    this.#recentMs = [];
    const median = sorted[Math.floor(sorted.length / 2)] ?? calmMs;
    if (median > strainedMs) return 0.7;
    return median < calmMs ? 1.12 : 1;
  }

  async #do(wanted: Wanted): Promise<void> {
    if (wanted.type === 'payout') this.#report.payouts++;
    else this.#report.collections++;
    const all = await Promise.all(Array.from({ length: wanted.copies }, () => this.#initiate(wanted)));
    const told = all.find((each) => each !== undefined);
    if (told === undefined) return;
    const chance = (what: string) => chanceOf(this.#plan.seed, 'soak', what, wanted.index);
    const { changedShare = 0, readShare = 0, refundShare = 0, cancelShare = 0 } = this.#plan;
    if (wanted.type === 'payout' && chance('cancelled') < cancelShare) await this.#cancelPayout(wanted, told);
    if (wanted.type === 'payout' && chance('changed') < changedShare) await this.#change(wanted);
    if (chance('read') < readShare) {
      this.#report.reads++;
      await this.#status(wanted);
    }
    const visited = wanted.type === 'collection' ? this.#visit(wanted, told) : undefined;
    if (told.next_action?.type === 'submit_otp') await this.#answerOtp(wanted, told);
    else if (wanted.type === 'collection' && chance('cancel') < 0.03) {
      await this.#think(500 + 4_000 * chance('when'));
      await this.#call(wanted.shop, 'POST', `/collections/${told.transaction_id}/cancel`, {});
    } else if (chance('look') < 0.25) {
      await this.#think(500 + 6_000 * chance('when'));
      await this.#status(wanted);
    }
    // A merchant whose own record of the answer was lost asks once more, much later.
    if (chance('again') < 0.03) {
      await this.#think(5_000 + 5_000 * chance('when'));
      await this.#initiate(wanted);
    }
    await visited;
    // A card takes nothing back, and has no payouts.
    const isRefundable = wanted.type === 'collection' && wanted.provider !== 'PROVIDER_C_CARD';
    if (isRefundable && chance('refunded') < refundShare) await this.#refund(wanted, told.transaction_id);
  }

  /** The goods come back, some seconds after they were paid: all of them, which a rail may give back itself, or some. */
  async #refund(wanted: Wanted, collection: string): Promise<void> {
    const chance = (what: string) => chanceOf(this.#plan.seed, 'soak', what, wanted.index);
    let present: Told | undefined;
    for (let looks = 0; looks < mostLooks && present?.status !== 'SUCCEEDED'; looks++) {
      await this.#think(1_000 + 2_000 * Math.random());
      present = await this.#status(wanted);
      if (present !== undefined && present.status !== 'PENDING' && present.status !== 'SUCCEEDED') return;
    }
    if (present?.status !== 'SUCCEEDED') return;
    const whole = Math.round(Number(wanted.amount) * 100);
    const bututs = chance('whole') < 0.6 ? whole : Math.ceil(whole * chance('part'));
    const refund = {
      ...wanted,
      ...{ type: 'refund' as const, collection, reference: `${wanted.reference}-back` },
      amount: `${Math.floor(bututs / 100)}.${String(bututs % 100).padStart(2, '0')}`,
    };
    this.#report.refunds++;
    await Promise.all(Array.from({ length: wanted.copies }, () => this.#initiate(refund)));
  }

  /** Whoever hears that it is under way may have second thoughts. */
  async #cancelPayout({ shop }: Wanted, told: Told): Promise<void> {
    if (told.status !== 'PENDING' && told.status !== 'AWAITING_LIQUIDITY') return;
    const answer = await this.#call(shop, 'POST', `/payouts/${told.transaction_id}/cancel`, {});
    if (answer?.status === 200) this.#report.cancelled++;
  }

  /** The customer goes where the gateway says, once it says so; and pays, declines or goes away there by the rails' seed. */
  async #visit(wanted: Wanted, told: Told): Promise<void> {
    let present: Told | undefined = told;
    for (let looks = 0; looks < mostLooks; looks++) {
      const page = present?.redirect_url ?? present?.next_action?.show_card_page?.url;
      const isOver =
        present !== undefined && (present.status !== 'PENDING' || present.next_action?.submit_otp);
      if (!page && isOver) return;
      if (page) {
        const seen = await request(page, { dispatcher: this.#agent }).catch(() => undefined);
        await seen?.body.dump().catch(() => {});
        if (seen?.statusCode === 200) return;
      }
      await this.#think(2_000 + 2_000 * Math.random());
      present = await this.#status(wanted);
    }
  }

  /** Asks until there is a plain answer, as an SDK does; each time the same request. */
  async #initiate(wanted: Wanted): Promise<Told | undefined> {
    const { shop, type, reference, amount, provider, mobile, collection } = wanted;
    const about = { clientId: shop.clientId, type, reference } as const;
    const path = type === 'refund' ? '/refunds' : `/${type}s/initiate`;
    const body =
      type === 'refund'
        ? { collection, amount, client_reference: reference }
        : type === 'payout'
          ? { amount, currency: 'GMD', client_reference: reference, provider, recipient_mobile: mobile }
          : {
              amount,
              currency: 'GMD',
              client_reference: reference,
              provider,
              customer_name: 'Awa Ceesay ŋ',
              customer_mobile: mobile,
              metadata: { till: String(wanted.index % 7) },
            };
    const askedAt = Date.now();
    for (let tries = 1; tries <= mostTries; tries++) {
      await this.#log.write({ at: Date.now(), ...about, kind: 'asked', amount, provider, mobile });
      const startedAt = performance.now();
      const answer = await this.#send(shop, 'POST', path, body);
      if (answer !== undefined) {
        this.#recentMs.push(performance.now() - startedAt);
        if (answer.status === 200) {
          const told = (answer.body as { data: Told }).data;
          this.#report.acknowledged++;
          this.#report.initiationMs.push(performance.now() - startedAt);
          const { transaction_id: transactionId, status } = told;
          const at = Date.now();
          this.#report.acknowledgements.push({ askedAt, at });
          await this.#log.write({ at, ...about, kind: 'answered', transactionId, status });
          return told;
        }
        const code = codeOf(answer.body);
        const isShort = code === 'INSUFFICIENT_BALANCE';
        if (answer.status < 500 && answer.status !== 429 && !(isShort && tries < mostTries)) {
          count(this.#report.refused, `${answer.status} ${code}`);
          await this.#log.write({ at: Date.now(), ...about, kind: 'refused', http: answer.status, code });
          return undefined;
        }
      }
      this.#report.repeated++;
      await sleep(Math.min(4_000, 200 * 2 ** tries) * (0.5 + Math.random()));
    }
    this.#report.unanswered++;
    return undefined;
  }

  /** One butut more under the same reference, once; an answer that is lost is not asked for again. */
  async #change({ shop, type, reference, amount, provider, mobile }: Wanted): Promise<void> {
    const about = { clientId: shop.clientId, type, reference } as const;
    const other = `${amount.slice(0, -1)}${(Number(amount.slice(-1)) + 1) % 10}`;
    this.#report.changed++;
    await this.#log.write({ at: Date.now(), ...about, kind: 'changed', amount: other });
    const answer = await this.#send(shop, 'POST', `/${type}s/initiate`, {
      amount: other,
      currency: 'GMD',
      client_reference: reference,
      provider,
      recipient_mobile: mobile,
    });
    if (answer?.status === 200) {
      const { transaction_id: transactionId, status } = (answer.body as { data: Told }).data;
      await this.#log.write({ at: Date.now(), ...about, kind: 'changed_accepted', transactionId, status });
    } else if (answer !== undefined) {
      const code = codeOf(answer.body);
      if (code === 'DUPLICATE_REFERENCE') this.#report.changedRefused++;
      await this.#log.write({
        at: Date.now(),
        ...about,
        kind: 'changed_refused',
        http: answer.status,
        code,
      });
    }
  }

  /** The customer with the SMS, who may be wrong, slow or gone. */
  async #answerOtp(wanted: Wanted, told: Told): Promise<void> {
    const { shop, mobile } = wanted;
    const chance = (what: string) => chanceOf(this.#plan.seed, 'soak', what, wanted.index);
    const habit = pick(chance('otp'), otpHabits);
    const path = `/collections/${told.transaction_id}/otp`;
    count(this.#report.otps, habit);
    await this.#think(300 + 2_500 * chance('otp time'));
    if (habit === 'never') return;
    if (habit === 'cancel') {
      await this.#call(shop, 'POST', `/collections/${told.transaction_id}/cancel`, {});
      return;
    }
    if (habit === 'resend' && !this.#plan.isBrief) {
      await this.#think(60_500);
      await this.#call(shop, 'POST', `${path}/resend`, {});
    }
    for (let tries = 0; tries < 8; tries++) {
      const right = await this.#lastCode(mobile);
      const isWrong = habit === 'always_wrong' || (habit === 'wrong_first' && tries === 0);
      const otp = isWrong || right === undefined ? wrongOf(right ?? '000000') : right;
      const answer = await this.#send(shop, 'POST', path, { otp });
      count(
        this.#report.otps,
        answer === undefined ? 'lost' : `${answer.status} ${codeOf(answer.body)}`.trim(),
      );
      if (answer !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        if (codeOf(answer.body) !== 'INVALID_OTP') return;
      }
      // Nothing plain was heard: the page shows what the status says, and offers another try where there is one.
      await this.#think(answer?.status === 200 ? 4_000 : 1_000 + 2_000 * Math.random());
      const now = await this.#status(wanted);
      if (now === undefined || now.status !== 'PENDING') return;
      if ((now.next_action?.submit_otp?.attempts_remaining ?? 0) <= 0) return;
    }
  }

  /** Whichever of our wallets it is for. */
  async #lastCode(mobile: string): Promise<string | undefined> {
    const { control, settings2 } = this.#plan.rails;
    const sent = await Promise.all(
      (settings2 === undefined ? [1] : [1, 2]).map((wallet) =>
        control<{ code: string; sent_at: string }>(
          `/sms?mobile=${encodeURIComponent(mobile)}&wallet=${wallet}`,
        ),
      ),
    );
    const known = sent.filter((each) => each !== undefined);
    return known.toSorted((a, b) => (a.sent_at < b.sent_at ? 1 : -1))[0]?.code;
  }

  /** As long as people take. */
  #think(ms: number): Promise<void> {
    return sleep(this.#plan.isBrief ? ms / 4 : ms);
  }

  async #status({ shop, type, reference }: Wanted): Promise<Told | undefined> {
    const answer = await this.#call(shop, 'GET', `/${type}s/status/${encodeURIComponent(reference)}`);
    return answer?.status === 200 ? (answer.body as { data: Told }).data : undefined;
  }

  /** What may be asked again without harm, until there is an answer. */
  async #call(shop: Shop, method: 'GET' | 'POST', path: string, body?: object) {
    for (let tries = 1; tries <= 6; tries++) {
      const answer = await this.#send(shop, method, path, body);
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer;
      await sleep(Math.min(3_000, 300 * 2 ** tries) * (0.5 + Math.random()));
    }
    return undefined;
  }

  /** One that is up, as a load balancer would choose it. While all are starting, a client waits. */
  async #gateway(): Promise<Gateway> {
    for (;;) {
      const up = this.#plan.gateways.filter((each) => each.isUp);
      const gateway = up[Math.floor(Math.random() * up.length)];
      if (gateway) return gateway;
      await sleep(200);
    }
  }

  /** Undefined: no answer came, and what was done is not known. */
  async #send(shop: Shop, method: 'GET' | 'POST', path: string, body?: object) {
    const gateway = await this.#gateway();
    this.#report.requests++;
    try {
      const response = await request(`${gateway.origin}/api/v1${path}`, {
        method,
        dispatcher: this.#agent,
        headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
        headersTimeout: requestTimeoutMs,
        bodyTimeout: requestTimeoutMs,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.statusCode, body: (await response.body.json()) as unknown };
    } catch {
      return undefined;
    }
  }
}

function codeOf(body: unknown): string {
  const { error, code } = body as { error?: { code?: string } | string; code?: string };
  if (code !== undefined) return code;
  return typeof error === 'object' ? (error.code ?? '') : '';
}

function wrongOf(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

interface RequestLog {
  /** Resolves when the line is on the disk. */
  write(line: RequestLine): Promise<void>;
  close(): Promise<void>;
}

/** Lines that come while the disk is busy share the next sync. */
function openLog(file: string): RequestLog {
  const descriptor = openSync(file, 'a');
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const flush = async () => {
    const lines = waiting;
    waiting = [];
    next = undefined;
    await promisify(write)(descriptor, Buffer.from(lines.join('')));
    await promisify(fsync)(descriptor);
  };
  return {
    write(line) {
      waiting.push(`${JSON.stringify(line)}\n`);
      if (next === undefined) {
        next = last.then(flush);
        last = next;
      }
      return next;
    },
    async close() {
      await last;
      closeSync(descriptor);
    },
  };
}
