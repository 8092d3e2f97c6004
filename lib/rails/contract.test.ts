import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#lib/ids';
import { closeRailConnections } from '#lib/rails/call-rail';
import { providerA } from '#lib/rails/provider-a/index';
import { providerC } from '#lib/rails/provider-c/index';
import { providerCCard } from '#lib/rails/provider-c-card/index';
import { providerW } from '#lib/rails/provider-w/index';
import type { Rail, RailCall, RailCollection, RailDefinition, RailNotice, RailPayout } from '#lib/rails/rail';
import { type RailSimulator, startRailSimulator } from '#simulator/server';

// The same promises, kept by every live connector over real HTTP. Not covered: how a real service differs from
// docs/rails/wire.md, which only that service can show.

interface Subject {
  definition: RailDefinition;
  /** Of the settings: RAIL_<X>_…. */
  name: string;
  /** A refusal of a payout in the rail's own words, and ours. */
  payoutRefusal?: [code: string, ours: string];
  header: string;
  /** Whether a signature bears a time. */
  isTimed: boolean;
}

const subjects: Subject[] = [
  {
    definition: providerW,
    name: 'W',
    payoutRefusal: ['recipient-account-inactive', 'RECIPIENT_INACTIVE'],
    header: 'wave-signature',
    isTimed: true,
  },
  {
    definition: providerC,
    name: 'C',
    payoutRefusal: ['Recipient inactive', 'RECIPIENT_INACTIVE'],
    header: 'x-modem-signature',
    isTimed: false,
  },
  {
    definition: providerA,
    name: 'A',
    payoutRefusal: ['Wallet inactive', 'RECIPIENT_INACTIVE'],
    header: '',
    isTimed: false,
  },
  { definition: providerCCard, name: 'C_CARD', header: 'x-notification-signature', isTimed: true },
];

interface Heard {
  path: string;
  headers: Headers;
  raw: Buffer;
}

const links = { success: 'http://localhost:3000/return', error: 'http://localhost:3000/return?from=error' };
/** Far beyond the end of every session. */
const later = () => new Date(Date.now() + 24 * 3_600_000);

let simulator: RailSimulator;
let gateway: ReturnType<typeof createServer>;
let notifyBase: string;
let heard: Heard[] = [];

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray());
    heard.push({
      path: request.url ?? '',
      headers: new Headers(request.headers as Record<string, string>),
      raw,
    });
    response.end();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  notifyBase = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  simulator = await startRailSimulator({ notify: `${notifyBase}/rails/{rail}/notify` });
});

afterAll(async () => {
  await closeRailConnections();
  await simulator.close();
  gateway.closeAllConnections();
  gateway.close();
});

beforeEach(async () => {
  heard = [];
  await control('/behave', {});
});

