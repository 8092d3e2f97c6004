/** Step-up itself: passwords that are guessed, codes that are used again, and what needs neither. */
import { randomUUID } from 'node:crypto';
import {
  addColleague,
  addOperator,
  approve,
  askForKey,
  colleague,
  fresh,
  idOf,
  older,
  reveal,
  SANDBOX,
  secretIn,
  stepUp,
  totp,
  wanted,
} from './dashboards.ts';
import { type Answer, codeOf, counts } from './http.ts';
import { attack, sleep } from './score.ts';
import { cookieOf, Person, type Stage, strong, texts, unique } from './stage.ts';

export async function password(stage: Stage, one: Person) {
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
export async function code(stage: Stage, owner: Person) {
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
    if (on.headers['set-cookie']) {
      person.cookie = cookieOf(on);
    }
    return on.status < 300
      ? { secret, used, recovery }
      : `two-factor could not be switched on: ${begun.status} ${on.status} ${on.text.slice(0, 90)}`;
  }
  return 'where two-factor is switched on was not found';
}

/** What is not on the list goes on without a password. */
export async function unbothered(stage: Stage, owner: Person, one: Person) {
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
