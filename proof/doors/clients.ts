/** What people of one client may not: keys beyond their role, what viewers touch, whom the team's form tells of. */
import {
  approve,
  askForKey,
  colleague,
  fresh,
  idOf,
  listOf,
  reveal,
  secretIn,
  statusOf,
} from './dashboards.ts';
import { codeOf } from './http.ts';
import { names, oracle, viewers } from './readers.ts';
import { attack, begin } from './score.ts';
import type { Person, Stage } from './stage.ts';
import { texts } from './stage.ts';

export async function clients(stage: Stage) {
  if (!begin('clients')) {
    return;
  }
  const [owner, stranger] = stage.owners as [Person, Person];
  const operator = stage.operators[0] as Person;
  await fresh(operator);
  const developer = await colleague(stage, owner, 'developer');
  const viewer = await colleague(stage, owner, 'viewer');
  await keys(stage, owner, developer, viewer, operator, stranger);
  await ends(stage, owner, operator);
  await viewers(owner, viewer);
  await oracle(owner, operator, stranger);
  await names(stage, owner, developer);
}

/** A request of the owner's that was approved and waits to be revealed. */
async function approved(owner: Person, operator: Person, environment: string, scope: string) {
  await fresh(owner);
  await fresh(operator);
  const asked = await askForKey(owner, environment, scope);
  const yes = await approve(operator, idOf(asked));
  if (asked.status >= 300 || yes.status >= 300) {
    throw new Error(
      `no approved request: ${asked.status} ${asked.text.slice(0, 120)}, ${yes.status} ${yes.text.slice(0, 120)}`,
    );
  }
  return idOf(asked);
}

async function keys(
  stage: Stage,
  owner: Person,
  developer: Person,
  viewer: Person,
  operator: Person,
  stranger: Person,
) {
  for (const [who, person] of [
    ['a developer', developer],
    ['a viewer', viewer],
    ['the owner of another client', stranger],
  ] as const) {
    await attack(`${who} reveals the live full key that an owner asked for`, async () => {
      const id = await approved(owner, operator, 'LIVE', 'full');
      await fresh(person);
      const shown = await reveal(person, 'LIVE', id);
      const own = await reveal(owner, 'LIVE', id);
      return [
        [
          !secretIn(shown) && shown.status >= 400,
          `expected a refusal, seen ${shown.status} ${codeOf(shown)}${secretIn(shown) ? ' with the key' : ''}`,
        ],
        [Boolean(secretIn(own)), `the owner reveals it: ${own.status}`],
      ];
    });
  }
  for (const scope of ['payouts', 'full'] as const) {
    await attack(`a developer asks for a live key with scope ${scope}`, async () => {
      await fresh(developer);
      const asked = await askForKey(developer, 'LIVE', scope);
      return [
        [
          asked.status === 403 || asked.status === 422 || asked.status === 400,
          `expected a refusal, seen ${asked.status} ${codeOf(asked)}`,
        ],
      ];
    });
  }
  await attack('a developer asks with a scope in another form', async () => {
    await fresh(developer);
    const tries: unknown[] = [
      { scope: ['payouts'] },
      { scope: 'PAYOUTS' },
      { scope: ' full' },
      { scope: 'read', scopes: ['full'] },
      {},
      { scope: null },
      { scope: 'read,payouts' },
    ];
    const answers = await Promise.all(tries.map((body) => developer.post('/keys?environment=LIVE', body)));
    const mine = listOf(await owner.get('/approvals?environment=LIVE')).filter((one) =>
      /OPEN|PENDING|WAIT/i.test(String(one.status ?? one.state)),
    );
    const wide = mine.filter(
      (one) =>
        texts(one).some((text) => /^(full|payouts)$/.test(text)) &&
        JSON.stringify(one).includes(developer.id || developer.email),
    );
    return [
      [
        wide.length === 0,
        `expected none beyond the role, seen ${wide.length} (${answers.map(({ status }) => status).join(' ')})`,
      ],
    ];
  });
  await attack('a developer rotates a full live key', async () => {
    await fresh(developer);
    const full = listOf(await owner.get('/keys?environment=LIVE')).find(
      (one) => one.scope === 'full' && !one.revoked_at,
    );
    const asked = await developer.post(`/keys/${full?.id}/rotate?environment=LIVE`, { overlap_hours: 72 });
    let secret: string | undefined;
    if (asked.status < 300) {
      await fresh(operator);
      await approve(operator, idOf(asked));
      secret = secretIn(await reveal(developer, 'LIVE', idOf(asked)));
    }
    return [
      [
        full !== undefined && asked.status >= 400 && !secret,
        `expected a refusal, seen ${asked.status} ${codeOf(asked)}${secret ? ', and the key was revealed' : ''}`,
      ],
    ];
  });
  await attack('somebody whose role was lowered reveals what they asked for before', async () => {
    const second = await colleague(stage, owner, 'owner');
    const asked = await askForKey(second, 'LIVE', 'payouts');
    await fresh(operator);
    const yes = await approve(operator, idOf(asked));
    await fresh(owner);
    const lowered = await owner.call('PATCH', `/team/${second.id}`, { role: 'developer' });
    await second.signIn();
    const shown = await reveal(second, 'LIVE', idOf(asked));
    return [
      [
        asked.status < 300 && yes.status < 300 && lowered.status < 300,
        `asked ${asked.status}, approved ${yes.status}, lowered ${lowered.status}`,
      ],
      [!secretIn(shown), `expected a refusal, seen ${shown.status} ${codeOf(shown)}`],
    ];
  });
  await attack('a developer has the key that is theirs: read, in the sandbox', async () => {
    await fresh(developer);
    const asked = await askForKey(developer, 'SANDBOX', 'read');
    await fresh(operator);
    await approve(operator, idOf(asked));
    const shown = await reveal(developer, 'SANDBOX', idOf(asked));
    return [[Boolean(secretIn(shown)), `asked ${asked.status}, revealed ${shown.status}`]];
  });
  await attack('twenty reveal one key at once: one is shown it', async () => {
    const id = await approved(owner, operator, 'SANDBOX', 'read');
    const shown = await Promise.all(Array.from({ length: 20 }, () => reveal(owner, 'SANDBOX', id)));
    const secrets = shown.filter((answer) => secretIn(answer)).length;
    return [[secrets === 1, `expected one, seen ${secrets}`]];
  });
}