describe.each(subjects)('$definition.traits.provider', (subject) => {
  const { definition } = subject;
  const { provider, style, pollable, payoutRepeat } = definition.traits;
  let rail: Rail;

  beforeAll(() => {
    rail = connect(subject);
  });

  test('is up for those whom it knows', async () => {
    expect(await rail.probe!(call())).toEqual({ kind: 'done', value: 'up' });
    const secretField = Object.entries(definition.live!.fields).find(([, { kind }]) => kind === 'secret')![0];
    const stranger = connect(subject, { [secretField]: 'wrong' });
    expect(await stranger.probe!(call())).toMatchObject({ kind: 'not_sent' });
    expect(await stranger.startCollection!(collection(), links, call())).toMatchObject({ kind: 'not_sent' });
  });

  test('opens a collection, and tells what the customer has to do', async () => {
    const opened = await open(rail);
    const { step } = opened.opening;
    if (step.type === 'submit_otp') expect(step.otpLength).toBe(6);
    else expect((await fetch(step.url)).status).toBe(200);
    expect(step.type).toBe({ redirect: 'redirect', otp: 'submit_otp', card: 'show_card_page' }[style]);
    expect(opened.opening.expiresAt!.getTime()).toBeGreaterThan(Date.now());
  });

  test.runIf(pollable)('tells a payment with its own facts, and its open one as pending', async () => {
    const { subject: started } = await open(rail);
    if (style !== 'otp') {
      expect(await rail.fetchCollection!(started, call())).toMatchObject({
        kind: 'done',
        value: { news: { state: 'PENDING' } },
      });
    }
    const paid = await pay(rail, started);
    const told = await rail.fetchCollection!(paid, call());
    // Some rails name the movement of money as well.
    if (told.kind === 'done' && told.value !== 'absent') delete told.value.paymentReference;
    expect(told).toEqual({
      kind: 'done',
      value: {
        news: { state: 'SUCCEEDED' },
        railReference: paid.railReference,
        reference: style === 'otp' ? null : paid.id,
        amountBututs: paid.amountBututs,
        currency: 'GMD',
      },
    });
  });

  test('says that a paid collection is paid when it is to be closed', async () => {
    const { subject: started } = await open(rail);
    const paid = await pay(rail, started);
    expect(await rail.closeCollection!(paid, call())).toEqual({ kind: 'done', value: 'already_paid' });
    expect(await rail.closeCollection!(paid, { ...call(), now: later() })).toEqual({
      kind: 'done',
      value: 'already_paid',
    });
  });

  test('closes an unpaid collection so that nobody can pay it any more, at once or at its end', async () => {
    const { subject: started } = await open(rail);
    const closed = await rail.closeCollection!(started, call());
    if (closed.kind === 'done' && closed.value === 'still_open') {
      expect(await rail.closeCollection!(started, { ...call(), now: later() })).toEqual({
        kind: 'done',
        value: 'closed',
      });
    } else {
      expect(closed).toEqual({ kind: 'done', value: 'closed' });
      expect(await rail.closeCollection!(started, call())).toEqual({ kind: 'done', value: 'closed' });
      expect((await control('/pay', { rail: provider, reference: started.id })).status).not.toBe(200);
    }
  });

  test('is in doubt after every answer that says nothing, and never fails a collection for it', async () => {
    for (const kind of ['error_500_done', 'html', 'empty', 'huge', 'reset_done', 'throttled'] as const) {
      await control('/misbehave', { rail: provider, operation: openOperation(style), kind });
      const outcome = await rail.startCollection!(collection(), links, call());
      expect([kind, outcome.kind]).toEqual([kind, 'unknown']);
    }
    await control('/misbehave', {
      rail: provider,
      operation: openOperation(style),
      kind: 'timeout_then_done',
    });
    expect(await rail.startCollection!(collection(), links, call(1_000))).toMatchObject({ kind: 'unknown' });
  });

  test('was sent nothing when nobody listens', async () => {
    const gone = connect(subject, { base_url: `http://127.0.0.1:${await freePort()}` });
    expect(await gone.startCollection!(collection(), links, call())).toMatchObject({ kind: 'not_sent' });
    expect(await gone.probe!(call())).toMatchObject({ kind: 'not_sent' });
    if (definition.paysOut) {
      expect(await gone.sendPayout!(payout(), call())).toMatchObject({ kind: 'not_sent' });
    }
  });

  describe.runIf(pollable && style === 'redirect')('a look-up', () => {
    test('is in doubt after every answer that says nothing', async () => {
      const { subject: started } = await open(rail);
      for (const kind of ['error_500_done', 'html', 'empty', 'huge', 'reset_done', 'throttled']) {
        await control('/misbehave', { rail: provider, operation: 'lookup', kind });
        expect(await rail.fetchCollection!(started, call())).toMatchObject({ kind: 'unknown' });
      }
    });
  });

  describe.runIf(definition.paysOut)('a payout', () => {
    test('is paid, and is found again with its own facts', async () => {
      const wanted = payout();
      const sent = await rail.sendPayout!(wanted, call());
      const facts = {
        news: { state: 'SUCCEEDED' },
        railReference: expect.any(String),
        reference: payoutRepeat === 'never' ? null : wanted.id,
        amountBututs: wanted.amountBututs,
        currency: 'GMD',
        // Two of the rails say what they take for a payout.
        ...(['PROVIDER_W', 'PROVIDER_C'].includes(provider) && { feeBututs: 0n }),
      };
      expect(sent).toEqual({ kind: 'done', value: facts });
      const railReference = (sent as { value: { railReference: string } }).value.railReference;
      expect(await rail.fetchPayout!({ ...wanted, railReference }, call())).toEqual(sent);
      expect(await rail.fetchPayout!({ ...payout(), railReference: 'pt-nobody' }, call())).toEqual({
        kind: 'done',
        value: 'absent',
      });
    });

    test('that takes its time is pending until it is paid', async () => {
      await control('/misbehave', { rail: provider, operation: 'payout', kind: 'pending' });
      const wanted = payout();
      const sent = await rail.sendPayout!(wanted, call());
      expect(sent).toMatchObject({ kind: 'done', value: { news: { state: 'PENDING' } } });
      const railReference = (sent as { value: { railReference: string } }).value.railReference;
      const named = { ...wanted, railReference };
      await control('/payout-end', { rail: provider, rail_reference: railReference, state: 'paid' });
      expect(await rail.fetchPayout!(named, call())).toMatchObject({
        value: { news: { state: 'SUCCEEDED' } },
      });
    });

    test('that is refused tells why, in our words', async () => {
      const [code, ours] = subject.payoutRefusal!;
      await control('/misbehave', { rail: provider, operation: 'payout', kind: 'refusal', code });
      expect(await rail.sendPayout!(payout(), call())).toMatchObject({
        kind: 'refused',
        failure: { code: ours },
        why: code,
      });
    });

    test('for which our wallet is short is no failure', async () => {
      await control('/misbehave', { rail: provider, kind: 'float_short', seconds: 60 });
      expect(await rail.sendPayout!(payout(), call())).toEqual({ kind: 'done', value: 'float_short' });
    });

    test.runIf(payoutRepeat === 'by_key')('that is sent again with its key is paid once', async () => {
      const wanted = payout();
      const sameCall = call();
      const first = await rail.sendPayout!(wanted, sameCall);
      expect(await rail.sendPayout!(wanted, sameCall)).toEqual(first);
      expect(await paidOut(wanted.id)).toBe(1);
      const other = { ...wanted, amountBututs: wanted.amountBututs + 1n };
      const refused = await rail.sendPayout!(other, sameCall);
      if (refused.kind === 'done') expect(refused).toEqual(first);
      else expect(refused.kind).toBe('unknown');
      expect(await paidOut(wanted.id)).toBe(1);
    });

    test.each(['timeout_then_done', 'error_500_done', 'html', 'empty', 'huge', 'reset_done'])(
      'whose answer is lost (%s) is in doubt, and settled without paying twice',
      async (kind) => {
        const wanted = payout();
        const lost = { ...call(), deadlineMs: kind === 'timeout_then_done' ? 1_000 : 5_000 };
        await control('/misbehave', { rail: provider, operation: 'payout', kind });
        expect(await rail.sendPayout!(wanted, lost)).toMatchObject({ kind: 'unknown' });
        const found = await rail.fetchPayout!(wanted, call());
        if (payoutRepeat === 'never') {
          expect(found).toEqual({ kind: 'unknown', why: 'no reference' });
          return;
        }
        const again = await rail.sendPayout!(wanted, { ...lost, deadlineMs: 5_000 });
        expect(again).toMatchObject({ kind: 'done', value: { news: { state: 'SUCCEEDED' } } });
        if (found.kind === 'done') expect(found).toEqual(again);
        expect(await paidOut(wanted.id)).toBe(1);
      },
    );

    test.each(['timeout_not_done', 'error_500_not_done', 'reset_not_done', 'throttled'])(
      'that the rail never took (%s) is in doubt all the same',
      async (kind) => {
        await control('/misbehave', { rail: provider, operation: 'payout', kind });
        expect(
          await rail.sendPayout!(payout(), call(kind === 'timeout_not_done' ? 1_000 : 5_000)),
        ).toMatchObject({
          kind: 'unknown',
        });
      },
    );
  });

  describe.runIf(subject.header !== '')('a notice', () => {
    test('of a payment is verified and read', async () => {
      const { paid, notice } = await payAndHear(subject, rail);
      expect(read(rail, notice)).toEqual({
        dedupeId: expect.stringMatching(/./),
        of: 'collection',
        state: 'SUCCEEDED',
        railReference: paid.railReference,
        reference: paid.id,
        amountBututs: paid.amountBututs,
        currency: 'GMD',
        // The card page has one name for both.
        paymentReference: provider === 'PROVIDER_C_CARD' ? undefined : expect.stringMatching(/./),
      });
    });

    test('keeps its id when it is sent again', async () => {
      await control('/misbehave', { rail: provider, operation: 'notice', kind: 'duplicate', seconds: 0 });
      const { paid } = await payAndHear(subject, rail);
      const ids = (await heardOf(paid.id, 2)).map((each) => (read(rail, each) as RailNotice).dedupeId);
      expect(new Set(ids).size).toBe(1);
    });

    test('that is forged, changed or signed by nobody is refused', async () => {
      const { notice } = await payAndHear(subject, rail);
      const { raw, headers } = notice;
      expect(read(rail, { ...notice, raw: Buffer.concat([raw, Buffer.from(' ')]) })).toBe('bad_signature');
      const more = Buffer.from(raw.toString().replace('"150.00"', '"950.00"'));
      expect(more.equals(raw)).toBe(false);
      expect(read(rail, { ...notice, raw: more })).toBe('bad_signature');
      const unsigned = new Headers(headers);
      unsigned.delete(subject.header);
      expect(read(rail, { ...notice, headers: unsigned })).toBe('bad_signature');
    });

    test('of the rail’s own forger is refused', async () => {
      await control('/misbehave', { rail: provider, operation: 'notice', kind: 'forged' });
      const { subject: started } = await open(rail);
      await pay(rail, started);
      const readings = (await heardOf(started.id, 2)).map((each) => read(rail, each));
      expect(readings.filter((each) => each === 'bad_signature')).toHaveLength(1);
      expect(readings.filter((each) => typeof each === 'object')).toHaveLength(1);
    });

    test.runIf(subject.isTimed)('that is too old is refused', async () => {
      const { notice } = await payAndHear(subject, rail);
      expect(rail.readNotice!(notice.raw, notice.headers, new Date(Date.now() + 302_000))).toBe('stale');
      expect(rail.readNotice!(notice.raw, notice.headers, new Date(Date.now() - 302_000))).toBe('stale');
    });

    test('is accepted by any secret of a rotation, and by none but those', async () => {
      const { notice } = await payAndHear(subject, rail);
      const setting = simulator.settings[`RAIL_${subject.name}_NOTICE_SECRETS`]!;
      const rotating = connect(subject, { notice_secrets: `the-next-one, ${setting}` });
      expect(read(rotating, notice)).toMatchObject({ state: 'SUCCEEDED' });
      const rotated = connect(subject, { notice_secrets: 'the-next-one' });
      expect(read(rotated, notice)).toBe('bad_signature');
    });

    test('of another amount or currency tells what it says, not what we asked for', async () => {
      await control('/misbehave', { rail: provider, operation: 'notice', kind: 'wrong_amount' });
      const first = await open(rail);
      await pay(rail, first.subject);
      const notices = await heardOf(first.subject.id, 2);
      const amounts = notices.map((each) => (read(rail, each) as RailNotice).amountBututs);
      expect(amounts.toSorted()).toEqual([150_00n, 151_00n]);
    });
  });
});

