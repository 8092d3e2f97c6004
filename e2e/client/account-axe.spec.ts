import { randomBytes } from 'node:crypto';
import { type Page, test } from '@playwright/test';
import { contextOf, expectAccessible, newPerson, signIn } from '#e2e/setup/browser-people';
import { addUser } from '#lib/users/add-user';

/** axe finds nothing on the pages of signing in and of accounts, with their dialogs, in either theme and width. */

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** In each theme and width; what is open stays open. */
async function everyWay(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectAccessible(page, `${what}, ${colorScheme}, ${size.width} px`);
    }
  }
}

test('log-in and invitation', async ({ page }) => {
  test.slow();
  for (const path of ['/login', '/admin/login']) {
    await page.goto(path);
    await everyWay(page, path);
  }
  await page.getByLabel('E-mail').fill('nobody@people.example');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('alert').waitFor();
  await everyWay(page, 'a refused log-in');
  const owner = await newPerson('owner');
  const email = `viewer-${randomBytes(4).toString('hex')}@people.example`;
  const { invitation } = await addUser(contextOf(owner), owner.clientId, {
    email,
    name: 'Binta',
    role: 'viewer',
  });
  for (const path of [invitation.path, '/invitation/none']) {
    await page.goto(path);
    await everyWay(page, path);
  }
});

test('settings, team and activity of a client', async ({ page }) => {
  test.slow();
  const owner = await newPerson('owner');
  await newPerson('viewer', owner.clientId ?? undefined);
  await signIn(page, owner);
  for (const environment of ['sandbox', 'live']) {
    for (const path of ['settings', 'team', 'activity']) {
      await page.goto(`/dashboard/${environment}/${path}`);
      await everyWay(page, `${environment} ${path}`);
    }
  }
  const dialog = page.getByRole('dialog');
  await page.goto('/dashboard/sandbox/settings');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await everyWay(page, 'two-factor, password');
  await dialog.getByLabel('Your password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img').waitFor();
  await everyWay(page, 'two-factor, QR code');
  await page.goto('/dashboard/sandbox/team');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await everyWay(page, 'add a person');
  await dialog.getByLabel('Name').fill('Binta');
  await dialog.getByLabel('E-mail').fill(`x-${randomBytes(4).toString('hex')}@people.example`);
  await dialog.getByRole('button', { name: 'Add the person' }).click();
  await dialog.getByTestId('invitation-link').waitFor();
  await everyWay(page, 'an invitation’s link');
});

test('settings and users of the operators', async ({ page }) => {
  test.slow();
  const admin = await newPerson('admin');
  const { clientId } = await newPerson('owner');
  await signIn(page, admin);
  for (const path of ['/admin/settings', '/admin/users', `/admin/clients/${clientId}/people`]) {
    await page.goto(path);
    await everyWay(page, path);
  }
});
