import { createHash } from 'node:crypto';
import type { Description } from '#e2e/setup/description';
import { FRESH, KNOWN, type Plan, type Spoiling, type Who } from './plan.ts';

// The bytes that a plan becomes, and what may be answered to them by the description and the rules of contract.md.

export interface Request {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  who: Who;
  /** A key stands twice in one object. */
  isRepeated: boolean;
  /** What a chain makes is its own: nobody else names it. */
  isOfChain: boolean;
}

/** Thrown by a check, and shown with the requests that it is about. */
export class Contradiction extends Error {}

/** What the run has made so far, for requests that need something real. */
export class Known {
  readonly references: string[] = [];
  readonly idempotencyKeys: string[] = [];
  readonly cursors: string[] = [];
  /** By the kind of path that takes them. */
  readonly ids: Record<
    | 'collections'
    | 'payouts'
    | 'recipients'
    | 'payment-links'
    | 'payment-requests'
    | 'webhook-endpoints'
    | 'webhook-deliveries'
    | 'events',
    string[]
  > = {
    collections: [],
    payouts: [],
    recipients: [],
    'payment-links': [],
    'payment-requests': [],
    'webhook-endpoints': [],
    'webhook-deliveries': [],
    events: [],
  };

  static readonly most = 500;
  private readonly all = new Set<string>();
  private fresh = 0;
  private readonly run: string;

  constructor(run: string) {
    this.run = run;
  }

  /** Whether one of these names it. */
  has(name: string): boolean {
    return this.all.has(name);
  }

  isOfRun(reference: unknown): boolean {
    return typeof reference === 'string' && reference.startsWith(this.run);
  }

  newReference(): string {
    return `${this.run}-${++this.fresh}`;
  }

  note(list: string[], value: string): void {
    this.all.add(value);
    if (list.length < Known.most) list.push(value);
    else list[Math.floor(Math.random() * list.length)] = value;
  }
}

/** Whose key stands for whom; `hooks` owns the webhook endpoints, so that they do not hear of all the others' money. */
export type Keys = Partial<Record<Who | 'hooks', string>>;

export function requestOf(plan: Plan, known: Known, keys: Keys): Request {
  const { method, path } = plan.operation;
  const body: Record<string, unknown> = { ...plan.body };
  if (body.client_reference === FRESH) body.client_reference = known.newReference();
  if (body.client_reference === KNOWN) {
    // What another account calls by the owner's reference is its own.
    const isOwner = plan.who === 'owner';
    body.client_reference = isOwner ? pickOf(known.references, plan.pick) : known.newReference();
  }
  for (const each of plan.spoilings) spoilBody(body, each);
  const hasBody = plan.operation.operation.requestBody !== undefined;
  const request: Request = {
    method,
    path: path.replaceAll(/\{\w+\}/g, () => parameterOf(path, plan, known)),
    query: '',
    headers: headersFor(plan, keys),
    body: hasBody ? Buffer.from(JSON.stringify(body)) : undefined,
    who: plan.who,
    isRepeated: false,
    isOfChain: false,
  };
  if (hasBody) request.headers['content-type'] = 'application/json';
  if (plan.idempotencyKey !== 'none') {
    const key =
      plan.idempotencyKey === 'known' ? pickOf(known.idempotencyKeys, plan.pick) : known.newReference();
    known.note(known.idempotencyKeys, key);
    request.headers['idempotency-key'] = key;
  }
  const query = new URLSearchParams(
    Object.entries(plan.query).map(([name, value]) => [
      name,
      value === KNOWN ? knownFor(name, plan.pick, known) : value,
    ]),
  );
  for (const each of plan.spoilings) spoil(request, query, each, plan);
  request.query = query.size > 0 ? `?${query}` : '';
  // GET and HEAD have no body that anybody reads.
  if (request.method === 'GET' || request.method === 'HEAD') request.body = undefined;
  return request;
}

function headersFor({ who, operation }: Plan, keys: Keys): Record<string, string> {
  const isHooks = ['Webhooks', 'Events'].includes(operation.operation.tags[0] ?? '');
  const key = keys[who === 'owner' && isHooks ? 'hooks' : who];
  if (who === 'nobody') return {};
  if (who === 'basic') return { authorization: `Basic ${keys.owner}` };
  if (who === 'twice') return { authorization: `Bearer ${keys.owner}, Bearer ${keys.owner}` };
  return { authorization: `Bearer ${key}` };
}

function pickOf(list: string[], pick: number): string {
  return list[pick % Math.max(1, list.length)] ?? 'none';
}

function kindOf(path: string): keyof Known['ids'] | undefined {
  return /\/(collections|payouts|recipients|payment-links|payment-requests|webhook-endpoints|webhook-deliveries)\//.exec(
    path,
  )?.[1] as keyof Known['ids'];
}