describe('PROVIDER_W', () => {
  const rail = () => connect(subjects[0]!);

  test('finds the session again whose opening was not answered', async () => {
    const wanted = collection();
    await control('/misbehave', { rail: 'PROVIDER_W', operation: 'open', kind: 'reset_done' });
    expect(await rail().resumeCollection!(wanted, call())).toEqual({ kind: 'done', value: 'absent' });
    expect(await rail().startCollection!(wanted, links, call())).toMatchObject({ kind: 'unknown' });
    const resumed = await rail().resumeCollection!(wanted, call());
    expect(resumed).toMatchObject({ kind: 'done', value: { step: { type: 'redirect' } } });
  });

  test('does not call a session closed that had ended before, until it was asked how', async () => {
    const { subject: started } = await open(rail());
    expect(await rail().closeCollection!(started, call())).toEqual({ kind: 'done', value: 'closed' });
    await control('/misbehave', { rail: 'PROVIDER_W', operation: 'lookup', kind: 'html' });
    expect(await rail().closeCollection!(started, call())).toMatchObject({ kind: 'unknown' });
    expect(await rail().closeCollection!(started, call())).toEqual({ kind: 'done', value: 'closed' });
  });

  test('keeps a session open whose customer failed once', async () => {
    const { subject: started } = await open(rail());
    await control('/decline', { rail: 'PROVIDER_W', reference: started.id, code: 'insufficient-funds' });
    expect(await rail().fetchCollection!(started, call())).toMatchObject({
      value: { news: { state: 'PENDING' } },
    });
    const [notice] = await heardOf(started.id, 1);
    expect(read(rail(), notice)).toMatchObject({
      state: 'PENDING',
      failure: { code: 'INSUFFICIENT_FUNDS' },
    });
  });

  test('takes a payout back once, and says why not', async () => {
    const wanted = payout();
    const sent = await rail().sendPayout!(wanted, call());
    const railReference = (sent as { value: { railReference: string } }).value.railReference;
    const paid = { ...wanted, railReference };
    await control('/misbehave', { rail: 'PROVIDER_W', operation: 'reverse', kind: 'refusal' });
    expect(await rail().reversePayout!(paid, call())).toMatchObject({
      kind: 'refused',
      failure: { code: 'INSUFFICIENT_FUNDS' },
    });
    await control('/misbehave', { rail: 'PROVIDER_W', operation: 'reverse', kind: 'html' });
    expect(await rail().reversePayout!(paid, call())).toMatchObject({ kind: 'unknown' });
    expect(await rail().reversePayout!(paid, call())).toEqual({ kind: 'done', value: 'reversed' });
    expect(await rail().fetchPayout!(paid, call())).toMatchObject({ value: { news: { state: 'REVERSED' } } });
    const [notice] = await heardOf(wanted.id, 1);
    expect(read(rail(), notice)).toMatchObject({ of: 'payout', state: 'REVERSED', reference: wanted.id });
  });

  test('tells whether a number has a name, and nothing where it does not know or does not say', async () => {
    const check = async (mobile: string) => {
      const answer = await rail().checkRecipient!({ mobile, name: 'Awa', amountBututs: 25_00n }, call());
      return answer.kind === 'done' ? answer.value : answer.kind;
    };
    expect(await check('+2207999900')).toBe('NO_MATCH');
    expect(await check('+2207999901')).toBe('UNAVAILABLE');
    expect(await check('+2207999902')).toBe('MATCH');
    for (const kind of ['html', 'reset_done']) {
      await control('/misbehave', { rail: 'PROVIDER_W', operation: 'verify_recipient', kind });
      expect(await check('+2207999902'), kind).not.toMatch(/MATCH/);
    }
    for (let n = 0; n < 30; n++) await check('+2207999903');
    expect(await check('+2207999903')).toBe('unknown');
  });

  test('tells its float and its day', async () => {
    const { subject: started } = await open(rail());
    const paid = await pay(rail(), started);
    const wanted = payout();
    await rail().sendPayout!(wanted, call());
    expect(await rail().fetchFloat!(call())).toMatchObject({ kind: 'done', value: expect.any(BigInt) });
    const statement = await rail().fetchStatement!(new Date().toISOString().slice(0, 10), call());
    expect(statement.kind).toBe('done');
    const lines = statement.kind === 'done' ? statement.value : [];
    expect(lines.find(({ reference }) => reference === paid.id)).toMatchObject({
      kind: 'collection',
      amountBututs: 150_00n,
      currency: 'GMD',
    });
    expect(lines.find(({ reference }) => reference === wanted.id)).toMatchObject({
      kind: 'payout',
      amountBututs: wanted.amountBututs,
      mobile: wanted.mobile,
    });
    expect(await rail().fetchStatement!('2020-01-01', call())).toEqual({ kind: 'done', value: [] });
  });
});

