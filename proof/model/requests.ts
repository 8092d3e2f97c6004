import * as reads from './account.ts';
import { failure, flat, invalid, present, replayed, success } from './answers.ts';
import {
  cancelCollection,
  giveOtp,
  initiateCollection,
  lookUp,
  notFound,
  pressPage,
  resendOtp,
} from './collections.ts';
import { deliveries, forgedNotice, resend } from './deliveries.ts';
import { type Answer, whole } from './expected.ts';
import { type Body, faultsOf, holdsCardData, readBody } from './fields.ts';
import { advance } from './happen.ts';
import { cancelOut, fundFloat, initiatePayout, refund } from './payouts.ts';
import { quote } from './quote.ts';
import { deliverDue } from './webhooks.ts';
import type { Account, Key, Payment, World } from './world.ts';

// A request, from its path to its answer (contract §2 and §6). Identifiers stand in it as <name of the model>.

export interface Request {
  /** The name of a key; null: without the header. */
  key: string | null;
  method: string;
  path: string;
  /** The exact text of the body. */
  raw?: string;
  /** What Content-Type says; undefined: JSON where there is a body. */
  contentType?: string;
  idempotencyKey?: string;
  scenario?: string;
}

type Scope = 'collections' | 'payouts' | 'read' | 'full';

interface Call {
  world: World;
  account: Account;
  request: Request;
  body: Body;
  query: Record<string, string>;
  /** The part of the path that is variable, decoded, as the model's name where it is an identifier. */
  wanted: string;
}

interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  /** guide keys: which scope may, beside `full`; GETs also `read`. null: every key. */
  scope: Scope | null;
  handle(call: Call): Answer;
}

const onPayment =
  (type: Payment['type'], handle: (call: Call, payment: Payment) => Answer) => (call: Call) => {
    const payment = call.account.payments.find((each) => each.type === type && each.id === call.wanted);
    return payment === undefined ? notFound : handle(call, payment);
  };

const status = (type: Payment['type']) => (call: Call) => {
  const payment = lookUp(call.account, type, call.wanted);
  return payment === undefined ? notFound : success(present(call.account, payment, 'lookup'));
};

const sandboxOnly = (handle: (call: Call) => Answer) => (call: Call) =>
  call.account.environment === 'LIVE' ? flat(403) : handle(call);

const routes: Route[] = [
  {
    ...{ method: 'POST', path: /^\/api\/v1\/collections\/initiate$/, scope: 'collections' },
    handle: ({ world, account, request, body }) => initiateCollection(world, account, request, body),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/collections\/status\/([^/]+)$/,
    scope: 'collections',
    handle: status('collection'),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/collections\/([^/]+)\/cancel$/, scope: 'collections' },
    handle: onPayment('collection', ({ world, account }, payment) =>
      cancelCollection(world, account, payment),
    ),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/collections\/([^/]+)\/otp$/, scope: 'collections' },
    handle: onPayment('collection', ({ world, account, body }, payment) =>
      giveOtp(world, account, payment, body),
    ),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/collections\/([^/]+)\/otp\/resend$/, scope: 'collections' },
    handle: onPayment('collection', ({ account }, payment) => resendOtp(account, payment)),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/payouts\/initiate$/, scope: 'payouts' },
    handle: ({ world, account, request, body }) => initiatePayout(world, account, request, body),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/payouts\/quote$/, scope: 'payouts' },
    handle: ({ account, body }) => quote(account, body),
  },
  {
    // contract §4: the older name, with Deprecation and Link headers.
    ...{ method: 'POST', path: /^\/api\/v1\/payouts\/send$/, scope: 'payouts' },
    handle: ({ world, account, request, body }) => {
      const answer = initiatePayout(world, account, request, body);
      const named = { $: 'pattern' as const, source: '.' };
      return { ...answer, headers: { ...answer.headers, deprecation: named, link: named } };
    },
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/payouts\/status\/([^/]+)$/,
    scope: 'payouts',
    handle: status('payout'),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/payouts\/([^/]+)\/cancel$/, scope: 'payouts' },
    handle: onPayment('payout', ({ world, account }, payment) => cancelOut(world, account, payment)),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/refunds$/, scope: 'payouts' },
    handle: ({ world, account, request, body }) => refund(world, account, request, body),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/refunds\/status\/([^/]+)$/,
    scope: 'payouts',
    handle: status('refund'),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/refunds\/([^/]+)\/cancel$/, scope: 'payouts' },
    handle: onPayment('refund', ({ world, account }, payment) => cancelOut(world, account, payment)),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/client\/balance$/,
    scope: 'read',
    handle: ({ account }) => reads.balance(account),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/client\/stats$/,
    scope: 'read',
    handle: ({ account }) => reads.stats(account),
  },
  {
    ...{ method: 'GET', path: /^\/api\/v1\/client\/earnings-chart$/, scope: 'read' },
    handle: ({ account }) => reads.chart(account, Date.now()),
  },
  {
    ...{ method: 'GET', path: /^\/api\/v1\/client\/transactions$/, scope: 'read' },
    handle: ({ world, account, query }) => reads.transactions(account, query, world.step),
  },
  {
    ...{ method: 'GET', path: /^\/api\/v1\/client\/statement$/, scope: 'read' },
    handle: ({ account, query }) => reads.statement(account, query.from ?? ''),
  },
  {
    ...{ method: 'GET', path: /^\/api\/v1\/events$/, scope: 'read' },
    handle: ({ account, query }) =>
      reads.events(account, query.transaction_id?.replace(/^⟨(.*)⟩$/, '$1'), Number(query.limit ?? 10)),
  },
  {
    ...{ method: 'GET', path: /^\/api\/v1\/client\/ledger$/, scope: 'read' },
    handle: ({ account, query }) => reads.ledger(account, Number(query.limit ?? 50)),
  },
  {
    ...{ method: 'GET', path: /^\/api\/v1\/webhook-deliveries$/, scope: 'read' },
    handle: ({ account, query }) => deliveries(account, query),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/webhook-deliveries\/([^/]+)\/resend$/, scope: 'full' },
    handle: ({ account, wanted }) => resend(account, wanted),
  },
  { method: 'GET', path: /^\/api\/client\/profile$/, scope: null, handle: () => reads.profile() },
  {
    method: 'GET',
    path: /^\/api\/v1\/rails\/status$/,
    scope: null,
    handle: ({ account }) => reads.railsStatus(account),
  },
  {
    ...{ method: 'GET', path: /^\/api\/v1\/sandbox\/rail-floats$/, scope: 'payouts' },
    handle: sandboxOnly(({ account }) => reads.floats(account)),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/sandbox\/rail-floats$/, scope: 'payouts' },
    handle: sandboxOnly(({ world, account, body }) => fundFloat(world, account, body)),
  },
  {
    ...{ method: 'POST', path: /^\/api\/v1\/sandbox\/advance$/, scope: 'full' },
    handle: sandboxOnly(({ world, account, body }) => letPass(world, account, body)),
  },
];

