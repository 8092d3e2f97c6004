/** One operator who wants to be two, and one who wants to be a client. */
import {
  addOperator,
  addToClient,
  approve,
  askForAllowlist,
  askForKey,
  firstOf,
  fresh,
  idOf,
  listOf,
  newLink,
  newLinkInClient,
  reveal,
  secretIn,
  statusOf,
  takeLink,
} from './dashboards.ts';
import { type Answer, codeOf } from './http.ts';
import { attack, begin, type Finding, note } from './score.ts';
import { settle } from './settle.ts';
import { byKey, Person, type Stage, strong, unique } from './stage.ts';

/** How a request stands that nobody has decided yet. */
const OPEN = /PENDING|OPEN|WAIT/i;

/** What a puppet gets decided: the allowlist that its master asked for, and a key that an owner asked for. */
async function decides(stage: Stage, master: Person, puppet: Person, ownersToo: boolean): Promise<Finding[]> {
  await fresh(master);
  const asked = await askForAllowlist(master, stage.greedy.id);
  const decided: string[] = [];
  const answers: string[] = [];
  const wanted: [string, string][] = [['its master’s allowlist', idOf(asked)]];
  if (ownersToo) {
    const owner = stage.owners[0] as Person;
    await fresh(owner);
    wanted.push(['an owner’s key', idOf(await askForKey(owner, 'SANDBOX', 'read'))]);
  }
  for (const [what, id] of wanted) {
    const answer = await approve(puppet, id);
    answers.push(`${answer.status}`);
    if (id && (answer.status < 300 || !OPEN.test(await statusOf(master, id)))) {
      decided.push(what);
    }
    for (const tidy of [master, ...stage.operators]) {
      await fresh(tidy);
      await firstOf(tidy, 'POST', [`/approvals/${id}/reject`], {
        reason: 'The adversary tidies up after a trial.',
      });
    }
  }
  return [
    [
      wanted.every(([, id]) => id),
      wanted.every(([, id]) => id) ? 'asked' : `could not ask: ${asked.status} ${asked.text.slice(0, 100)}`,
    ],
    [
      decided.length === 0,
      `expected nothing decided, seen ${decided.join(' and ') || 'nothing'} (${answers.join(', ')})`,
    ],
  ];
}

/** The puppet signs in, if it can, and decides. That it cannot sign in is good as well. */
async function asPuppet(
  stage: Stage,
  master: Person,
  puppet: Person | string,
  ownersToo = true,
): Promise<Finding[]> {
  return typeof puppet === 'string' ? [[true, puppet]] : decides(stage, master, puppet, ownersToo);
}

const made = (stage: Stage, email: string, shown: Answer) => takeLink(stage.base, 'admin', email, shown);
const confirmPaths = (id: string) => [
  `/users/${id}/confirm`,
  `/users/${id}/approve`,
  `/users/${id}/confirmation`,
];

export async function operators(stage: Stage) {
  if (!begin('authority')) {
    return;
  }
  const [one, two] = stage.operators as [Person, Person];
  await alone(stage, one);
  await overAnother(stage, one, two);
  await attack('one operator says yes to their own request, under any name of the verb', async () => {
    await fresh(one);
    const asked = await askForAllowlist(one, stage.greedy.id);
    const id = idOf(asked);
    const tries = [
      await approve(one, id),
      await one.post(`/approvals/${id}/approve`, { decided_by: two.id, as: two.id }),
      await one.call('PATCH', `/approvals/${id}`, { status: 'APPROVED' }),
      await one.post(`/approvals/${id.toUpperCase()}/approve`),
    ];
    const together = await Promise.all(Array.from({ length: 12 }, () => approve(one, id)));
    const status = await statusOf(two, id);
    await two.post(`/approvals/${id}/reject`, { reason: 'The adversary tidies up after a trial.' });
    return [
      [
        id !== '' && OPEN.test(status),
        `expected it open, seen ${status} after ${[...tries, ...together].map((answer) => answer.status).join(' ')}`,
      ],
    ];
  });
  await settle(stage, one);
  await mints(stage, one);
  await house(stage, one);
}

