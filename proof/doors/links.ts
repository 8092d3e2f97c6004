/** Links that set a password, and the one session of an account. */
import { addColleague, colleague, firstOf, fresh, openLink } from './dashboards.ts';
import { type Answer, send } from './http.ts';
import { attack, begin } from './score.ts';
import { host, linkIn, Person, type Stage, strong, unique } from './stage.ts';

const OWN = ['/account', '/me', '/settings'];
const changePassword = (person: Person, password: string) =>
  firstOf(
    person,
    'POST',
    OWN.map((room) => `${room}/password`),
    { current_password: person.password, password },
  );

export async function links(stage: Stage) {
  if (!begin('links')) {
    return;
  }
  const { base } = stage;
  const owner = stage.owners[0] as Person;
  const opens = (link: string) => openLink(base, link, strong());

  /** A link for somebody who has a password already. */
  const another = async (person: Person) => {
    await fresh(owner);
    const shown = await owner.post(`/team/${person.id}/invite`);
    const link = linkIn(shown);
    if (!link) {
      throw new Error(`no link: ${shown.status} ${shown.text.slice(0, 100)}`);
    }
    return link;
  };

  await attack('a link works once, also when twenty use it at once', async () => {
    await fresh(owner);
    const shown = await addColleague(owner, unique('once'), 'viewer');
    const link = linkIn(shown) ?? '';
    const together = await Promise.all(Array.from({ length: 20 }, () => opens(link)));
    const late = await opens(link);
    const good = together.filter(({ status }) => status === 200).length;
    return [[good === 1 && late.status >= 400, `expected one, seen ${good}, later ${late.status}`]];
  });
  await attack('a link dies when its person changes the password', async () => {
    const person = await colleague(stage, owner, 'viewer');
    const link = await another(person);
    await person.signIn();
    const changed = await changePassword(person, strong());
    const used = await opens(link);
    return [
      [changed.status < 300, `changed ${changed.status}`],
      [used.status >= 400, `expected a refusal, seen ${used.status}`],
    ];
  });
  await attack(
    'a password change ends the other sessions, and the page of a dead link says nothing',
    async () => {
      const person = await colleague(stage, owner, 'viewer');
      const link = await another(person);
      await person.signIn();
      const old = person.cookie;
      const changed = await changePassword(person, strong());
      const stale = await person.get('/session', { headers: { cookie: old } });
      const page = await send(base, link.startsWith('http') ? new URL(link).pathname : link, {
        headers: { host: host(base) },
      });
      return [
        [
          changed.status < 300 && stale.status === 401,
          `changed ${changed.status}, the old cookie ${stale.status}`,
        ],
        [
          !page.text.includes(person.email),
          `the page of the link ${page.status}${page.text.includes(person.email) ? ' names its person' : ''}`,
        ],
      ];
    },
  );
  await attack('an older link dies when a newer one is made', async () => {
    const person = await colleague(stage, owner, 'viewer');
    const [first, second] = [await another(person), await another(person)];
    const used = [await opens(first), await opens(second), await opens(first)];
    return [
      [
        used[0]!.status >= 400 && used[1]!.status === 200 && used[2]!.status >= 400,
        `expected refused, 200, refused, seen ${used.map(({ status }) => status).join(', ')}`,
      ],
    ];
  });
  await attack('a link of somebody who was disabled opens nothing', async () => {
    const person = await colleague(stage, owner, 'viewer');
    const link = await another(person);
    const off = await owner.call('PATCH', `/team/${person.id}`, { disabled: true });
    const used = await opens(link);
    return [[off.status < 300 && used.status >= 400, `disabled ${off.status}, used ${used.status}`]];
  });
  await attack('a link dies after its time', async () => {
    const person = await colleague(stage, owner, 'viewer');
    const link = await another(person);
    const columns = await stage.product.owner()<
      { t: string; c: string }[]
    >`select table_name as t, column_name as c
      from information_schema.columns where table_schema = 'public' and table_name ~ 'invit' and data_type like 'timestamp%'`;
    for (const { t, c } of columns) {
      await stage.product.moveDates(`update ${t} set ${c} = ${c} - interval '73 hours' where user_id = $1`, [
        person.id,
      ]);
    }
    const used = await opens(link);
    return [
      [
        columns.length > 0 && used.status >= 400,
        `after 73 hours ${used.status} (${columns.length} dates moved)`,
      ],
    ];
  });
  await sessions(stage);
}

async function sessions(stage: Stage) {
  const owner = stage.owners[0] as Person;
  await attack(
    'who is signed out by a new log-in is told so, with time and place, and nobody else is',
    async () => {
      await fresh(owner);
      const before = owner.cookie;
      const elsewhere = new Person(stage.base, 'client', owner.email, owner.password);
      const at = new Date().toISOString().slice(0, 10);
      await elsewhere.signIn();
      const session = await owner.get('/session', { headers: { cookie: before } });
      const page = await follow(owner, '/dashboard', before);
      const stranger = await follow(owner, '/dashboard', 'session_token=nothing');
      const tells = (answer: Answer) =>
        answer.text.includes(elsewhere.from) &&
        (answer.text.includes(at) || /\d{1,2}:\d{2}/.test(answer.text));
      await fresh(owner);
      return [
        [session.status === 401, `the older session ${session.status}`],
        [
          tells(session) || tells(page),
          `expected time and place (${elsewhere.from}), seen ${session.text.slice(0, 140)}; the page ${page.status}`,
        ],
        [!stranger.text.includes(elsewhere.from), 'a stranger is told nothing'],
      ];
    },
  );
  await attack('eight log-ins at once leave one session', async () => {
    const logins = await Promise.all(
      Array.from({ length: 8 }, () => new Person(stage.base, 'client', owner.email, owner.password)).map(
        async (one) => {
          await one.signIn();
          return one;
        },
      ),
    );
    const open = await Promise.all(logins.filter((one) => one.cookie).map((one) => one.get('/session')));
    await fresh(owner);
    const good = open.filter(({ status }) => status === 200).length;
    return [[good === 1, `expected one, seen ${good} of ${open.length}`]];
  });
}

/** A page, and the one it leads to. */
async function follow(person: Person, path: string, cookie: string): Promise<Answer> {
  const first = await person.get(path, { headers: { cookie } });
  const to = String(first.headers.location ?? '');
  if (!to) {
    return first;
  }
  const next = to.startsWith('http') ? to.slice(person.base.length) : to;
  const cookies = [cookie, ...(first.headers['set-cookie'] ?? []).map((line) => line.split(';')[0])].join(
    '; ',
  );
  return send(person.base, next, {
    headers: { host: host(person.base), cookie: cookies },
    from: person.from,
  });
}