describe('PROVIDER_A', () => {
  const rail = () => connect(subjects[2]!);

  test('tells a wrong password from a right one, and locks after five wrong ones', async () => {
    const { subject: started } = await open(rail());
    const right = await codeFor(started.mobile!);
    const wrong = right === '111111' ? '222222' : '111111';
    for (let nth = 1; nth < 5; nth += 1) {
      expect(await rail().confirmOtp!(started, wrong, call())).toEqual({ kind: 'done', value: 'wrong_otp' });
    }
    expect(await rail().confirmOtp!(started, wrong, call())).toMatchObject({
      kind: 'refused',
      failure: { code: 'OTP_ATTEMPTS_EXCEEDED' },
    });
  });

  test('sends a new password, also to a wallet that is linked already, and gives the leave back', async () => {
    const { subject: started } = await open(rail());
    const confirmed = await confirm(rail(), started);
    const resent = await rail().resendOtp!(started, call());
    expect(resent).toMatchObject({
      kind: 'done',
      value: { railState: expect.stringContaining('request_token') },
    });
    expect(await rail().revoke!(confirmed, call())).toEqual({ kind: 'done', value: 'revoked' });
    expect(await rail().revoke!(confirmed, call())).toEqual({ kind: 'done', value: 'revoked' });
    const charged = await rail().charge!(confirmed, call());
    expect(charged.kind).not.toBe('done');
  });

  test('is charged once, whatever becomes of the answer', async () => {
    for (const kind of ['reset_done', 'html', 'error_500_done', 'empty']) {
      const { subject: started } = await open(rail());
      const confirmed = await confirm(rail(), started);
      await control('/misbehave', { rail: 'PROVIDER_A', operation: 'charge', kind });
      expect(await rail().charge!(confirmed, call())).toMatchObject({ kind: 'unknown' });
      expect(await rail().fetchCollection!(confirmed, call())).toEqual({
        kind: 'unknown',
        why: 'no reference',
      });
      expect(await chargesOf(started.mobile!)).toBe(1);
    }
  });

  test('says why it does not charge', async () => {
    const { subject: started } = await open(rail());
    const confirmed = await confirm(rail(), started);
    const code = 'Insufficient funds';
    await control('/misbehave', { rail: 'PROVIDER_A', operation: 'charge', kind: 'refusal', code });
    expect(await rail().charge!(confirmed, call())).toMatchObject({
      kind: 'refused',
      failure: { code: 'INSUFFICIENT_FUNDS' },
    });
  });
});

