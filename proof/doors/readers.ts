/** Who may only look, and what a client's people are told of others: who has an account, who works at the gateway. */
import { addColleague, fresh, listOf, SANDBOX } from './dashboards.ts';
import { type Answer, codeOf, median } from './http.ts';
import { attack, type Finding, note } from './score.ts';
import { byKey, type Person, type Stage, unique } from './stage.ts';

/** Every change that the dashboard has, by somebody who may only look. */
export async function viewers(owner: Person, viewer: Person) {
  await attack('a viewer changes anything', async () => {
    await fresh(viewer);
    await fresh(owner);
    const [key] = listOf(await owner.get(`/keys${SANDBOX}`));
    const [team] = listOf(await owner.get('/team'));
    const [endpoint] = listOf(await owner.get(`/webhook-endpoints${SANDBOX}`));
    const [delivery] = listOf(await owner.get(`/webhook-deliveries${SANDBOX}`));
    const pay = {
      amount: '1.00',
      currency: 'GMD',
      client_reference: unique('viewer'),
      recipient_mobile: '+2203456789',
    };
    const changes: [string, string, unknown][] = [
      ['POST', `/keys${SANDBOX}`, { scope: 'read' }],
      ['POST', `/keys/${key?.id}/revoke${SANDBOX}`, {}],
      ['POST', `/keys/${key?.id}/rotate${SANDBOX}`, { overlap_hours: 24 }],
      ['POST', `/ip-allowlist${SANDBOX}`, { allowlist: ['0.0.0.0/0'] }],
      ['POST', `/payouts${SANDBOX}`, pay],
      [
        'POST',
        `/collections${SANDBOX}`,
        { amount: '1.00', currency: 'GMD', client_reference: unique('viewer') },
      ],
      [
        'POST',
        `/payout-batches${SANDBOX}`,
        { file_name: 'x.csv', csv: 'mobile,amount,reference\n+2203456789,1.00,viewer-1\n' },
      ],
      ['POST', `/webhook-endpoints${SANDBOX}`, { url: 'https://example.com/hook' }],
      ['PATCH', `/webhook-endpoints/${endpoint?.id}${SANDBOX}`, { status: 'PAUSED' }],
      ['DELETE', `/webhook-endpoints/${endpoint?.id}${SANDBOX}`, undefined],
      ['POST', `/webhook-endpoints/${endpoint?.id}/rotate-secret${SANDBOX}`, {}],
      ['POST', `/webhook-deliveries/${delivery?.id}/resend${SANDBOX}`, {}],
      ['POST', `/sandbox/rail-floats${SANDBOX}`, { provider: 'PROVIDER_W', amount: '5.00' }],
      ['POST', '/team', { email: unique('viewer'), name: 'A B', role: 'owner' }],
      ['PATCH', `/team/${team?.id}`, { role: 'viewer' }],
      ['PATCH', `/team/${viewer.id}`, { role: 'owner' }],
      ['POST', `/team/${team?.id}/invite`, {}],
      ['POST', `/team/${team?.id}/reset-two-factor`, { password: viewer.password }],
      ['PATCH', '/settings', { payout_approval_above: '1.00' }],
    ];
    const answers = await Promise.all(changes.map(([method, path, body]) => viewer.call(method, path, body)));
    const through = changes
      .filter((_, index) => (answers[index]?.status ?? 0) < 400)
      .map(([method, path]) => `${method} ${path}`);
    const unclear = answers.filter(({ status }) => status >= 500).length;
    return [
      [
        through.length === 0 && unclear === 0,
        `expected all refused, seen ${through.join(', ') || 'so'} (${answers.map(({ status }) => status).join(' ')})`,
      ],
    ];
  });
  await attack('a viewer or a stranger reads the operators’ room, by any spelling', async () => {
    const paths = [
      '/api/admin/users',
      '/api/admin/clients',
      '/API/admin/users',
      '/api//admin/users',
      '/api/admin/users/',
      '/api/dashboard/../admin/users',
      '/api/admin/approvals?environment=LIVE',
      '/admin',
      '/admin/users?_rsc=1',
    ];
    const answers = await Promise.all(paths.map((path) => viewer.get(path)));
    const open = paths.filter((_, index) => answers[index]?.status === 200);
    return [[open.length === 0, `seen ${answers.map(({ status }) => status).join(' ')} ${open.join(' ')}`]];
  });
}

