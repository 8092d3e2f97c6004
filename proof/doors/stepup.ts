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
  firstOf,
  fresh,
  idOf,
  listOf,
  older,
  reveal,
  SANDBOX,
  stepUp,
  wanted,
} from './dashboards.ts';
import { type Answer, codeOf } from './http.ts';
import { code, password, unbothered } from './password.ts';
import { attack, begin, type Finding } from './score.ts';
import { aCase } from './settle.ts';
import type { Person, Stage } from './stage.ts';
import { unique } from './stage.ts';

type Action = {
  before?: () => Promise<unknown>;
  title: string;
  person: Person;
  act: () => Promise<Answer>;
  done?: () => Promise<string>;
};

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
  const openCase = await aCase(stage, one);
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
        one.post(`/cases/${openCase}/propose`, {
          outcome: 'failed',
          evidence: 'A trial of the adversary, nothing more.',
        }),
    },
    {
      title: 'changing an allowlist, as an owner',
      person: owner,
      before: () => tidy(two),
      act: () => askForOwnAllowlist(owner),
    },
    {
      title: 'changing an allowlist, as an operator',
      person: one,
      before: () => tidy(two),
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
async function refused(stage: Stage, { title, person, act, before: first, done }: Action) {
  await attack(`${title} wants the password within ten minutes`, async () => {
    await first?.();
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

/** Whoever waits for an allowlist is told no, so that another can be asked for. */
async function tidy(two: Person) {
  await fresh(two);
  for (const { id } of listOf(await two.get('/approvals?state=open'))) {
    await firstOf(two, 'POST', [`/approvals/${id}/reject`], {
      reason: 'The adversary tidies up after a trial.',
    });
  }
}