function parameterOf(path: string, plan: Plan, known: Known): string {
  const kind = kindOf(path);
  if (kind === undefined) return pickOf(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_X'], plan.pick);
  const isReference = path.endsWith('{reference}') && plan.pick % 2 === 0;
  return encodeURIComponent(pickOf(isReference ? known.references : known.ids[kind], plan.pick));
}

function knownFor(name: string, pick: number, known: Known): string {
  if (name === 'reference') return pickOf(known.references, pick);
  if (name === 'cursor') return pickOf(known.cursors, pick);
  const lists: Record<string, string[]> = {
    endpoint_id: known.ids['webhook-endpoints'],
    event_id: known.ids.events,
    transaction_id: known.ids.collections,
    payment_link_id: known.ids['payment-links'],
  };
  return pickOf(lists[name] ?? [], pick);
}

function spoilBody(body: Record<string, unknown>, spoiling: Spoiling): void {
  const names = Object.keys(body);
  if (spoiling.kind === 'retype' && names.length > 0) {
    const name = names[spoiling.field % names.length] as string;
    body[name] = retyped(body[name], spoiling.to);
  }
  if (spoiling.kind === 'drop' && names.length > 0)
    delete body[names[spoiling.field % names.length] as string];
  if (spoiling.kind === 'set' && names.length > 0) {
    body[names[spoiling.field % names.length] as string] = spoiling.value;
  }
  if (spoiling.kind === 'add') {
    Object.defineProperty(body, spoiling.name, {
      value: spoiling.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
}

/** The same value as another type of JSON. */
function retyped(value: unknown, to: Extract<Spoiling, { kind: 'retype' }>['to']): unknown {
  const number = typeof value === 'string' ? Number(value) : 1;
  if (to === 'number') return Number.isFinite(number) ? number : 1;
  if (to === 'boolean') return true;
  if (to === 'list') return [value];
  if (to === 'object') return { value };
  return to === 'null' ? null : JSON.stringify(value);
}

function spoil(request: Request, query: URLSearchParams, spoiling: Spoiling, plan: Plan): void {
  const { body } = request;
  switch (spoiling.kind) {
    case 'text':
      if (body) Object.assign(request, spoilText(body, spoiling.how, plan.pick));
      return;
    case 'big':
      if (body)
        request.body = Buffer.concat([body, Buffer.alloc(Math.max(0, spoiling.bytes - body.length), 0x20)]);
      return;
    case 'deep': {
      const { depth } = spoiling;
      if (body)
        request.body = Buffer.from(
          `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},${body.toString().slice(1)}`,
        );
      return;
    }
    case 'method':
      request.method = spoiling.method;
      return;
    case 'path':
      request.path = spoilPath(request.path, spoiling.how);
      return;
    case 'parameter': {
      const parts = plan.operation.path.split('/');
      const at = parts.findIndex((each) => each.startsWith('{'));
      if (at === -1) return;
      const now = request.path.split('/');
      now[at] = escaped(spoiling.text);
      request.path = now.join('/');
      return;
    }
    case 'header':
      request.headers[spoiling.name] = spoiling.value;
      return;
    case 'query':
      query.append(spoiling.name, spoiling.value);
      return;
  }
}

/** As a sloppy client would: lone surrogates cannot be percent-encoded. */
function escaped(text: string): string {
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed());
}

function spoilText(
  body: Buffer,
  how: Extract<Spoiling, { kind: 'text' }>['how'],
  pick: number,
): Partial<Request> {
  const text = body.toString();
  switch (how) {
    case 'cut':
      return { body: body.subarray(0, pick % Math.max(1, body.length)) };
    case 'tail':
      return { body: Buffer.from(`${text}}`) };
    case 'bom':
      return { body: Buffer.from(`\ufeff${text}`) };
    case 'repeated':
      return {
        body: Buffer.from(`{"amount":"1.00","\\u0061mount":"1.00",${text.slice(1)}`),
        isRepeated: true,
      };
    case 'array':
      return { body: Buffer.from(`[${text}]`) };
    case 'string':
      return { body: Buffer.from(JSON.stringify(text)) };
    case 'empty':
      return { body: Buffer.alloc(0) };
    case 'utf16':
      return { body: Buffer.from(text, 'utf16le') };
    case 'bytes':
      return { body: Buffer.concat([body.subarray(0, -1), Buffer.from([0xff, 0xfe, 0x7d])]) };
  }
}

function spoilPath(path: string, how: Extract<Spoiling, { kind: 'path' }>['how']): string {
  // Outside these roots a path that is not served is a page's.
  if (!path.startsWith('/api/') && !path.startsWith('/rails/')) return path;
  if (how === 'slash') return `${path}/`;
  if (how === 'more') return `${path}/more`;
  if (how === 'case') return path.replace(/\/v1\/|\/rails\/|\/client\//, (each) => each.toUpperCase());
  if (how === 'double') return path.replace('/', '//');
  return `${path};x=1/more`;
}

/** Whether an answer may be, by its status; a sentence if not. The body of the answer is for the description to judge. */
export function faultOfStatus(
  request: Request,
  status: number,
  text: string,
  description: Description,
  known: Known,
): string | undefined {
  const { method, path } = request;
  const allow = (...statuses: number[]) =>
    statuses.includes(status) ? undefined : `${status} instead of ${statuses.join(' or ')}`;
  if (status >= 500) return isSimulatedError(request, status, text) ? undefined : 'a 5xx';
  const operations = description.operationsAt(path);
  if (operations === undefined) return allow(404);
  const operation = operations[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined) return allow(405);
  if (operation.security) return undefined;

  if (['nobody', 'unknown', 'mistyped', 'basic', 'twice'].includes(request.who)) return allow(401);
  if (request.who === 'suspended') return allow(403);
  const isRead = method === 'GET' || method === 'HEAD';
  if (request.who === 'reader' && !isRead) return allow(403);
  const faults: string[] = [];
  if (!isRead) {
    if (!isJsonType(request.headers)) return allow(415);
    const bytes = request.body ?? Buffer.alloc(0);
    if (bytes.length > 65_536) return allow(413);
    const isNeeded = method === 'PATCH' || operation.requestBody?.required === true;
    if (bytes.length > 0 || isNeeded) {
      const value = request.isRepeated ? undefined : readObject(bytes);
      if (value === undefined) return allow(400);
      const fault = operation.requestBody && description.bodyFault(operation, value);
      if (fault) faults.push(`the request body: ${fault}`);
    }
  }
  for (const { name, in: place, schema } of operation.parameters) {
    if (place !== 'query') continue;
    const value = new URLSearchParams(request.query).getAll(name).at(-1);
    if (value !== undefined && !fits(schema, value)) faults.push(`the query: ${name}`);
  }
  const idempotencyKey = request.headers['idempotency-key']?.trim();
  if (method === 'POST' && (idempotencyKey === '' || (idempotencyKey?.length ?? 0) > 255)) {
    faults.push('the Idempotency-Key');
  }
  if (faults.length > 0 && status < 400) return `${status} in spite of ${faults.join(', ')}`;
  // What a path names is the owner's.
  const isForeign = request.who === 'other' || request.who === 'live';
  if (isForeign && status < 400 && path.split('/').some((each) => known.has(decoded(each)))) {
    return `${status} for what belongs to somebody else`;
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The sandbox's 500.00, which is answered with a 500 on purpose; contract.md §8. */
export function isSimulatedError({ path, body }: Request, status: number, text: string): boolean {
  return (
    status === 500 &&
    path === '/api/v1/collections/initiate' &&
    /"500(\.00?)?"/.test(body?.toString() ?? '') &&
    text.includes('"Simulated server error: ')
  );
}

/** As contract.md §2 has it; without any, it is JSON. */
function isJsonType(headers: Record<string, string>): boolean {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return false;
  const type = headers['content-type'];
  return type === undefined || /^application\/([a-z0-9.+-]+\+)?json\s*(;\s*charset="?utf-?8"?)?$/i.test(type);
}

/** The object that the bytes are; a member named `__proto__` counts for nothing, as parse-json.ts has it. */
function readObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (text.startsWith('\ufeff')) return undefined;
    const value: unknown = JSON.parse(text);
    if (text.includes('__proto__')) dropProto(value);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** On a list of its own: a body may be deeper than the stack. */
function dropProto(value: unknown): void {
  const rest = [value];
  for (let each = rest.pop(); each !== undefined; each = rest.pop()) {
    if (typeof each !== 'object' || each === null) continue;
    const members = each as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      if (name === '__proto__') delete members[name];
      else if (members[name] !== undefined) rest.push(members[name]);
    }
  }
}

/** The rough part of a schema that a text of a query can break for sure. */
function fits(schema: Record<string, unknown>, value: string): boolean {
  if (schema.type === 'integer') {
    if (!/^[1-9]\d*$/.test(value)) return false;
    return (
      Number(value) >= Number(schema.minimum ?? 0) && Number(value) <= Number(schema.maximum ?? Infinity)
    );
  }
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value)) return false;
  const length = [...value].length;
  return length >= Number(schema.minLength ?? 0) && length <= Number(schema.maxLength ?? Infinity);
}

/** One that a person can paste; what is long or not text is shortened and said to be. */
export function curlOf(origin: string, { method, path, query, headers, body }: Request): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = [`curl -i -X ${method} ${quote(origin + path + query)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body) {
    const sha = createHash('sha256').update(body).digest('hex').slice(0, 8);
    const note = body.length > 4_000 ? ` # ${body.length} bytes, sha256 ${sha}…` : '';
    parts.push(`--data-binary ${quote(body.subarray(0, 4_000).toString())}${note}`);
  }
  return parts.join(' ');
}
