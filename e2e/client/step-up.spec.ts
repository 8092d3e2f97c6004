import { expect, type Page, test } from '@playwright/test';
import {
  codeOf,
  contextOf,
  expectAccessible,
  forgetStep,
  newPerson,
  type Person,
  signIn,
} from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { beginTwoFactor, confirmTwoFactor } from '#lib/auth/two-factor';
import { createApiKey } from '#lib/clients/create-client';
import { type Member, signInAsNewOwner, signIn as signInMember, sql } from './support.ts';

/** contract-more.md §15: the password once more, one session for each account; and where a log-in leads. */

const question = (page: Page) => page.getByRole('dialog', { name: 'Your password, once more' });

/** As if the password had been given eleven minutes ago. */
async function age({ email }: Pick<Person, 'email'>): Promise<void> {
  await (await sql())`
    update sessions set proved_at = proved_at - interval '11 minutes'
    where user_id = (select id from users where email = ${email})`;
}

async function payoutsOf({ clientId }: Member): Promise<number> {
  const [row] = await (await sql())`
    select count(*)::int as count from transactions where client_id = ${clientId} and type = 'payout'`;
  return row?.count;
}

test('a payout wants the password after ten minutes: a cancel leaves the form as it was, and the answer pays once', async ({
  page,
}) => {
  const member = await signInAsNewOwner(page, { balance: 1000_01n, float: 500_00n });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard/sandbox/payouts/new');
  await page.getByLabel('Mobile number').fill('701 2345');
  await page.getByLabel('Amount in GMD').fill('25.50');
  await page.getByLabel('Reference').fill('STEP-UP-1');
  await age(member);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/dashboard/payouts?'))
      sent.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: 'Review the payout' }).click();
  const form = page.getByRole('dialog', { name: 'Pay out GMD 25.50?' });
  await form.getByRole('button', { name: 'Pay out GMD 25.50' }).click();

  await expect(question(page)).toBeVisible();
  const field = question(page).getByLabel('Your password');
  await expect(field).toBeFocused();
  expect(
    await field.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize)),
  ).toBeGreaterThanOrEqual(16);
  for (const part of [field, ...(await question(page).getByRole('button').all())]) {
    expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page, 'the question for the password');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(form.getByText('Nothing was done: this wants your password.')).toBeVisible();
  expect(await payoutsOf(member)).toBe(0);

  await form.getByRole('button', { name: 'Pay out GMD 25.50' }).click();
  await field.fill('not the password');
  await question(page).getByRole('button', { name: 'Continue' }).click();
  await expect(question(page).getByText('The password is wrong.')).toBeVisible();
  await field.fill(member.password);
  await question(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('GMD 25.50 to +220 701 2345 was paid.')).toBeVisible();
  expect(await payoutsOf(member)).toBe(1);
  // Refused, refused, and the second of them once more.
  expect(sent).toHaveLength(3);
  expect(new Set(sent).size).toBe(1);
});

test('with two-factor authentication on the code is asked for as well', async ({ page }) => {
  leaveToLongRun();
  const owner = await newPerson('owner');
  await signIn(page, owner);
  await page.goto('/dashboard/sandbox/team');
  // Switched on elsewhere since this page was opened.
  const { secret } = await beginTwoFactor(contextOf(owner), owner.password);
  const [session] = await (await sql())`select id from sessions where user_id = ${owner.id}`;
  await confirmTwoFactor(contextOf(owner), await codeOf(secret));
  await forgetStep(owner);
  await (await sql())`update sessions set id = ${session?.id} where user_id = ${owner.id}`;
  await age(owner);
  await page.getByRole('button', { name: 'Add a person' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Binta Sanneh');
  await form.getByLabel('E-mail').fill(`${crypto.randomUUID()}@people.example`);
  await form.getByRole('button', { name: 'Add the person' }).click();
  await question(page).getByLabel('Your password').fill(owner.password);
  await question(page).getByRole('button', { name: 'Continue' }).click();
  await question(page)
    .getByLabel('Code from the app')
    .fill(await codeOf(secret));
  await expectAccessible(page, 'the question for password and code');
  await question(page).getByRole('button', { name: 'Continue' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByText('You will not see it again')).toBeVisible();
});

for (const role of ['owner', 'admin'] as const) {
  test(`a second log-in tells who was signed out when, from where and by what: ${role}`, async ({
    page,
    browser,
  }) => {
    if (role === 'admin') leaveToLongRun();
    const person = await newPerson(role);
    await signIn(page, person);
    const other = await browser.newPage();
    await signIn(other, person);
    await page.reload();
    await expect(page).toHaveURL(/\/login\?next=/);
    const told = page.getByText(/^You were signed out by another sign-in to your account: on /);
    await expect(told).toContainText(/from (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1), by Chrome on \w+\./);
    await expectAccessible(page, 'the log-in page of whom another log-in signed out');
    // Nobody else is told.
    await other.context().clearCookies();
    await other.goto(page.url());
    await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(other.getByText('You were signed out')).toHaveCount(0);
    await other.close();
  });
}

test('a log-in leads to live once the client has a live key, and what is of the sandbox says so', async ({
  page,
}) => {
  const owner = await newPerson('owner');
  await signIn(page, owner);
  await expect(page).toHaveURL('/dashboard/sandbox');
  await expect(page.getByText('Sandbox: no real money moves here')).toBeVisible();
  await createApiKey(owner.clientId ?? '', 'LIVE');
  await signInMember(page, owner);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/dashboard/live');
  await expect(page.getByText('Sandbox: no real money moves here')).toHaveCount(0);
  await page.goto('/dashboard/sandbox');
  await expect(page.getByText('Sandbox: no real money moves here')).toBeVisible();
});
