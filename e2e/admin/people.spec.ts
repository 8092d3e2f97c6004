import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { newPerson } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { isSound, signIn } from './support.ts';

/** Who may let whom in, as three people see it: the operator who asks, the one who decides, and the client's owner. */

async function approve(page: Page, text: string): Promise<void> {
  await page.goto('/admin/approvals');
  const request = page.getByRole('listitem').filter({ hasText: text });
  await request.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toHaveCount(0);
}

async function acceptLink(browser: Browser, link: string, password: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL(link).pathname);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('The same again').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  // It leads in.
  await page.waitForURL(/\/(admin|dashboard\/sandbox)$/);
  await context.close();
}

test('a person whom an operator puts into a client takes another operator, and the owner is told', async ({
  browser,
}) => {
  leaveToLongRun();
  test.setTimeout(120_000);
  const [asker, decider, owner] = [
    await newPerson('admin'),
    await newPerson('admin'),
    await newPerson('owner'),
  ];
  const email = `${randomUUID()}@people.example`;
  const { page } = await signIn(browser, 'admin', asker);
  await page.goto(`/admin/clients/${owner.clientId}/people`);
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Binta Sanneh');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByText('The request was sent.')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await page.goto('/admin/approvals');
  const request = page.getByRole('listitem').filter({ hasText: email });
  await expect(request.getByText('Yours: a colleague decides')).toBeVisible();

  const { page: other } = await signIn(browser, 'admin', decider);
  await approve(other, email);
  await expect(
    other
      .getByRole('listitem')
      .filter({ hasText: email })
      .getByText(/^Approved: .* can show the link$/),
  ).toBeVisible();

  await page.reload();
  await isSound(page, 'approvals with a link');
  await request.getByRole('button', { name: 'Show the link' }).click();
  await dialog.getByRole('button', { name: 'Show the link' }).click();
  const link = (await dialog.getByTestId('invitation-link').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(request).toHaveCount(0);
  await acceptLink(browser, link, `a long one ${email}`);

  const { page: theirs } = await signIn(browser, 'client', owner);
  for (const path of ['/dashboard/live', '/dashboard/live/team']) {
    await theirs.goto(path);
    await expect(theirs.getByText(`Kaira added Binta Sanneh (${email}) as viewer`)).toBeVisible();
    await isSound(theirs, `${path} with a notice`);
  }
  await theirs.getByRole('button', { name: 'I have read this' }).click();
  await expect(theirs.getByRole('button', { name: 'I have read this' })).toHaveCount(0);
  await theirs.goto('/dashboard/sandbox');
  await expect(theirs.getByRole('heading', { name: 'Came in today' })).toBeVisible();
  await expect(theirs.getByText('changed who can sign in')).toHaveCount(0);
});

test('an operator whom another one made only reads until a third confirms them', async ({ browser }) => {
  leaveToLongRun();
  test.setTimeout(120_000);
  const email = `${randomUUID()}@people.example`;
  const { page } = await signIn(browser, 'admin', await newPerson('admin'));
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Ebrima Bah');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Role').selectOption('admin');
  await dialog.getByRole('button', { name: 'Add the person' }).click();
  await expect(dialog.getByText('Another operator has to confirm them')).toBeVisible();
  const link = (await dialog.getByTestId('invitation-link').textContent()) ?? '';
  const person = { email, password: `a long one ${email}` };
  await acceptLink(browser, link, person.password);

  const { page: theirs } = await signIn(browser, 'admin', person);
  await expect(theirs.getByText('No other operator has confirmed you yet')).toBeVisible();
  await theirs.goto('/admin/clients');
  await expect(theirs.getByRole('heading', { name: 'Clients' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'New client' })).toHaveCount(0);

  const { page: third } = await signIn(browser, 'admin', await newPerson('admin'));
  await third.goto('/admin/users');
  const row = third.getByRole('row').filter({ hasText: email });
  await expect(row.getByRole('cell', { name: 'Not confirmed', exact: true })).toBeVisible();
  await approve(third, email);
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'New client' })).toBeVisible();
});

test('a developer asks in live for no key that takes money out', async ({ browser }) => {
  const { page } = await signIn(browser, 'client', await newPerson('developer'));
  const scopesAt = async (path: string) => {
    await page.goto(path);
    await page
      .getByRole('button', { name: /^(Ask for a new|Make a test) key$/ })
      .first()
      .click();
    const field = page.getByRole('dialog').getByLabel('Scope');
    await expect(field).toBeVisible();
    const scopes = await field.locator('option').allTextContents();
    return scopes.map((each) => each.split(/[ :]/)[0]);
  };
  expect(await scopesAt('/dashboard/live/keys')).toEqual(['Read', 'Collections']);
  expect(await scopesAt('/dashboard/sandbox/keys')).toEqual(['Everything', 'Read', 'Collections', 'Payouts']);
});
