/**
 * A mock of the four live rails, written from docs/rails/wire.md alone. It shares nothing with the product or its
 * simulator. It keeps a book of the money that it really moved, wallet by wallet (the credentials decide the wallet),
 * and a list of lies: for a subject (a mobile, or an amount) and a call, act or not, then answer badly.
 *
 * Money is in bututs, as whole numbers.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type Rail = 'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD';

/** One line of the book: money that moved at the rail, whatever was answered. */
export type Moved = {
  rail: Rail;
  wallet: string;
  kind: 'collection' | 'payout' | 'return';
  /** The rail's own name of the payment, unique here even where the answer lies about it. */
  id: string;
  reference: string | null;
  mobile: string;
  amount: number;
  at: string;
};

/** One line of what was asked, in order; it moves nothing. */
export type Asked = {
  op: string;
  wallet: string;
  subject: string[];
  key: string | null;
  lie: string | null;
  status: number;
  at: number;
};

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
type Bad =
  | 'html403'
  | 'json401'
  | 'json429'
  | 'redirect302'
  | 'html200'
  | 'empty200'
  | 'html502'
  | 'endless'
  | 'cut'
  | 'timeout';
export type Lie = {
  /** The call: `w.payout`, `a.send`, … */
  op: string;
  /** A mobile in any form, or an amount such as `90.00`. */
  subject: string;
  /** How often; 1 by itself, Infinity until it is taken away. */
  times?: number;
  /** Whether the rail does what it was asked before it answers badly. */
  acts?: boolean;
  /** Only where the key (or the charge) was seen before. */
  onRepeat?: boolean;
  /** Only at this wallet. */
  wallet?: string;
  /** Wait so long before answering. */
  delayMs?: number;
  answer?: Bad | Answer | ((real: Answer) => Answer | Bad);
};

type Session = {
  id: string;
  wallet: string;
  reference: string;
  amount: number;
  currency: string;
  status: 'open' | 'complete' | 'expired';
  txn: string | null;
  created: number;
};
type Payout = {
  rail: Rail;
  wallet: string;
  id: string;
  key: string | null;
  reference: string | null;
  amount: number;
  mobile: string;
  status: string;
  at: number;
};
type Intent = {
  id: string;
  secret: string;
  wallet: string;
  reference: string;
  amount: number;
  status: string;
  txn: string | null;
  created: number;
};
type Charge = { wallet: string; id: string; amount: number; mobile: string; status: string };
type Order = { wallet: string; id: string; amount: number; currency: string; status: string };

export const WEB_PAGE =
  '<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1>nginx</body></html>';
const MINUTE = 60_000;
const cents = (amount: unknown) => Math.round(Number(amount) * 100);
const text = (amount: number) => (amount / 100).toFixed(2);
const last7 = (mobile: string) => mobile.replace(/\D/g, '').replace(/^220(?=\d{7,9}$)/, '');

export class MockRails {
  /** What a rail really moved, in order. */
  book: Moved[] = [];
  asked: Asked[] = [];
  lies: Lie[] = [];
  /** Credentials to wallets: of W and C the bearer, of A `username/mobile/password`, of the card `merchant/password`. */
  wallets = new Map<string, string>();
  /** What a W wallet says it holds; others do not tell. */
  balances = new Map<string, number>();
  /** Mobiles or amounts whose payouts the wallet is short for, while they are in here. */
  short = new Set<string>();
  /** References (or `*`) that W's searches do not show yet. */
  behind = new Set<string>();
  /** The one-time password of every customer. */
  otp = '482913';

  private server: Server;
  private sessions: Session[] = [];
  private payouts: Payout[] = [];
  private intents: Intent[] = [];
  private charges: Charge[] = [];
  private orders: Order[] = [];
  private tokens = new Map<string, string>();
  private requests = new Map<string, string>();
  private authorized = new Map<string, string>();
  private counter = 0;

