/** What people do in the dashboards, by the addresses that the dashboards' own pages call. */
import { createHmac } from 'node:crypto';
import { type Answer, type Any, codeOf, send } from './http.ts';
import { host, linkIn, Person, type Stage, strong, texts, unique } from './stage.ts';

export const LIVE = '?environment=LIVE';
export const SANDBOX = '?environment=SANDBOX';

/** The list in an answer, in whatever it is wrapped. */
export function listOf(answer: Answer): Any[] {
  const { data } = answer.json;
  if (Array.isArray(data)) {
    return data;
  }
  return (Object.values(data ?? {}).find((value) => Array.isArray(value)) as Any[]) ?? [];
}

/** The id in an answer, in whatever it is wrapped. */
export const idOf = (answer: Answer): string => {
  const { data } = answer.json;
  return data?.id ?? data?.user?.id ?? data?.person?.id ?? data?.approval?.id ?? data?.client?.id ?? '';
};

/** The first of several addresses that exists: what the documents do not name is looked for. */
export async function firstOf(
  person: Person,
  method: string,
  paths: string[],
  body?: unknown,
): Promise<Answer> {
  let last: Answer | undefined;
  for (const path of paths) {
    last = await person.call(method, path, body ?? {});
    if (last.status !== 404 && last.status !== 405) {
      return last;
    }
  }
  return last as Answer;
}

// ---- People

export const addOperator = (by: Person, email: string, more: Any = {}) =>
  by.post('/users', { email, name: `Op ${email.slice(0, 9)}`, role: 'admin', ...more });
export const newLink = (by: Person, id: string) => by.post(`/users/${id}/invite`);
export const addColleague = (by: Person, email: string, role: string) =>
  by.post('/team', { email, name: `Colleague ${email.slice(0, 6)}`, role });
export const addToClient = (by: Person, client: string, email: string, role = 'owner') =>
  firstOf(by, 'POST', [`/clients/${client}/users`, `/clients/${client}/team`, `/clients/${client}/people`], {
    email,
    name: `Put in ${email.slice(0, 6)}`,
    role,
  });
export const newLinkInClient = (by: Person, client: string, id: string) =>
  firstOf(by, 'POST', [
    `/clients/${client}/users/${id}/invite`,
    `/clients/${client}/team/${id}/invite`,
    `/users/${id}/invite`,
  ]);

/** Uses the link in an answer, as whoever it was shown to. Returns who can then sign in, or why not. */
export async function takeLink(
  base: string,
  kind: 'admin' | 'client',
  email: string,
  shown: Answer,
): Promise<Person | string> {
  const link = linkIn(shown);
  if (shown.status >= 300 || !link) {
    return `no link (${shown.status} ${shown.text.slice(0, 80)})`;
  }
  const password = strong();
  const used = await openLink(base, link, password);
  if (used.status >= 300) {
    return `the link is refused (${used.status})`;
  }
  const person = new Person(base, kind, email, password);
  const login = await person.signIn();
  return person.cookie ? person : `no log-in (${login.status})`;
}

export const openLink = (base: string, link: string, password: string) =>
  send(base, '/auth/invitation', {
    method: 'POST',
    body: { token: link.split(/[/=?#]/).at(-1), password },
    headers: { host: host(base), origin: base },
  });

/** A colleague of an owner, signed in. Throws where that cannot be had: the set-up needs it. */
export async function colleague(stage: Stage, owner: Person, role: string): Promise<Person> {
  const email = unique(role);
  await fresh(owner);
  const shown = await addColleague(owner, email, role);
  const person = await takeLink(stage.base, 'client', email, shown);
  if (typeof person === 'string') {
    throw new Error(`no ${role}: ${person}`);
  }
  return person;
}

/** Signs in anew, so that nothing wants the password again. */
export async function fresh(person: Person) {
  const login = await person.signIn();
  if (!person.cookie) {
    throw new Error(`${person.email} cannot sign in: ${login.status} ${login.text.slice(0, 120)}`);
  }
}

// ---- What one asks and another decides

export const askForKey = (person: Person, environment: string, scope: string) =>
  person.post(`/keys?environment=${environment}`, { scope });
export const approve = (operator: Person, id: string) => operator.post(`/approvals/${id}/approve`);
export const reveal = (person: Person, environment: string, id: string) =>
  person.post(`/approvals/${id}/reveal?environment=${environment}`);
export const secretIn = (answer: Answer) =>
  texts(answer.json).find((text) => /^sk_(test|live)_\w{43}$/.test(text));

/** An allowlist with this machine on it, so that nobody is locked out by a trial. */
const allowlist = () => [
  '127.0.0.0/8',
  '::1/128',
  `198.51.100.${Math.floor(Math.random() * 250)}/32`,
  `2001:db8::${Math.floor(Math.random() * 60_000).toString(16)}/128`,
];
export const askForAllowlist = (operator: Person, client: string) =>
  operator.post(`/clients/${client}/ip-allowlist`, { allowlist: allowlist() });
export const askForOwnAllowlist = (owner: Person) =>
  owner.post(`/ip-allowlist${LIVE}`, { allowlist: allowlist() });

export async function statusOf(operator: Person, id: string): Promise<string> {
  for (const state of ['?state=open', '?state=decided']) {
    const found = listOf(await operator.get(`/approvals${state}`)).find((one) => one.id === id);
    if (found) {
      return String(found.status ?? found.state);
    }
  }
  return 'not found';
}

// ---- The password once more

/** As if this person had signed in, or said the password, some minutes earlier. What lies ahead stays where it is. */
export async function older(stage: Stage, person: Person, minutes = 11) {
  const sql = stage.product.owner();
  const columns = await sql<{ name: string }[]>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'sessions' and data_type like 'timestamp%'`;
  const moved = columns
    .filter(({ name }) => !/seen|used|active/.test(name))
    .map(
      ({ name }) =>
        `${name} = case when ${name} <= now() then ${name} - interval '${minutes} minutes' else ${name} end`,
    );
  await stage.product.moveDates(`update sessions set ${moved.join(', ')} where user_id = $1`, [person.id]);
}

export const stepUp = (person: Person, body: unknown) => person.post('/auth/step-up', body);
export const wanted = (answer: Answer) => answer.status === 403 && codeOf(answer) === 'STEP_UP_REQUIRED';

// ---- The second factor, by RFC 6238

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function totp(secret: string, at = Date.now()) {
  const bits = [...secret.replace(/=+$/, '').toUpperCase()]
    .map((one) => BASE32.indexOf(one).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
