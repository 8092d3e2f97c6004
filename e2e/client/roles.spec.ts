import { expect, type Page, test } from '@playwright/test';
import { newPerson, signIn } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import type { Role } from '#lib/auth/sessions';

/** What each role is offered; what it is refused when it asks all the same is looked at in e2e/api/team.test.ts. */

const home = '/dashboard/sandbox';

/** Where an action stands, and who is offered it. */
const actions: { path: string; action: string; role: 'button' | 'link'; for: Role[] }[] = [
  { path: `${home}/links`, action: 'New link', role: 'button', for: ['owner', 'developer'] },
  { path: `${home}/payouts`, action: 'New payout', role: 'link', for: ['owner'] },
  { path: `${home}/keys`, action: 'Make a test key', role: 'button', for: ['owner', 'developer'] },
  { path: `${home}/keys`, action: 'Ask for a change', role: 'button', for: ['owner'] },
  { path: `${home}/webhooks`, action: 'Add endpoint', role: 'button', for: ['owner', 'developer'] },
  { path: `${home}/team`, action: 'Add a person', role: 'button', for: ['owner'] },
  { path: '/admin/clients', action: 'New client', role: 'button', for: ['admin'] },
  { path: '/admin/rails', action: 'Change Wallet W, Sandbox, payouts', role: 'button', for: ['admin'] },
  { path: '/admin/ledger', action: 'Recount the books', role: 'button', for: ['admin'] },
  { path: '/admin/users', action: 'Add a person', role: 'button', for: ['admin'] },
];

const doors = { client: ['owner', 'developer', 'viewer'], admin: ['admin', 'support'] } as const;

for (const door of ['client', 'admin'] as const) {
  for (const role of doors[door]) {
    test(`${role}: is offered what the role may do, and nothing else`, async ({ page }) => {
      // Those who may do all of it.
      if (role === 'owner' || role === 'admin') leaveToLongRun();
      test.setTimeout(90_000);
      await signIn(page, await newPerson(role));
      for (const each of actions.filter(({ path }) => path.startsWith('/admin') === (door === 'admin'))) {
        await page.goto(each.path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const offered = page.getByRole(each.role, { name: each.action, exact: true }).first();
        if (each.for.includes(role)) await expect(offered, each.action).toBeVisible();
        else await expect(offered, each.action).toHaveCount(0);
      }
      await isKeptOut(page, door);
    });
  }
}

/** The other dashboard is another log-in. */
async function isKeptOut(page: Page, door: 'client' | 'admin'): Promise<void> {
  await page.goto(door === 'admin' ? `${home}/transactions` : '/admin/transactions');
  await expect(page).toHaveURL(door === 'admin' ? /\/login\?next=/ : /\/admin\/login\?next=/);
}