describe('PROVIDER_C', () => {
  test('tells of the customer who went away, and has nothing left to close', async () => {
    const rail = connect(subjects[1]!);
    const { subject: started } = await open(rail);
    await control('/cancel', { rail: 'PROVIDER_C', reference: started.id });
    expect(await rail.fetchCollection!(started, call())).toMatchObject({
      value: { news: { state: 'CANCELLED' } },
    });
    expect(await rail.closeCollection!(started, call())).toEqual({ kind: 'done', value: 'closed' });
  });
});

describe('PROVIDER_C_CARD', () => {
  const rail = () => connect(subjects[3]!);

  test('takes a failed try as no end', async () => {
    const { subject: started } = await open(rail());
    await control('/decline', { rail: 'PROVIDER_C_CARD', reference: started.id, code: 'INSUFFICIENT_FUNDS' });
    const [notice] = await heardOf(started.id, 1);
    expect(read(rail(), notice)).toMatchObject({
      state: 'PENDING',
      reference: started.id,
      failure: { code: 'INSUFFICIENT_FUNDS' },
    });
    const paid = await pay(rail(), started);
    expect(await rail().closeCollection!(paid, call())).toMatchObject({ value: 'already_paid' });
  });

  test('does not fail a collection whose order was captured before it was opened again', async () => {
    const { subject: started } = await open(rail());
    await pay(rail(), started);
    expect(await rail().startCollection!(started, links, call())).toMatchObject({ kind: 'unknown' });
  });
});

