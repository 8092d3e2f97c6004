import type { ServerResponse } from 'node:http';
import { payNow } from './customers.ts';
import { anotherFor, type CallKind, lieOf, type Misbehaviour, misbehaviourOfCall } from './misbehaviour.ts';
import type { Payment, Payout } from './state.ts';
import { type Answer, type Call, currency, type Lie, type SimulatedRail, type World } from './world.ts';

// A call is written into the book, done, and answered: truly, or as its misbehaviour wants it.

const pageOf = (title: string, text: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${text}</body></html>`;
const hugeBytes = 5 << 20;
const drops = 8;

/** Does what the call asks for once at most, and answers it, late, wrongly, or not at all. */
export async function answerCall(
  world: World,
  rail: SimulatedRail,
  call: Call,
  response: ServerResponse,
): Promise<void> {
  const outage = world.outages.get(rail.name);
  const isOut = outage !== undefined && outage.until > world.now();
  const misbehaviour = isOut ? undefined : misbehaviourOfCall(world, rail.name, call);
  world.record({
    rail: rail.name,
    kind: 'asked',
    operation: call.operation,
    reference: call.reference,
    rail_reference: call.railReference,
    amount: call.amount,
    mobile: call.mobile,
    idempotency_key: call.idempotencyKey,
    misbehaviour: isOut ? 'outage' : misbehaviour?.kind,
  });
  if (isOut) {
    if (outage.by === 'reset') cut(response);
    else send(response, rail.failure(503, 'Service unavailable'));
  } else if (misbehaviour) {
    await misbehave(world, rail, call, misbehaviour, response);
  } else {
    send(response, actOpenly(world, call));
  }
}

/** Does it, and remembers what its true answer tells. */
function actOpenly(world: World, call: Call): Answer {
  const answer = call.act();
  const { payments, payouts } = world.state;
  for (const id of [answer.about, ...(call.about ?? []).map((each) => each.id)]) {
    if (id === undefined) continue;
    world.told.add(id);
    if ((payments.get(id) ?? payouts.get(id))?.state === 'paid') world.toldPaid.add(id);
  }
  return answer;
}

async function misbehave(
  world: World,
  rail: SimulatedRail,
  call: Call,
  misbehaviour: Misbehaviour<CallKind>,
  response: ServerResponse,
): Promise<void> {
  const { kind, chance, seconds } = misbehaviour;
  const wait = (least: number, most: number) =>
    seconds === undefined ? least + chance * (most - least) : 1000 * seconds;
  switch (kind) {
    case 'latency': {
      const answer = actOpenly(world, call);
      return world.later(wait(200, 3_000), () => send(response, answer));
    }
    case 'slow':
      return drip(world, response, call.act(), wait(2_000, 8_000));
    case 'timeout_then_done': {
      const answer = call.act();
      return world.later(wait(world.settings.holdMs, world.settings.holdMs), () => send(response, answer));
    }
    case 'timeout_not_done':
      return world.later(wait(world.settings.holdMs, world.settings.holdMs), () => cut(response));
    case 'done_later':
      world.later(wait(2_000, 10_000), () => void call.act());
      return world.later(world.settings.holdMs, () => cut(response));
    case 'error_500_done':
      call.act();
      return send(response, rail.failure(500, 'Internal server error'));
    case 'error_500_not_done':
      return send(response, rail.failure(500, 'Internal server error'));
    case 'html': {
      const { status } = call.act();
      return sendPage(response, status, pageOf('502 Bad Gateway', 'Bad Gateway'));
    }
    case 'empty': {
      const { status } = call.act();
      return send(response, { status });
    }
    case 'huge': {
      const { status, body } = call.act();
      return send(response, { status, body: { ...(body as object), padding: padding() } });
    }
    case 'reset_done':
      call.act();
      return cut(response);
    case 'reset_not_done':
      return cut(response);
    case 'throttled':
      return send(response, { ...rail.failure(429, 'Too many requests'), headers: { 'retry-after': '1' } });
    case 'before_answer':
      return answerAfterNotice(world, call, response);
    case 'float_short':
      makeShort(world, rail, wait(1_000, 4_000));
      return send(response, call.act());
    case 'outage':
      startOutage(world, rail, chance < 0.5 ? 'reset' : '503', wait(1_000, 4_000));
      if (chance < 0.5) return cut(response);
      return send(response, rail.failure(503, 'Service unavailable'));
    case 'lookup_contradicts':
      return send(response, lieOf(call, misbehaviour.as)!());
    case 'goes_back':
      takeBack(world, call, misbehaviour.as ?? 'pending', wait(10_000, 120_000));
      return send(response, lieOf(call, misbehaviour.as)!());
    case 'duplicate_refused':
      return send(response, call.refusesRepeat!(misbehaviour.code, misbehaviour.status));
    case 'done_then_401':
      call.act();
      return send(response, rail.unknownCaller);
    case 'done_then_403_html':
      call.act();
      return sendPage(response, 403, pageOf('403 Forbidden', 'Request blocked'));
    case 'done_then_429':
      call.act();
      return send(response, { ...rail.failure(429, 'Too many requests'), headers: { 'retry-after': '1' } });
    case 'done_then_302':
      call.act();
      return send(response, { status: 302, headers: { location: `${world.origin}/login` } });
    case 'another_payments_answer': {
      const answer = call.act();
      const other = anotherFor(world, rail.name, call, misbehaviour.isSeeded ?? false, answer.about);
      return send(response, other ? showInstead(call, other) : answer);
    }
    case 'same_id_twice': {
      const answer = call.act();
      const other = anotherFor(world, rail.name, call, misbehaviour.isSeeded ?? false, answer.about);
      return send(response, other && answer.status === 200 ? call.bearsId!(answer, other.id) : answer);
    }
  }
}

/** This call's answer, with the record of another payment in it. */
function showInstead(call: Call, other: Payment | Payout): Answer {
  return 'acceptedAt' in other ? call.showsPayout!(other) : call.showsPayment!(other);
}

/** From the first look-up that takes it back. */
function takeBack(world: World, call: Call, as: Lie, forMs: number): void {
  for (const { id } of call.about ?? []) {
    if ((world.takenBack.get(id)?.until ?? 0) <= world.now())
      world.takenBack.set(id, { until: world.now() + forMs, as });
  }
}

/** The customer is quicker than the answer that says where to pay. */
async function answerAfterNotice(world: World, call: Call, response: ServerResponse): Promise<void> {
  const answer = call.act();
  const about = answer.about ?? call.railReference ?? '';
  const payment = world.state.payments.get(about);
  if (call.operation === 'open' && payment) payNow(world, payment);
  await world.toldOnce(about);
  send(response, answer);
}

/** The wallet at the rail looks empty for a while, and is as it was afterwards. */
export function makeShort(world: World, rail: SimulatedRail, forMs: number): void {
  const note = (code: string) =>
    world.record({ rail: rail.name, kind: 'float', amount: '0.00', currency, code });
  world.shortUntil.set(rail.name, world.now() + forMs);
  note('short');
  world.later(forMs, () => note('refilled'));
}

export function startOutage(world: World, rail: SimulatedRail, by: 'reset' | '503', forMs: number): void {
  world.outages.set(rail.name, { until: world.now() + forMs, by });
}

export function send(response: ServerResponse, { status, body, headers }: Answer): void {
  if (response.destroyed || response.writableEnded) return;
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  // As a string it leaves in one write with the headers.
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    .end(text);
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(html);
}

function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function drip(
  world: World,
  response: ServerResponse,
  { status, body, headers }: Answer,
  forMs: number,
): void {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  });
  response.flushHeaders();
  const size = Math.ceil(bytes.length / drops);
  const next = (drop: number) => {
    if (response.destroyed) return;
    response.write(bytes.subarray(drop * size, (drop + 1) * size));
    if (drop + 1 < drops) world.later(forMs / drops, () => next(drop + 1));
    else response.end();
  };
  world.later(forMs / drops, () => next(0));
}

let paddingText: string | undefined;

function padding(): string {
  paddingText ??= 'x'.repeat(hugeBytes);
  return paddingText;
}