async function alone(stage: Stage, one: Person) {
  await attack('an operator makes an admin, takes its link and decides with it', async () => {
    await fresh(one);
    const email = unique('puppet');
    return asPuppet(stage, one, await made(stage, email, await addOperator(one, email)));
  });
  await attack('the same, with fields that are nobody’s to set', async () => {
    await fresh(one);
    const email = unique('puppet');
    const more = {
      status: 'ACTIVE',
      confirmed: true,
      confirmed_at: '2026-01-01T00:00:00.000Z',
      confirmed_by: stage.operators[1]?.id,
      invited_by: stage.operators[1]?.id,
      created_by: null,
      password: strong(),
      made_by: 'cli',
      id: '01900000-0000-7000-8000-00000000d00d',
    };
    return asPuppet(stage, one, await made(stage, email, await addOperator(one, email, more)));
  });
  await attack('a support is made, and becomes an admin afterwards', async () => {
    await fresh(one);
    const email = unique('support');
    const shown = await addOperator(one, email, { role: 'support' });
    const puppet = await made(stage, email, shown);
    const id = idOf(shown);
    await one.call('PATCH', `/users/${id}`, { role: 'admin' });
    if (typeof puppet !== 'string') {
      await puppet.signIn();
      await puppet.call('PATCH', `/users/${id}`, { role: 'admin' });
    }
    return asPuppet(stage, one, puppet);
  });
  await attack('puppets that confirm each other, and their master who confirms them', async () => {
    await fresh(one);
    const [a, b] = [unique('puppet'), unique('puppet')];
    const first = await addOperator(one, a);
    const puppet = await made(stage, a, first);
    const second = typeof puppet === 'string' ? await addOperator(one, b) : await addOperator(puppet, b);
    const other = await made(stage, b, second.status < 300 ? second : await addOperator(one, b));
    const confirmed: number[] = [];
    for (const who of [one, puppet, other]) {
      if (typeof who !== 'string') {
        for (const id of [idOf(first), idOf(second)]) {
          confirmed.push((await firstOf(who, 'POST', confirmPaths(id))).status);
        }
      }
    }
    const asked = await waiting(one, [a, b]);
    for (const id of asked) {
      for (const who of [one, puppet, other]) {
        if (typeof who !== 'string') {
          confirmed.push((await approve(who, id)).status);
        }
      }
    }
    const findings = [...(await asPuppet(stage, one, puppet)), ...(await asPuppet(stage, one, other))];
    return [...findings, [true, `confirmations ${confirmed.join(' ')}`]];
  });
  await attack(
    'a puppet that another operator has confirmed decides for its master within 30 days',
    async () => {
      await fresh(one);
      const two = stage.operators[1] as Person;
      await fresh(two);
      const email = unique('confirmed');
      const shown = await addOperator(one, email);
      const confirmed = [await firstOf(two, 'POST', confirmPaths(idOf(shown)))];
      for (const id of await waiting(two, [email])) {
        confirmed.push(await approve(two, id));
      }
      const puppet = await made(stage, email, shown);
      note(`a confirmation by another is answered ${confirmed.map(({ status }) => status).join(' ')}`);
      return asPuppet(stage, one, puppet, false);
    },
  );
}

/** What waits for a decision and names one of these people. */
async function waiting(operator: Person, emails: string[]) {
  const all = [
    ...listOf(await operator.get('/approvals')),
    ...listOf(await operator.get('/approvals?state=open')),
  ];
  return [
    ...new Set(
      all
        .filter((one) => emails.some((email) => JSON.stringify(one).includes(email)))
        .map((one) => String(one.id)),
    ),
  ];
}

/** What one operator can do to another who is there already. The victim is made anew each time by the command line. */
async function overAnother(stage: Stage, one: Person, two: Person) {
  const ways: [string, (victim: Person) => Promise<Answer>][] = [
    ['a new link', (victim) => newLink(one, victim.id)],
    [
      'a second factor reset, and a new link',
      async (victim) => {
        await firstOf(one, 'POST', [`/users/${victim.id}/reset-two-factor`], { password: one.password });
        return newLink(one, victim.id);
      },
    ],
    [
      'disabling, enabling and a new link',
      async (victim) => {
        await one.call('PATCH', `/users/${victim.id}`, { disabled: true });
        await one.call('PATCH', `/users/${victim.id}`, { disabled: false });
        return newLink(one, victim.id);
      },
    ],
    [
      'another e-mail, and a new link',
      async (victim) => {
        await one.call('PATCH', `/users/${victim.id}`, { email: unique('moved') });
        return newLink(one, victim.id);
      },
    ],
    ['inviting the same e-mail again', (victim) => addOperator(one, victim.email)],
    [
      'a lower role, a new link, and the role again',
      async (victim) => {
        await one.call('PATCH', `/users/${victim.id}`, { role: 'support' });
        const link = await newLink(one, victim.id);
        await one.call('PATCH', `/users/${victim.id}`, { role: 'admin' });
        return link;
      },
    ],
  ];
  for (const [title, way] of ways) {
    await attack(`an operator takes over another by ${title}`, async () => {
      await fresh(one);
      const account = stage.product.makeOperator(unique('victim'), 'Another Operator');
      const victim = new Person(stage.base, 'admin', account.email, account.password);
      await fresh(victim);
      const taken = await takeLink(stage.base, 'admin', victim.email, await way(victim));
      return asPuppet(stage, one, taken, false);
    });
  }
  await attack('an operator changes their own role', async () => {
    await fresh(two);
    const me = await one.call('PATCH', `/users/${one.id}`, { role: 'admin', status: 'ACTIVE' });
    return [
      [
        me.status === 403 || me.status === 422 || me.status === 400 || me.status === 404,
        `a change of oneself ${me.status} ${codeOf(me)}`,
      ],
    ];
  });
}