/** contract-more §18: 1 … 31,536,000. What `done` counts is words of rails and attempts at webhooks. */
function letPass(world: World, account: Account, body: Body): Answer {
  const isSeconds = (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= 31_536_000;
  const faults = faultsOf(body, { seconds: { required: true, check: isSeconds } });
  if (faults.length > 0) return invalid(faults);
  advance(world, account, body.seconds as number);
  return success({ advanced_seconds: body.seconds as number, done: whole });
}

/** contract §2, §3 and §6, in the order of checks of contract §3. */
export function answer(world: World, request: Request): Answer {
  const [path = '', search = ''] = request.path.split('?');
  if (path.startsWith('/rails/')) return forgedNotice();
  const there = routes.filter((route) => route.path.test(path));
  if (there.length === 0) return failure(404, 'NOT_FOUND');
  const route = there.find(({ method }) => method === request.method);
  if (route === undefined) {
    const allow = { $: 'pattern' as const, source: there.map(({ method }) => method).join('|') };
    const refused = failure(405, 'METHOD_NOT_ALLOWED');
    return { ...refused, headers: { ...refused.headers, allow } };
  }
  const key = request.key === null ? undefined : world.keys[request.key];
  if (key === undefined) return flat(401);
  if (!isAllowed(key, route)) return flat(403, 'SCOPE_MISSING');
  const account = world.accounts[key.account] as Account;
  const [, variable = ''] = route.path.exec(path) ?? [];
  const wanted = decodeURIComponent(variable).replace(/^⟨(.*)⟩$/, '$1');
  const call = {
    world,
    account,
    request,
    body: {},
    query: Object.fromEntries(new URLSearchParams(search)),
    wanted,
  };
  const told = request.method === 'GET' ? route.handle(call) : post(call, route);
  // contract §7: the first attempt follows the commit.
  for (const each of Object.values(world.accounts)) deliverDue(each, each.now);
  return told;
}

/** guide keys: `read` may every GET; a scope of its own covers what it is named for. */
function isAllowed({ scope }: Key, route: Route): boolean {
  if (scope === 'full' || route.scope === null || route.scope === scope) return true;
  return scope === 'read' && route.method === 'GET';
}

function post(call: Call, route: Route): Answer {
  const { request, account, world } = call;
  const raw = request.raw ?? '';
  if (Buffer.byteLength(raw) > 65_536) return failure(413, 'PAYLOAD_TOO_LARGE');
  if (raw !== '' && !/^application\/json\b/.test(request.contentType ?? 'application/json')) {
    return failure(415, 'UNSUPPORTED_MEDIA_TYPE');
  }
  const needsBody = !/cancel$|resend$/.test(route.path.source.replace('$', ''));
  const body = raw === '' && !needsBody ? {} : readBody(raw);
  if (body === undefined) return failure(400, 'MALFORMED_JSON');
  if (holdsCardData(body)) return failure(400, 'CARD_DATA_NOT_ACCEPTED');
  const { idempotencyKey: kept } = request;
  // contract §3: an empty key is 400, and one of more than 255 characters is none.
  if (kept !== undefined && (kept === '' || kept.length > 255)) return failure(400, 'VALIDATION_ERROR');
  // contract §3, guide idempotency: the same method, path and bytes.
  const whatever = `${request.method} ${request.path} ${raw}`;
  const earlier = kept === undefined ? undefined : account.kept[kept];
  if (earlier !== undefined) {
    if (earlier.request !== whatever) return failure(422, 'IDEMPOTENCY_KEY_REUSED');
    return { ...replayed(earlier.answer), sameTextAs: earlier.step };
  }
  const told = route.handle({ ...call, body });
  if (kept !== undefined && told.status === 200) {
    account.kept[kept] = { request: whatever, answer: told, step: world.step };
  }
  return told;
}

/** A customer at the simulator's page; whether it must have the button. */
export function press(world: World, id: string, button: string): boolean {
  let isOpen = false;
  for (const account of Object.values(world.accounts)) {
    const payment = account.payments.find((each) => each.id === id);
    if (payment?.status === 'PENDING') isOpen = true;
    if (payment !== undefined) pressPage(world, account, payment, button);
    deliverDue(account, account.now);
  }
  return isOpen;
}