  constructor() {
    this.server = createServer((request, response) => {
      this.take(request, response).catch((error) => {
        process.stderr.write(`mock-rails: ${error instanceof Error ? error.stack : error}\n`);
        response.destroy();
      });
    });
    this.server.keepAliveTimeout = 30_000;
  }

  listen(port: number) {
    return new Promise<void>((done) => this.server.listen(port, '127.0.0.1', done));
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(done));
  }

  lie(lie: Lie) {
    this.lies.push({ times: 1, acts: true, ...lie });
    return lie;
  }

  /** Takes away the lies about a subject. */
  honest(subject: string) {
    this.lies = this.lies.filter((lie) => !same(lie.subject, subject));
    this.short.delete(subject);
  }

  /** What the book says of a subject: how much went out of, or came into, which wallets. */
  moved(kind: Moved['kind'], rail: Rail, subject: string) {
    return this.book.filter(
      (line) =>
        line.kind === kind &&
        line.rail === rail &&
        (same(line.mobile, subject) || line.reference === subject || same(text(line.amount), subject)),
    );
  }

  calls(op: string, subject: string) {
    return this.asked.filter((line) => line.op === op && line.subject.some((one) => same(one, subject)));
  }

  // ---- What the world does: customers pay, rails take back.

  /** A customer pays the W session of a reference, in full or, `amount`, in part. */
  payW(reference: string, amount?: number) {
    const session = this.sessions.findLast((one) => one.reference === reference);
    if (session?.status !== 'open') {
      return null;
    }
    session.status = 'complete';
    session.txn = `T_${this.next()}`;
    if (amount !== undefined) {
      session.amount = amount;
    }
    this.move('PROVIDER_W', session.wallet, 'collection', session.txn, reference, '', session.amount);
    return this.showSession(session);
  }

  payC(reference: string, amount?: number) {
    const intent = this.intents.findLast((one) => one.reference === reference);
    if (!intent || intent.status === 'successful') {
      return null;
    }
    intent.status = 'successful';
    intent.txn = `MP-${this.next()}`;
    if (amount !== undefined) {
      intent.amount = amount;
    }
    this.move('PROVIDER_C', intent.wallet, 'collection', intent.txn, reference, '', intent.amount);
    return this.showIntent(intent);
  }

  payCard(id: string) {
    const order = this.orders.find((one) => one.id === id);
    if (!order || order.status === 'CAPTURED') {
      return null;
    }
    order.status = 'CAPTURED';
    this.move('PROVIDER_C_CARD', order.wallet, 'collection', id, id, '', order.amount);
    return this.showOrder(order);
  }

  /** The rail gives a payout back, whenever that is. */
  giveBack(reference: string) {
    const payout = this.payouts.find((one) => one.reference === reference);
    if (payout?.status !== 'succeeded' && payout?.status !== 'completed') {
      return null;
    }
    payout.status = 'reversed';
    this.move(
      payout.rail,
      payout.wallet,
      'return',
      payout.id,
      payout.reference,
      payout.mobile,
      payout.amount,
    );
    return payout.rail === 'PROVIDER_W' ? this.showPayout(payout) : this.showTransfer(payout);
  }

  /** The rail pays what it had refused before, or had not done. */
  payAfterAll(rail: Rail, reference: string, mobile: string, amount: number, wallet: string) {
    let payout = this.payouts.find((one) => one.reference === reference && one.rail === rail);
    if (!payout) {
      const id = rail === 'PROVIDER_W' ? `pt-${this.next()}` : `TR-${this.next()}`;
      payout = { rail, wallet, id, key: null, reference, amount, mobile, status: '', at: Date.now() };
      this.payouts.push(payout);
    }
    payout.status = rail === 'PROVIDER_W' ? 'succeeded' : 'completed';
    this.move(rail, wallet, 'payout', payout.id, reference, mobile, amount);
    return rail === 'PROVIDER_W' ? this.showPayout(payout) : this.showTransfer(payout);
  }

  /** A status that goes back, or on, without any money. */
  say(reference: string, status: string) {
    for (const one of [...this.payouts, ...this.intents]) {
      if (one.reference === reference) {
        one.status = status;
      }
    }
  }

  /** A payment in the rail's own form, by its reference (an intent also by its secret), as a notice bears it. */
  shown(reference: string): Record<string, unknown> {
    const session = this.sessions.findLast((one) => one.reference === reference);
    const intent = this.intents.findLast((one) => one.reference === reference || one.secret === reference);
    const payout = this.payoutOf(reference);
    return session
      ? this.showSession(session)
      : intent
        ? this.showIntent(intent)
        : payout?.rail === 'PROVIDER_C'
          ? this.showTransfer(payout)
          : payout
            ? this.showPayout(payout)
            : {};
  }

  payoutOf(reference: string) {
    return this.payouts.find((one) => one.reference === reference);
  }

  intentOf(reference: string) {
    return this.intents.findLast((one) => one.reference === reference);
  }

  // ---- Notices

  async notify(rail: Rail, base: string, secret: string, body: unknown, skewMs = 0) {
    const raw = JSON.stringify(body);
    const seconds = Math.floor((Date.now() + skewMs) / 1000);
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (rail === 'PROVIDER_W') {
      headers['wave-signature'] = `t=${seconds},v1=${hmac('sha256', secret, `${seconds}${raw}`)}`;
    } else if (rail === 'PROVIDER_C') {
      headers['x-modem-signature'] = hmac('sha512', secret, raw);
    } else {
      headers['x-notification-id'] = randomUUID();
      headers['x-notification-attempt'] = '1';
      headers['x-notification-timestamp'] = String(seconds);
      headers['x-notification-signature'] = hmac('sha512', secret, `${seconds}.${raw}`);
    }
    const answer = await fetch(`${base}/rails/${rail}/notify`, { method: 'POST', headers, body: raw });
    return answer.status;
  }

  // ---- The wire

  private async take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const raw = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://mock');
    const body = raw ? (JSON.parse(raw) as Record<string, unknown>) : {};
    const route = this.route(request.method ?? '', url, body, request);
    if (!route) {
      return send(response, {
        status: 404,
        body: { code: 'not-found', message: `no ${request.method} ${url.pathname}` },
      });
    }
    const { op, wallet, subject, key, seen, act, forbidden } = route;
    const line: Asked = { op, wallet: wallet ?? '', subject, key, lie: null, status: 0, at: Date.now() };
    this.asked.push(line);
    if (wallet === undefined) {
      line.status = 401;
      return send(response, { status: 401, body: forbidden });
    }
    const lie = this.lies.find(
      (one) =>
        one.op === op &&
        (one.times ?? 1) > 0 &&
        subject.some((mine) => same(mine, one.subject)) &&
        (!one.onRepeat || seen) &&
        (one.wallet === undefined || one.wallet === wallet),
    );
    let answer: Answer | Bad;
    if (lie) {
      lie.times = (lie.times ?? 1) - 1;
      const real = lie.acts === false ? { status: 200, body: {} } : act();
      const told = lie.answer ?? real;
      answer = typeof told === 'function' ? (told(real) ?? real) : told;
      line.lie = typeof answer === 'string' ? answer : `${answer.status}`;
      if (lie.delayMs) {
        await new Promise((done) => setTimeout(done, lie.delayMs));
      }
    } else {
      answer = act();
    }
    line.status = typeof answer === 'string' ? 0 : answer.status;
    send(response, answer, forbidden);
  }

  private route(method: string, url: URL, body: Record<string, unknown>, request: IncomingMessage) {
    const path = url.pathname;
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    const as = (
      op: string,
      wallet: string | undefined,
      subject: string[],
      act: () => Answer,
      seen = false,
    ) => ({
      op,
      wallet,
      subject: subject.filter(Boolean),
      key,
      seen,
      act,
      forbidden: op.startsWith('w.')
        ? { code: 'no-matching-api-key', message: 'No matching API key' }
        : op.startsWith('c.')
          ? { message: 'Unauthorized', statusCode: 401 }
          : op.startsWith('a.')
            ? { success: false, message: 'Unauthenticated' }
            : { result: 'ERROR', error: { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials' } },
    });
    const ofSession = (one?: Session) => (one ? [one.reference, text(one.amount)] : []);
    const ofPayout = (one?: Payout) => (one ? [one.reference ?? '', one.mobile, text(one.amount)] : []);

    // PROVIDER_W
    const w = this.wallets.get(`w:${bearer}`);
    let hit: RegExpExecArray | null;
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      return as('w.open', w, [String(body.client_reference), String(body.amount)], () =>
        this.openW(w ?? '', body),
      );
    }
    if (method === 'GET' && path === '/v1/checkout/sessions/search') {
      const ref = url.searchParams.get('client_reference') ?? '';
      const found = this.sessions.filter((one) => one.reference === ref && one.wallet === w).reverse();
      return as('w.search', w, [ref, ...ofSession(found[0])], () => ({
        status: 200,
        body: { result: this.hidden(ref) ? [] : found.map((one) => this.showSession(one)) },
      }));
    }
    hit = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(path);
    if (hit) {
      const session = this.sessions.find((one) => one.id === hit?.[1] && one.wallet === w);
      if (hit[2]) {
        return as('w.expire', w, ofSession(session), () => this.expireW(session));
      }
      return as('w.session', w, ofSession(session), () =>
        session
          ? { status: 200, body: this.showSession(session) }
          : { status: 404, body: { code: 'checkout-session-not-found', message: 'Not found' } },
      );
    }
    if (method === 'POST' && path === '/v1/payout') {
      const seen = this.payouts.some((one) => one.key === key && one.wallet === w);
      const subject = [String(body.client_reference), String(body.mobile), String(body.receive_amount)];
      return as('w.payout', w, subject, () => this.payoutW(w ?? '', key, body), seen);
    }
    if (method === 'GET' && path === '/v1/payouts/search') {
      const ref = url.searchParams.get('client_reference') ?? '';
      const found = this.payouts.filter((one) => one.reference === ref && one.wallet === w);
      return as('w.payoutSearch', w, [ref, ...ofPayout(this.payoutOf(ref))], () => ({
        status: 200,
        body: { result: this.hidden(ref) ? [] : found.map((one) => this.showPayout(one)) },
      }));
    }
    hit = /^\/v1\/payout\/([^/]+)(\/reverse)?$/.exec(path);
    if (hit) {
      const payout = this.payouts.find((one) => one.id === hit?.[1] && one.wallet === w);
      if (hit[2]) {
        return as('w.reverse', w, ofPayout(payout), () => {
          if (payout?.status === 'reversed') {
            return { status: 200 };
          }
          return this.giveBack(payout?.reference ?? '')
            ? { status: 200 }
            : { status: 409, body: { code: 'payout-not-succeeded', message: 'Not succeeded' } };
        });
      }
      return as('w.payoutGet', w, ofPayout(payout), () =>
        payout
          ? { status: 200, body: this.showPayout(payout) }
          : { status: 404, body: { code: 'payout-not-found', message: 'Not found' } },
      );
    }
    if (method === 'GET' && path === '/v1/balance') {
      return as('w.balance', w, [], () => ({
        status: 200,
        body: { amount: text(this.balances.get(w ?? '') ?? 0), currency: 'GMD' },
      }));
    }
    if (method === 'GET' && path === '/v1/transactions') {
      return as('w.statement', w, [], () => ({ status: 200, body: this.statementW(w ?? '', url) }));
    }

    // PROVIDER_C
    const c = this.wallets.get(`c:${bearer}`);
    if (method === 'POST' && path === '/v1/payments') {
      const data = body.data as Record<string, unknown>;
      const ref = String((data.metadata as Record<string, unknown>)?.reference);
      return as('c.open', c, [ref, String(data.amount)], () => this.openC(c ?? '', ref, data));
    }
    if (method === 'GET' && path === '/v1/payments/verify') {
      const intent = this.intents.find(
        (one) => one.secret === url.searchParams.get('intent_secret') && one.wallet === c,
      );
      return as('c.verify', c, intent ? [intent.reference, text(intent.amount)] : [], () =>
        intent
          ? { status: 200, body: { status: true, data: this.showIntent(intent) } }
          : { status: 404, body: { message: 'Not found', statusCode: 404 } },
      );
    }
    if (method === 'POST' && path === '/v1/transfers') {
      const ref = String((body.metadata as Record<string, unknown>)?.reference);
      const seen = this.payouts.some((one) => one.key === key && one.wallet === c);
      const subject = [ref, String(body.account_number), String(body.amount)];
      return as('c.transfer', c, subject, () => this.transferC(c ?? '', key, ref, body), seen);
    }
    hit = /^\/v1\/transfers\/([^/]+)$/.exec(path);
    if (hit) {
      const payout = this.payouts.find((one) => one.id === hit?.[1] && one.wallet === c);
      return as('c.transferGet', c, ofPayout(payout), () =>
        payout
          ? { status: 200, body: this.showTransfer(payout) }
          : { status: 404, body: { message: 'Not found', statusCode: 404 } },
      );
    }

    // PROVIDER_A
    if (path === '/api/v1/login') {
      const wallet = this.wallets.get(`a:${body.username}/${last7(String(body.mobile))}/${body.password}`);
      return as('a.login', wallet, [String(body.mobile)], () => {
        const token = `tok-${this.next()}`;
        this.tokens.set(token, wallet ?? '');
        return { status: 200, body: { access_token: token, expires_in: 3000 } };
      });
    }
    hit = /^\/api\/v1\/payment-gateway\/wallet\/([a-z-]+)$/.exec(path);
    if (hit) {
      return this.routeA(hit[1] ?? '', this.tokens.get(bearer), body, as);
    }

    // PROVIDER_C_CARD
    hit = /^\/api\/rest\/version\/100\/merchant\/([^/]+)\/(session|order\/(.+))$/.exec(path);
    if (hit) {
      const [user, password] = Buffer.from(
        (request.headers.authorization ?? '').replace('Basic ', ''),
        'base64',
      )
        .toString()
        .split(':');
      const wallet =
        user === `merchant.${hit[1]}` ? this.wallets.get(`card:${hit[1]}/${password}`) : undefined;
      if (hit[3]) {
        const order = this.orders.find((one) => one.id === hit?.[3] && one.wallet === wallet);
        return as('card.order', wallet, order ? [order.id, text(order.amount)] : [], () =>
          order && order.status !== 'NEW'
            ? { status: 200, body: this.showOrder(order) }
            : {
                status: 400,
                body: {
                  result: 'ERROR',
                  error: { cause: 'INVALID_REQUEST', explanation: 'Unable to find order' },
                },
              },
        );
      }
      const order = body.order as Record<string, string>;
      return as('card.session', wallet, [String(order.id), String(order.amount)], () => {
        if (!this.orders.some((one) => one.id === order.id)) {
          this.orders.push({
            wallet: wallet ?? '',
            id: String(order.id),
            amount: cents(order.amount),
            currency: String(order.currency),
            status: 'NEW',
          });
        }
        const id = `SESSION${this.next()}`;
        return {
          status: 201,
          body: { result: 'SUCCESS', session: { id, version: 'v1' }, successIndicator: id },
        };
      });
    }
    return null;
  }

  private routeA<T>(
    call: string,
    wallet: string | undefined,
    body: Record<string, unknown>,
    as: (op: string, wallet: string | undefined, subject: string[], act: () => Answer, seen?: boolean) => T,
  ): T | null {
    const no = (status: number, message: string): Answer => ({ status, body: { success: false, message } });
    const mobile = String(body.mobile ?? '');
    if (call === 'authorize-customer' || call === 're-authorize-customer') {
      return as('a.authorize', wallet, [mobile], () => {
        const token = `req-${this.next()}`;
        this.requests.set(token, mobile);
        return { status: 200, body: { request_token: token } };
      });
    }
    if (call === 'confirm-customer') {
      const who = this.requests.get(String(body.request_token)) ?? '';
      return as('a.confirm', wallet, [who], () => {
        if (body.otp !== this.otp) {
          return no(400, 'Invalid OTP');
        }
        const token = `auth-${body.request_token}`;
        this.authorized.set(token, who);
        return { status: 200, body: { authorized_token: token } };
      });
    }
    if (call === 'unlink-customer') {
      const who = this.authorized.get(String(body.authorized_token)) ?? '';
      return as('a.unlink', wallet, [who], () =>
        this.authorized.delete(String(body.authorized_token))
          ? { status: 200, body: {} }
          : no(404, 'Not linked'),
      );
    }
    if (call === 'process-payment') {
      const who = this.authorized.get(String(body.authorized_token)) ?? '';
      const seen = this.charges.some((one) => one.mobile === who);
      return as(
        'a.charge',
        wallet,
        [who, String(body.amount)],
        () => {
          if (!who) {
            return no(400, 'Wallet not found');
          }
          const id = `APS${this.next()}`;
          const charge = {
            wallet: wallet ?? '',
            id,
            amount: cents(body.amount),
            mobile: who,
            status: 'SUCCESS',
          };
          this.charges.push(charge);
          this.move('PROVIDER_A', charge.wallet, 'collection', id, null, who, charge.amount);
          return { status: 200, body: this.showCharge(charge) };
        },
        seen,
      );
    }
    if (call === 'send-payment') {
      const seen = this.payouts.some((one) => one.rail === 'PROVIDER_A' && same(one.mobile, mobile));
      return as(
        'a.send',
        wallet,
        [mobile, String(body.amount)],
        () => {
          if (this.isShort(mobile)) {
            return no(400, 'Insufficient balance');
          }
          const id = `APS${this.next()}`;
          const charge = { wallet: wallet ?? '', id, amount: cents(body.amount), mobile, status: 'SUCCESS' };
          this.charges.push(charge);
          this.payouts.push({
            ...charge,
            rail: 'PROVIDER_A',
            key: null,
            reference: null,
            status: 'succeeded',
            at: Date.now(),
          });
          this.move('PROVIDER_A', charge.wallet, 'payout', id, null, mobile, charge.amount);
          return { status: 200, body: this.showCharge(charge) };
        },
        seen,
      );
    }
    if (call === 'transaction') {
      const charge = this.charges.find((one) => one.id === body.transaction_id && one.wallet === wallet);
      return as('a.transaction', wallet, charge ? [charge.mobile, text(charge.amount)] : [], () =>
        charge ? { status: 200, body: this.showCharge(charge) } : no(404, 'Not found'),
      );
    }
    return null;
  }

  // ---- What each call does

  private openW(wallet: string, body: Record<string, unknown>): Answer {
    const session: Session = {
      id: `cos-${this.next()}`,
      wallet,
      reference: String(body.client_reference),
      amount: cents(body.amount),
      currency: String(body.currency),
      status: 'open',
      txn: null,
      created: Date.now(),
    };
    this.sessions.push(session);
    return { status: 200, body: this.showSession(session) };
  }

  private expireW(session?: Session): Answer {
    if (!session) {
      return { status: 404, body: { code: 'checkout-session-not-found', message: 'Not found' } };
    }
    if (session.status !== 'open') {
      return { status: 409, body: { code: `checkout-session-${session.status}`, message: session.status } };
    }
    session.status = 'expired';
    return { status: 200 };
  }

  private payoutW(wallet: string, key: string | null, body: Record<string, unknown>): Answer {
    const before = this.payouts.find((one) => one.key === key && one.wallet === wallet);
    if (before) {
      return { status: 200, body: this.showPayout(before) };
    }
    if (this.isShort(String(body.mobile))) {
      return { status: 422, body: { code: 'insufficient-funds', message: 'Your wallet is short' } };
    }
    const payout: Payout = {
      rail: 'PROVIDER_W',
      wallet,
      id: `pt-${this.next()}`,
      key,
      reference: String(body.client_reference),
      amount: cents(body.receive_amount),
      mobile: String(body.mobile),
      status: 'succeeded',
      at: Date.now(),
    };
    this.payouts.push(payout);
    this.move('PROVIDER_W', wallet, 'payout', payout.id, payout.reference, payout.mobile, payout.amount);
    return { status: 200, body: this.showPayout(payout) };
  }

  private openC(wallet: string, reference: string, data: Record<string, unknown>): Answer {
    const intent: Intent = {
      id: `int-${this.next()}`,
      secret: `sec-${this.next()}`,
      wallet,
      reference,
      amount: cents(data.amount),
      status: 'initialized',
      txn: null,
      created: Date.now(),
    };
    this.intents.push(intent);
    return { status: 200, body: { status: true, data: this.showIntent(intent) } };
  }

  private transferC(
    wallet: string,
    key: string | null,
    reference: string,
    body: Record<string, unknown>,
  ): Answer {
    const before = this.payouts.find((one) => one.key === key && one.wallet === wallet);
    if (before) {
      return { status: 200, body: this.showTransfer(before) };
    }
    const mobile = String(body.account_number);
    if (this.isShort(mobile)) {
      return { status: 400, body: { message: 'Insufficient balance', statusCode: 400 } };
    }
    const payout: Payout = {
      rail: 'PROVIDER_C',
      wallet,
      id: `TR-${this.next()}`,
      key,
      reference,
      amount: cents(body.amount),
      mobile,
      status: 'completed',
      at: Date.now(),
    };
    this.payouts.push(payout);
    this.move('PROVIDER_C', wallet, 'payout', payout.id, reference, mobile, payout.amount);
    return { status: 200, body: this.showTransfer(payout) };
  }

  // ---- Forms

  private showSession(one: Session) {
    const iso = (at: number) => new Date(at).toISOString();
    return {
      id: one.id,
      checkout_status: one.status,
      payment_status:
        one.status === 'complete' ? 'succeeded' : one.status === 'expired' ? 'cancelled' : 'processing',
      last_payment_error: null,
      transaction_id: one.txn,
      client_reference: one.reference,
      amount: text(one.amount),
      currency: one.currency,
      wave_launch_url: `https://pay.example/${one.id}`,
      when_created: iso(one.created),
      when_expires: iso(one.created + 30 * MINUTE),
      when_completed: one.status === 'complete' ? iso(Date.now()) : null,
    };
  }

  private showPayout(one: Payout) {
    return {
      id: one.id,
      status: one.status,
      client_reference: one.reference,
      receive_amount: text(one.amount),
      fee: '0.00',
      currency: 'GMD',
      mobile: one.mobile,
      timestamp: new Date(one.at).toISOString(),
      payout_error:
        one.status === 'failed' ? { error_code: 'recipient-not-found', error_message: 'Not found' } : null,
    };
  }

  private showTransfer(one: Payout) {
    return {
      id: `t-${one.id}`,
      transfer_reference: one.id,
      status: one.status,
      amount: text(one.amount),
      fee: '0.00',
      currency: 'GMD',
      metadata: { reference: one.reference },
      failure_reason: one.status === 'failed' ? 'Recipient not found' : null,
      balance_before: '0.00',
      balance_after: '0.00',
    };
  }

  private showIntent(one: Intent) {
    return {
      id: one.id,
      intent_secret: one.secret,
      payment_link: `https://pay.example/${one.id}`,
      amount: text(one.amount),
      currency: 'GMD',
      status: one.status,
      expires_at: new Date(one.created + 30 * MINUTE).toISOString(),
      metadata: { reference: one.reference },
      transaction_reference: one.txn,
      failure_reason: null,
    };
  }

  private showCharge(one: Charge) {
    return {
      transaction_id: one.id,
      reference: one.id,
      status: one.status,
      amount: text(one.amount),
      currency: 'GMD',
      message: 'OK',
    };
  }

  private showOrder(one: Order) {
    return {
      id: one.id,
      status: one.status,
      result: one.status === 'CAPTURED' ? 'SUCCESS' : 'PENDING',
      amount: text(one.amount),
      currency: one.currency,
      totalCapturedAmount: one.status === 'CAPTURED' ? text(one.amount) : '0.00',
      response: { gatewayCode: 'APPROVED' },
    };
  }

  private statementW(wallet: string, url: URL) {
    const sign = { collection: 'merchant_payment', payout: 'api_payout', return: 'api_payout_reversal' };
    return {
      page_info: { has_next_page: false, end_cursor: null },
      items: this.book
        .filter(
          (one) =>
            one.rail === 'PROVIDER_W' &&
            one.wallet === wallet &&
            one.at.startsWith(url.searchParams.get('date') ?? ''),
        )
        .map((one) => ({
          timestamp: one.at,
          transaction_id: one.id,
          transaction_type: sign[one.kind],
          amount: text(one.amount),
          fee: '0.00',
          currency: 'GMD',
          counterparty_mobile: one.mobile,
          client_reference: one.reference,
        })),
    };
  }

  private isShort(mobile: string) {
    return [...this.short].some((one) => same(one, mobile));
  }

  private hidden(reference: string) {
    const mobile = this.payoutOf(reference)?.mobile ?? '';
    return [...this.behind].some((one) => one === '*' || one === reference || (mobile && same(one, mobile)));
  }

  private move(
    rail: Rail,
    wallet: string,
    kind: Moved['kind'],
    id: string,
    reference: string | null,
    mobile: string,
    amount: number,
  ) {
    this.book.push({ rail, wallet, kind, id, reference, mobile, amount, at: new Date().toISOString() });
    const before = this.balances.get(wallet) ?? 0;
    this.balances.set(wallet, kind === 'payout' ? before - amount : before + amount);
  }

  private next() {
    this.counter += 1;
    return `${Date.now().toString(36)}${this.counter.toString().padStart(5, '0')}`;
  }
}

/** Mobiles are the same in any of their forms; anything else is compared as it stands. */
function same(one: string, other: string) {
  const mobile = /^(\+220)?\d{7,9}$/;
  return one === other || (mobile.test(one) && mobile.test(other) && last7(one) === last7(other));
}

const hmac = (algorithm: string, secret: string, data: string) =>
  createHmac(algorithm, secret).update(data).digest('hex');

function send(response: ServerResponse, answer: Answer | Bad, forbidden: unknown = {}) {
  const html = (status: number) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end(WEB_PAGE);
  };
  const json = (status: number, body: unknown, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  if (typeof answer !== 'string') {
    return json(answer.status, answer.body, answer.headers);
  }
  switch (answer) {
    case 'html403':
      return html(403);
    case 'html502':
      return html(502);
    case 'html200':
      return html(200);
    case 'json401':
      return json(401, forbidden);
    case 'json429':
      return json(429, { message: 'Too many requests' });
    case 'redirect302':
      return json(302, {}, { location: '/elsewhere' });
    case 'empty200':
      return json(200, undefined);
    case 'cut':
      return response.destroy();
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.write('{"id":"');
    case 'timeout':
      return void setTimeout(() => response.destroy(), 25_000);
  }
}