/** Whether the form that invites a colleague tells who has an account, by words, statuses or time. */
export async function oracle(owner: Person, operator: Person, stranger: Person) {
  const shape = (answer: Answer) => {
    const fields = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.slice(0, 1).map(fields)
        : value && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fields(inner)]))
          : typeof value;
    const code =
      answer.status >= 400
        ? `${codeOf(answer)} ${JSON.stringify(answer.json).replace(/[\w.+-]+@[\w.-]+|[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`
        : JSON.stringify(fields(answer.json));
    return `${answer.status} ${code}`;
  };
  await attack('the team’s form tells nobody who has an account elsewhere', async () => {
    await fresh(owner);
    const nobody = unique('unknown');
    const unknown = await addColleague(owner, nobody, 'viewer');
    const unknownAgain = await addColleague(owner, nobody.toUpperCase(), 'viewer');
    const staff = await addColleague(owner, operator.email, 'viewer');
    typed.add(operator.email);
    const shouted = await addColleague(owner, operator.email.toUpperCase(), 'viewer');
    const elsewhere = await addColleague(owner, stranger.email, 'viewer');
    const different = [
      ['an operator', staff, unknown],
      // Who is in one's own team already is no secret.
      ['an operator in capitals', shouted, unknownAgain],
      ['another client’s owner', elsewhere, unknown],
    ] as const;
    return different.map(
      ([who, answer, like]): Finding => [
        shape(answer) === shape(like),
        `${who}: ${shape(answer) === shape(like) ? 'as unknown' : `${shape(answer).slice(0, 110)} for ${shape(like).slice(0, 60)}`}`,
      ],
    );
  });
  await attack('nor by its time, over 200 tries', async () => {
    const times: Record<string, number[]> = { staff: [], unknown: [] };
    let limited = 0;
    for (let index = 0; index < 200 && limited < 5; index += 1) {
      const kind = index % 2 === 0 ? 'staff' : 'unknown';
      const answer = await addColleague(owner, kind === 'staff' ? operator.email : unique('time'), 'viewer');
      if (answer.status === 429) {
        limited += 1;
      } else {
        times[kind]?.push(answer.ms);
      }
    }
    const [staff, unknown] = [median(times.staff ?? []), median(times.unknown ?? [])];
    const few = (times.unknown ?? []).length < 20;
    const ratio = staff / (unknown || 1);
    return [
      [
        few || (ratio > 0.6 && ratio < 1.67),
        `${staff.toFixed(1)} ms against ${unknown.toFixed(1)} ms (${(times.unknown ?? []).length} each${limited ? ', then 429' : ''})`,
      ],
    ];
  });
}

/** Addresses that an owner has put into the team. */
const typed = new Set<string>();

/** What a client is answered, all of it, searched for the people of the gateway. */
export async function names(stage: Stage, owner: Person, developer: Person) {
  await attack('no answer and no page of a client names an operator', async () => {
    await fresh(owner);
    await fresh(developer);
    const everybody = await stage.product.owner()<{ id: string; email: string; name: string }[]>`
      select id::text, email, name from users where client_id is null`;
    // What the owner has typed there stands there.
    const staff = everybody.map((each) => (typed.has(each.email) ? { ...each, email: each.id } : each));
    const rooms = [
      'session',
      'team',
      'approvals',
      'keys',
      'ip-allowlist',
      'audit-log',
      'overview',
      'transactions',
      'webhook-endpoints',
      'webhook-deliveries',
      'payout-batches',
      'payouts/recent',
      'settings',
      'activity',
      'notifications',
      'ledger',
      'cases',
      'balance',
    ];
    const paths = [
      ...rooms.flatMap((room) => [`/${room}?environment=LIVE`, `/${room}?environment=SANDBOX`]),
      '/dashboard',
      '/dashboard/team',
      '/dashboard/live/keys',
      '/dashboard/sandbox/keys',
      '/dashboard/audit',
      '/dashboard/activity',
      '/dashboard/settings',
      '/dashboard/live/transactions',
    ];
    const found: string[] = [];
    let read = 0;
    const search = (path: string, text: string) => {
      for (const person of staff) {
        for (const what of [person.email, person.id, person.name]) {
          if (what && text.includes(what)) {
            found.push(`${path} has ${what}`);
          }
        }
      }
    };
    for (const path of paths) {
      const answer = await owner.get(path);
      read += answer.status === 200 ? 1 : 0;
      search(path, answer.text);
      for (const row of listOf(answer).slice(0, 3)) {
        const [room = '', query = ''] = path.split('?');
        const one = await owner.get(`${room}/${row?.id ?? row?.transaction_id}?${query}`);
        search(`${room}/…`, one.text);
      }
    }
    for (const path of [
      '/api/v1/events',
      '/api/v1/client/transactions',
      '/api/client/profile',
      '/api/v1/client/ledger',
    ]) {
      search(path, (await byKey(stage.base, stage.greedy.keys.live, 'GET', path)).text);
    }
    note(`${staff.length} operators were looked for in ${read} answers`);
    return [
      [read > 8 && staff.length > 1, `${read} answers of ${paths.length}`],
      [found.length === 0, `expected none, seen ${found.slice(0, 4).join('; ') || 'none'}`],
    ];
  });
}
