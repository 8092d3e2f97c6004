/** A case that two people have to settle, and one operator who would be both. */
import { addOperator, fresh, listOf, takeLink } from './dashboards.ts';
import { attack, sleep } from './score.ts';
import { byKey, type Person, type Stage, unique } from './stage.ts';

export async function settle(stage: Stage, one: Person) {
  await attack('an operator confirms their own settlement, or has a puppet confirm it', async () => {
    await fresh(one);
    const id = await aCase(stage, one);
    const offered = (await one.get(`/cases/${id}`)).json.data ?? {};
    const evidence = 'The statement of the rail of today has it, line 17.';
    const outcomes: string[] = [...(offered.possible_outcomes ?? []), 'failed', 'succeeded'];
    let proposed = await one.post(`/cases/${id}/propose`, { outcome: outcomes[0], evidence });
    for (const outcome of outcomes.slice(1)) {
      if (proposed.status >= 300) {
        proposed = await one.post(`/cases/${id}/propose`, { outcome, evidence });
      }
    }
    if (proposed.status >= 300) {
      const adjustment = { client: '10.00', amount: '10.00', reason: 'part_payment' };
      proposed = await one.post(`/cases/${id}/propose`, { outcome: 'adjustment', adjustment, evidence });
    }
    const at = (await one.get(`/cases/${id}`)).json.data?.proposal?.proposed_at;
    const own = await one.post(`/cases/${id}/confirm`, { proposed_at: at });
    const email = unique('confirms');
    const puppet = await takeLink(stage.base, 'admin', email, await addOperator(one, email));
    const theirs =
      typeof puppet === 'string'
        ? puppet
        : (await puppet.post(`/cases/${id}/confirm`, { proposed_at: at })).status;
    const closed = (await one.get(`/cases/${id}`)).json.data?.status;
    return [
      [id !== 'none', `case ${id === 'none' ? 'none was opened' : 'open'}, proposed ${proposed.status}`],
      [
        own.status >= 400 && closed === 'OPEN',
        `expected it open, seen ${closed}; own ${own.status}, the puppet's ${theirs}`,
      ],
    ];
  });
}

/** A live collection that is paid in part, which two people have to settle. */
export async function aCase(stage: Stage, one: Person): Promise<string> {
  const made = await byKey(stage.base, stage.greedy.keys.live, 'POST', '/api/v1/collections/initiate', {
    amount: '44.00',
    currency: 'GMD',
    client_reference: unique('case'),
    success_url: 'https://example.com/a',
    error_url: 'https://example.com/b',
  });
  const paid = stage.mock.payW(String(made.json.data?.transaction_id), 1_000);
  const notice = { id: unique('EV'), type: 'checkout.session.completed', data: paid };
  await stage.mock.notify('PROVIDER_W', stage.base, 'w-notice', notice);
  for (let waited = 0; waited < 16; waited += 1) {
    const found = listOf(await one.get('/cases')).find((each) =>
      JSON.stringify(each).includes(String(made.json.data?.transaction_id)),
    );
    if (found) {
      return String(found.id);
    }
    await sleep(500);
  }
  return 'none';
}