function connect({ definition, name }: Subject, changes: Record<string, string> = {}): Rail {
  const values: Record<string, string> = {};
  for (const field of Object.keys(definition.live!.fields)) {
    values[field] = simulator.settings[`RAIL_${name}_${field.toUpperCase()}`]!;
  }
  return definition.live!.connect(
    { ...values, ...changes },
    {
      baseUrl: 'http://localhost:3000',
      notifyUrl: `${notifyBase}/rails/${definition.traits.provider}/notify`,
    },
  );
}

function call(deadlineMs = 5_000): RailCall {
  return { key: newId(), deadlineMs, now: new Date() };
}

let numbers = 0;

/** A number of its own for each, for one rail knows payments by the number alone. */
function mobile(): string {
  numbers += 1;
  return `+2203${String(numbers).padStart(6, '0')}`;
}

function collection(): RailCollection {
  return {
    id: newId(),
    amountBututs: 150_00n,
    createdAt: new Date(),
    mobile: mobile(),
    railReference: null,
    railState: null,
    expiresAt: null,
    scenario: null,
    endedAs: null,
  };
}

function payout(): RailPayout {
  return {
    id: newId(),
    amountBututs: 75_50n,
    createdAt: new Date(),
    mobile: mobile(),
    railReference: null,
    scenario: null,
    endedAs: null,
  };
}