/** Live keys of a client, made by one operator alone. The key must not work, at whatever step it is stopped. */
async function mints(stage: Stage, one: Person) {
  const { base, victim } = stage;
  const through = async (person: Person | string): Promise<Finding[]> => {
    if (typeof person === 'string') {
      return [[true, person]];
    }
    const asked = await askForKey(person, 'LIVE', 'full');
    await fresh(one);
    const approved = await approve(one, idOf(asked));
    const shown = await reveal(person, 'LIVE', idOf(asked));
    const secret = secretIn(shown);
    const used = secret ? await byKey(base, secret, 'GET', '/api/v1/client/balance') : undefined;
    return [
      [
        used?.status !== 200,
        `expected no live key, seen asked ${asked.status}, approved ${approved.status}, revealed ${shown.status}, used ${used?.status ?? '-'}`,
      ],
    ];
  };
  for (const role of ['owner', 'developer', 'accountant']) {
    await attack(`one operator puts their own ${role} into a client and mints a live key`, async () => {
      await fresh(one);
      const email = unique(role);
      const shown = await addToClient(one, victim.id, email, role);
      return [
        [true, `asked ${shown.status}`],
        ...(await through(await takeLink(base, 'client', email, shown))),
      ];
    });
  }
  await attack('one operator sends a client’s owner a new link, takes it and mints a live key', async () => {
    await fresh(one);
    const owner = stage.owners[1] as Person;
    const shown = await newLinkInClient(one, victim.id, owner.id);
    const taken = await takeLink(base, 'client', owner.email, shown);
    const findings = await through(taken);
    if (typeof taken !== 'string') {
      owner.password = taken.password;
    }
    return [[true, `asked ${shown.status}`], ...findings];
  });
  await attack('one operator makes a client whose owner is their own, and mints a live key', async () => {
    await fresh(one);
    const email = unique('own');
    const shown = await one.post('/clients', {
      name: `Shell ${email.slice(4, 9)}`,
      business_email: email,
      business_phone: '+2203456789',
      commission_bps: 150,
      owner_name: 'Nobody Else',
      owner_email: email,
    });
    return [
      [true, `made ${shown.status} ${codeOf(shown)}`],
      ...(await through(await takeLink(base, 'client', email, shown))),
    ];
  });
  await attack(
    'one operator asks for a client’s key, or reveals it, by the operators’ own addresses',
    async () => {
      await fresh(one);
      const owner = stage.owners[1] as Person;
      await fresh(owner);
      const asked = await askForKey(owner, 'LIVE', 'read');
      const tries = [
        await one.post(`/clients/${victim.id}/keys?environment=LIVE`, { scope: 'full' }),
        await one.post(`/approvals/${idOf(asked)}/reveal`),
        await one.call('POST', `/api/dashboard/approvals/${idOf(asked)}/reveal?environment=LIVE`, {}),
        await one.call('PATCH', `/users/${owner.id}`, { email: unique('moved') }),
      ];
      const got = tries.filter((answer) => answer.status < 300);
      await one.post(`/approvals/${idOf(asked)}/reject`, {
        reason: 'The adversary tidies up after a trial.',
      });
      return [
        [got.length === 0, `expected all refused, seen ${tries.map(({ status }) => status).join(' ')}`],
      ];
    },
  );
}

/** The house is the gateway's own account: nobody signs in for it. */
async function house(stage: Stage, one: Person) {
  await attack('the house accepts no users, no keys and no sessions', async () => {
    await fresh(one);
    const rows = await stage.product.owner()<
      { id: string; name: string }[]
    >`select id::text, name from clients
      where id::text < '01000000' or name ilike '%house%' or name ilike 'kaira%'`;
    const seen: string[] = [];
    let through = 0;
    for (const { id, name } of rows) {
      for (const role of ['owner', 'viewer']) {
        const answer = await addToClient(one, id, unique('house'), role);
        seen.push(`${name} ${answer.status}`);
        through += answer.status < 300 ? 1 : 0;
      }
    }
    return [[through === 0, `expected all refused, seen ${seen.join(', ') || 'no house among the clients'}`]];
  });
}