/** An approval that nobody used. Its dates are moved, as if more than seven days had gone by. */
async function ends(stage: Stage, owner: Person, operator: Person) {
  const age = async (id: string, days: number) => {
    const columns = await stage.product.owner()<
      { name: string }[]
    >`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'approvals' and data_type like 'timestamp%'`;
    const earlier = columns.map(({ name }) => `${name} = ${name} - interval '${days} days'`).join(', ');
    await stage.product.moveDates(`update approvals set ${earlier} where id = $1`, [id]);
  };
  await attack('a key is revealed eight days after it was approved', async () => {
    const id = await approved(owner, operator, 'LIVE', 'full');
    await age(id, 8);
    const shown = await reveal(owner, 'LIVE', id);
    return [
      [!secretIn(shown) && shown.status >= 400, `expected a refusal, seen ${shown.status} ${codeOf(shown)}`],
    ];
  });
  await attack('six days after it was approved the key is still to be had', async () => {
    const id = await approved(owner, operator, 'SANDBOX', 'read');
    await age(id, 6);
    const shown = await reveal(owner, 'SANDBOX', id);
    return [[Boolean(secretIn(shown)), `${shown.status} ${codeOf(shown)}`]];
  });
  await attack('a request that has ended is approved once more, or withdrawn and then revealed', async () => {
    const id = await approved(owner, operator, 'LIVE', 'full');
    await age(id, 8);
    const again = await approve(operator, id);
    const shown = await reveal(owner, 'LIVE', id);
    const other = await approved(owner, operator, 'LIVE', 'full');
    const withdrawn = await owner.post(`/approvals/${other}/withdraw?environment=LIVE`);
    const after = await reveal(owner, 'LIVE', other);
    return [
      [!secretIn(shown), `approved again ${again.status}, revealed ${shown.status}`],
      [
        withdrawn.status >= 400 || !secretIn(after),
        `withdrawn ${withdrawn.status}, revealed ${after.status}, ${await statusOf(operator, other)}`,
      ],
    ];
  });
}