async function open(rail: Rail) {
  const wanted = collection();
  const opened = await rail.startCollection!(wanted, links, call());
  if (opened.kind !== 'done') throw new Error(`not opened: ${JSON.stringify(opened)}`);
  const { railReference, railState = null, expiresAt } = opened.value;
  return { opening: opened.value, subject: { ...wanted, railReference, railState, expiresAt } };
}

/** As the customer does; the one-time password is the only way that goes through us. */
async function pay(rail: Rail, started: RailCollection): Promise<RailCollection> {
  if (rail.traits.style === 'otp') {
    const confirmed = await confirm(rail, started);
    const charged = await rail.charge!(confirmed, call());
    expect(charged).toMatchObject({ kind: 'done', value: { news: { state: 'SUCCEEDED' } } });
    const railReference = charged.kind === 'done' ? charged.value.railReference : null;
    return { ...confirmed, railReference };
  }
  const paid = await control('/pay', { rail: rail.traits.provider, reference: started.id });
  expect(paid.status).toBe(200);
  return started;
}

async function confirm(rail: Rail, started: RailCollection): Promise<RailCollection> {
  const confirmed = await rail.confirmOtp!(started, await codeFor(started.mobile!), call());
  if (confirmed.kind !== 'done' || typeof confirmed.value === 'string') {
    throw new Error(`not confirmed: ${JSON.stringify(confirmed)}`);
  }
  return { ...started, railState: confirmed.value.railState };
}

async function payAndHear({ definition }: Subject, rail: Rail) {
  const { subject: started } = await open(rail);
  const paid = await pay(rail, started);
  const [notice] = await heardOf(paid.id, 1);
  expect(notice.path).toBe(`/rails/${definition.traits.provider}/notify`);
  return { paid, notice };
}

/** The notices about one of our references, once there are so many; those of an earlier test may still come in. */
async function heardOf(reference: string, count: number): Promise<[Heard, ...Heard[]]> {
  const found = () => heard.filter(({ raw }) => raw.includes(reference));
  await vi.waitFor(() => expect(found().length).toBeGreaterThanOrEqual(count), { timeout: 4_000 });
  return found() as [Heard, ...Heard[]];
}

function read(rail: Rail, { raw, headers }: Heard) {
  return rail.readNotice!(raw, headers, new Date());
}

function openOperation(style: string): string {
  return style === 'otp' ? 'authorize' : 'open';
}

async function control(order: string, body?: object) {
  return fetch(`http://127.0.0.1:${simulator.port}/control${order}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function codeFor(number: string): Promise<string> {
  const sms = await control(`/sms?mobile=${encodeURIComponent(number)}`);
  return ((await sms.json()) as { code: string }).code;
}

/** How many payouts the rail's book has paid for this reference. */
async function paidOut(reference: string): Promise<number> {
  const state = await control(`/state?reference=${encodeURIComponent(reference)}`);
  const { payouts } = (await state.json()) as { payouts: { state: string }[] };
  return payouts.filter((each) => each.state === 'paid').length;
}

/** How often the rail's own record has this wallet charged. */
async function chargesOf(number: string): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const statement = await (await control(`/statement?rail=PROVIDER_A&day=${day}`)).text();
  return statement.split('\r\n').filter((line) => line.includes(`,collection,${number.slice(4)},`)).length;
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
