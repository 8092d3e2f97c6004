import { randomBytes } from 'node:crypto';
import { type Page, test } from '@playwright/test';
import { codeOf, contextOf, expectAccessible, newPerson, signIn } from '#e2e/setup/browser-people';
import { addUser } from '#lib/users/add-user';
import { renameAccount } from '#lib/users/rename-account';

/** axe finds nothing on the pages of signing in and of accounts, with their dialogs, in either theme and width. */

// A look takes axe about a second, and each page is looked at four times.
test.describe.configure({ timeout: 180_000 });

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

test('settings, with every step of switching two-factor on', async ({ page }) => {
  const person = await newPerson('viewer');
  await signIn(page, person);
  for (const environment of ['live', 'sandbox']) {
    await page.goto(`/dashboard/${environment}/settings`);
    await everyWay(page, `${environment} settings`);
  }
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByLabel('Your password').fill(person.password);
  await everyWay(page, 'two-factor, password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img').waitFor();
  await everyWay(page, 'two-factor, QR code');
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill(await codeOf(secret));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await everyWay(page, 'two-factor, recovery codes');
});

test('team, with adding somebody', async ({ page }) => {
  const owner = await newPerson('owner');
  await newPerson('viewer', owner.clientId ?? undefined);
  await signIn(page, owner);
  for (const environment of ['live', 'sandbox']) {
    await page.goto(`/dashboard/${environment}/team`);
    await everyWay(page, `${environment} team`);
  }
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog.getByLabel('Name').fill('Binta');
  await dialog.getByLabel('E-mail').fill(`x-${randomBytes(4).toString('hex')}@people.example`);
  await everyWay(page, 'add a person');
  await dialog.getByRole('button', { name: 'Add the person' }).click();
  await dialog.getByTestId('invitation-link').waitFor();
  await everyWay(page, 'an invitation’s link');
});

test('activity', async ({ page }) => {
  const owner = await newPerson('owner');
  await renameAccount(contextOf(owner), 'Awa Ceesay');
  await signIn(page, owner);
  for (const environment of ['live', 'sandbox']) {
    await page.goto(`/dashboard/${environment}/activity`);
    await everyWay(page, `${environment} activity`);
  }
});

test('settings and users of the operators', async ({ page }) => {
  const admin = await newPerson('admin');
  const { clientId } = await newPerson('owner');
  await signIn(page, admin);
  for (const path of ['/admin/settings', '/admin/users', `/admin/clients/${clientId}/people`]) {
    await page.goto(path);
    await everyWay(page, path);
  }
});
