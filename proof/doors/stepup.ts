/** A session that is older than ten minutes: what it may still do, and how it becomes young again. */
import { randomUUID } from 'node:crypto';
import {
  addColleague,
  addOperator,
  addToClient,
  approve,
  askForAllowlist,
  askForKey,
  askForOwnAllowlist,
  colleague,
  fresh,
  idOf,
  listOf,
  reveal,
  SANDBOX,
  secretIn,
  totp,
} from './dashboards.ts';
import { type Answer, codeOf, counts } from './http.ts';
import { attack, begin, type Finding, sleep } from './score.ts';
import { Person, type Stage, strong, texts, unique } from './stage.ts';

/** As if this person had signed in, or said the password, some minutes earlier. What lies ahead stays where it is. */
async function older(stage: Stage, person: Person, minutes = 11) {
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

const stepUp = (person: Person, body: unknown) => person.post('/auth/step-up', body);
const wanted = (answer: Answer) => answer.status === 403 && codeOf(answer) === 'STEP_UP_REQUIRED';

type Action = { title: string; person: Person; act: () => Promise<Answer>; done?: () => Promise<string> };

export async function stepup(stage: Stage) {
  if (!begin('step-up')) {
    return;
  }
  const owner = stage.owners[0] as Person;
  const [one, two] = stage.operators as [Person, Person];
  await fresh(owner);
  await fresh(two);
  await fresh(one);
  const asked = idOf(await askForKey(owner, 'SANDBOX', 'read'));
  const toReveal = idOf(await askForKey(owner, 'SANDBOX', 'read'));
  await approve(one, toReveal);
  const asks = idOf(await askForAllowlist(two, stage.victim.id));
  const [openCase] = listOf(await one.get('/cases'));
  const count = async (person: Person, path: string) => String(listOf(await person.get(path)).length);
  const setting = async () =>
    JSON.stringify(listOf(await one.get('/rails')))
      .replace(/"(probed|checked|at|since|last)[^,}]*/g, '')
      .length.toString();
  const actions: Action[] = [
    {
      title: 'approving a key',
      person: one,
      act: () => approve(one, asked),
      done: () => count(one, '/approvals?state=open'),
    },
    { title: 'approving an allowlist', person: one, act: () => approve(one, asks) },
    { title: 'revealing', person: owner, act: () => reveal(owner, 'SANDBOX', toReveal) },
    {
      title: 'inviting an operator',
      person: one,
      act: () => addOperator(one, unique('step')),
      done: () => count(one, '/users'),
    },
    {
      title: 'inviting a colleague',
      person: owner,
      act: () => addColleague(owner, unique('step'), 'viewer'),
      done: () => count(owner, '/team'),
    },
    {
      title: 'inviting into a client',
      person: one,
      act: () => addToClient(one, stage.victim.id, unique('step'), 'viewer'),
    },
    {
      title: 'sending a colleague a new link',
      person: owner,
      act: async () => owner.post(`/team/${await another(owner)}/invite`),
    },
    { title: 'sending an operator a new link', person: one, act: () => one.post(`/users/${two.id}/invite`) },
    {
      title: 'making a client with its owner',
      person: one,
      act: () => newClient(one),
      done: () => count(one, '/clients'),
    },
    {
      title: 'changing a rail’s connection',
      person: one,
      act: () =>
        one.post('/rails/PROVIDER_C/connection', {
          fields: { base_url: 'http://127.0.0.1:1', api_key: 'x-key', notice_secrets: 'y' },
          same_wallet: false,
        }),
    },
    {
      title: 'taking a rail’s connection away',
      person: one,
      act: () => one.call('DELETE', '/rails/PROVIDER_C/connection', {}),
    },
    {
      title: 'switching a rail',
      person: one,
      act: () =>
        one.call('PATCH', '/rails/PROVIDER_A', {
          environment: 'LIVE',
          direction: 'payout',
          enabled: false,
          min_amount: '1.00',
          max_amount: '100000.00',
        }),
      done: setting,
    },
    {
      title: 'overruling a rail’s health',
      person: one,
      act: () =>
        one.post('/rails/PROVIDER_A/health', {
          direction: 'payout',
          status: 'CLOSED',
          reason: 'A trial of the adversary, nothing more.',
        }),
    },
    {
      title: 'settling a case',
      person: one,
      act: () =>
        one.post(`/cases/${openCase?.id}/propose`, {
          outcome: 'failed',
          evidence: 'A trial of the adversary, nothing more.',
        }),
    },
    {
      title: 'changing an allowlist, as an owner',
      person: owner,
      act: () => askForOwnAllowlist(owner),
    },
    {
      title: 'changing an allowlist, as an operator',
      person: one,
      act: () => askForAllowlist(one, stage.greedy.id),
    },
    {
      title: 'paying out from the dashboard',
      person: owner,
      act: () => pay(owner),
      done: () => count(owner, `/transactions${SANDBOX}&type=payout`),
    },
  ];
  for (const action of actions) {
    await refused(stage, action);
  }
  await password(stage, one);
  await code(stage, owner);
  await unbothered(stage, owner, one);
}

const another = async (owner: Person) =>
  listOf(await owner.get('/team')).find((one) => one.id !== owner.id)?.id;

const pay = (owner: Person) =>
  owner.post(`/payouts${SANDBOX}`, {
    amount: '1.00',
    currency: 'GMD',
    client_reference: randomUUID(),
    recipient_mobile: '+2203456789',
  });

const newClient = (one: Person) => {
  const email = unique('stepclient');
  return one.post('/clients', {
    name: `Step ${email.slice(11, 16)}`,
    business_email: email,
    business_phone: '+2203456789',
    commission_bps: 150,
    owner_name: 'Some Owner',
    owner_email: email,
  });
};

/** Old: STEP_UP_REQUIRED and nothing done, also when requests in between kept the session alive. Then the password, then done. */
async function refused(stage: Stage, { title, person, act, done }: Action) {
  await attack(`${title} wants the password within ten minutes`, async () => {
    await fresh(person);
    const before = await done?.();
    await older(stage, person);
    await person.get('/session');
    const old = await act();
    const after = await done?.();
    const findings: Finding[] = [
      [wanted(old), `expected 403 STEP_UP_REQUIRED, seen ${old.status} ${codeOf(old)}`],
      [before === after, before === after ? 'nothing done' : 'something was done'],
    ];
    if (wanted(old)) {
      const said = await stepUp(person, { password: person.password });
      const again = await act();
      findings.push(
        [said.status === 200, `step-up ${said.status}`],
        [
          !wanted(again) && again.status < 500 && again.status !== 401,
          `then ${again.status} ${codeOf(again)}`,
        ],
      );
    }
    return findings;
  });
}

async function password(stage: Stage, one: Person) {
  await attack('step-up: wrong passwords are refused, limited, and do not end in a step-up', async () => {
    const account = stage.product.makeOperator(unique('guessed'), 'Guessed Operator');
    const guessed = new Person(stage.base, 'admin', account.email, account.password);
    await fresh(guessed);
    await older(stage, guessed);
    const tries: Answer[] = [];
    for (let index = 0; index < 8; index += 1) {
      tries.push(await stepUp(guessed, { password: strong() }));
    }
    const odd = [
      {},
      { password: '' },
      { password: null },
      { password: ['x'] },
      { password: 'x'.repeat(70_000) },
      { code: '000000' },
    ];
    const shapes = [];
    for (const body of odd) {
      shapes.push(await stepUp(guessed, body));
    }
    const acted = await addOperator(guessed, unique('none'));
    return [
      [
        tries.every(({ status }) => [400, 401, 403, 422, 429].includes(status)),
        `wrong ones ${counts(tries)}`,
      ],
      [tries.some(({ status }) => status === 429), 'a limit after at most eight'],
      [
        shapes.every(({ status }) => status >= 400 && status < 500 && status !== 404),
        `odd ones ${counts(shapes)}`,
      ],
      [wanted(acted), `an action then ${acted.status} ${codeOf(acted)}`],
    ];
  });
  await attack(
    'step-up: without a session, of another site, or of another person it is nothing',
    async () => {
      await fresh(one);
      await older(stage, one);
      const two = stage.operators[1] as Person;
      const bare = await one.post('/auth/step-up', { password: one.password }, { headers: { cookie: '' } });
      const foreign = await one.post(
        '/auth/step-up',
        { password: one.password },
        { headers: { origin: 'https://evil.example' } },
      );
      const others = await stepUp(one, { password: two.password });
      const named = await stepUp(one, { password: two.password, email: two.email, user_id: two.id });
      const acted = await addOperator(one, unique('none'));
      await fresh(one);
      return [
        [bare.status === 401, `without a session ${bare.status}`],
        [foreign.status === 403, `foreign ${foreign.status}`],
        [
          others.status >= 400 && others.status !== 404 && named.status >= 400,
          `another’s password ${others.status} ${named.status}`,
        ],
        [wanted(acted), `an action then ${acted.status} ${codeOf(acted)}`],
      ];
    },
  );
}

/** With a second factor, the password alone is not enough, and a code counts once. */
async function code(stage: Stage, owner: Person) {
  await attack('step-up: with two-factor on it wants a code, and takes each once', async () => {
    const person = await colleague(stage, owner, 'owner');
    const account = await account2fa(person);
    if (typeof account === 'string') {
      return [[false, account]];
    }
    await older(stage, person);
    const without = await stepUp(person, { password: person.password });
    const used = await stepUp(person, { password: person.password, code: account.used });
    const wrongPassword = await stepUp(person, {
      password: strong(),
      code: totp(account.secret, Date.now() + 30_000),
    });
    const acted = await addColleague(person, unique('none'), 'viewer');
    const next = totp(account.secret, Date.now() + 30_000) === account.used ? '' : totp(account.secret);
    const recovery = await stepUp(person, { password: person.password, recovery_code: account.recovery });
    const parallel = await Promise.all(
      Array.from({ length: 6 }, () => stepUp(person, { password: person.password, code: next })),
    );
    return [
      [
        without.status >= 400 && without.status < 500 && without.status !== 404,
        `password alone ${without.status} ${codeOf(without)}`,
      ],
      [used.status >= 400 && used.status !== 404, `the code that was used ${used.status}`],
      [
        wrongPassword.status >= 400 && wrongPassword.status !== 404,
        `a code with a wrong password ${wrongPassword.status}`,
      ],
      [wanted(acted), `an action then ${acted.status} ${codeOf(acted)}`],
      [
        parallel.filter(({ status }) => status === 200).length <= 1,
        `one code six times at once ${counts(parallel)}; a recovery code ${recovery.status}`,
      ],
    ];
  });
}

/** Switches the second factor on, and gives its secret and the code that was used for that. */
async function account2fa(person: Person) {
  const rooms = ['/account', '/me', '/settings'];
  for (const room of rooms) {
    const begun = await person.post(`${room}/two-factor/begin`, { password: person.password });
    if (begun.status === 404) {
      continue;
    }
    const uri = texts(begun.json).find((text) => text.startsWith('otpauth:'));
    const secret =
      (uri && new URL(uri).searchParams.get('secret')) ||
      texts(begun.json).find((text) => /^[A-Z2-7]{16,}$/.test(text)) ||
      '';
    const used = totp(secret);
    const on = await person.post(`${room}/two-factor/confirm`, { code: used, password: person.password });
    const recovery = texts(on.json).find((text) => /^[\w-]{8,}$/.test(text) && text !== 'success') ?? '';
    return on.status < 300
      ? { secret, used, recovery }
      : `two-factor could not be switched on: ${begun.status} ${on.status} ${on.text.slice(0, 90)}`;
  }
  return 'where two-factor is switched on was not found';
}

/** What is not on the list goes on without a password. */
async function unbothered(stage: Stage, owner: Person, one: Person) {
  await attack('an old session does all else as before', async () => {
    await fresh(owner);
    await fresh(one);
    await older(stage, owner);
    await older(stage, one);
    const hook = await owner.post(`/webhook-endpoints${SANDBOX}`, {
      url: `http://127.0.0.1:${stage.product.port + 2}/other`,
    });
    const answers: [string, Answer][] = [
      ['reading', await owner.get(`/transactions${SANDBOX}`)],
      ['the team', await owner.get('/team')],
      ['asking for a key', await askForKey(owner, 'SANDBOX', 'read')],
      ['an endpoint', hook],
      [
        'a test event',
        await owner.post(`/sandbox/rail-floats${SANDBOX}`, { provider: 'PROVIDER_W', amount: '5.00' }),
      ],
      [
        'a collection',
        await owner.post(`/collections${SANDBOX}`, {
          amount: '200.00',
          currency: 'GMD',
          client_reference: randomUUID(),
        }),
      ],
      ['an operator reads', await one.get('/approvals')],
      ['an operator looks into a client', await one.get(`/clients/${stage.greedy.id}`)],
      ['a log-out', await owner.post('/auth/logout')],
    ];
    const bothered = answers.filter(
      ([, answer]) => wanted(answer) || answer.status === 401 || answer.status >= 500,
    );
    await sleep(50);
    return [
      [
        bothered.length === 0,
        `expected none asked, seen ${bothered.map(([title, { status }]) => `${title} ${status}`).join(', ') || 'so'} (${answers.map(([, { status }]) => status).join(' ')})`,
      ],
    ];
  });
  await attack('nine minutes are not too long, and a log-in counts', async () => {
    await fresh(owner);
    await older(stage, owner, 9);
    const young = await addColleague(owner, unique('nine'), 'viewer');
    const id = idOf(await askForKey(owner, 'SANDBOX', 'read'));
    await fresh(one);
    await approve(one, id);
    const shown = await reveal(owner, 'SANDBOX', id);
    return [
      [!wanted(young) && young.status < 400, `inviting ${young.status} ${codeOf(young)}`],
      [Boolean(secretIn(shown)), `revealing ${shown.status} ${codeOf(shown)}`],
    ];
  });
}
