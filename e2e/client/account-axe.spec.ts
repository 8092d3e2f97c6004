import { randomBytes } from 'node:crypto';
import { type Page, test } from '@playwright/test';
import { codeOf, contextOf, expectAccessible, newPerson, signIn } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { addUser } from '#lib/users/add-user';

/**
 * axe finds nothing in the dialogs and steps of signing in and of accounts, in either theme. The pages themselves are
 * looked at by e2e/pages.
 */

// A look takes axe about a second.
test.describe.configure({ timeout: 120_000 });

/** Each theme once and each width once: the colours of one theme are the same at any width. */
const looks = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 360, height: 740 },
] as const;

/** What is open stays open. */
async function everyWay(page: Page, what: string): Promise<void> {
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The log-in has no script: its colours are the system's at once.
    await page.locator(`html[data-theme="${colorScheme}"], html:not([data-theme])`).waitFor();
    await page.setViewportSize(size);
    await expectAccessible(page, `${what}, ${colorScheme}, ${size.width} px`);
  }
}

test('log-in and invitation', async ({ page }) => {
  leaveToLongRun();
  await page.goto('/admin/login');
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
  leaveToLongRun();
  const person = await newPerson('viewer');
  await signIn(page, person);
  await page.goto('/dashboard/live/settings');
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
  leaveToLongRun();
  const owner = await newPerson('owner');
  await newPerson('viewer', owner.clientId ?? undefined);
  await signIn(page, owner);
  await page.goto('/dashboard/live/team');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog.getByLabel('Name').fill('Binta');
  await dialog.getByLabel('E-mail').fill(`x-${randomBytes(4).toString('hex')}@people.example`);
  await everyWay(page, 'add a person');
  await dialog.getByRole('button', { name: 'Add the person' }).click();
  await dialog.getByTestId('invitation-link').waitFor();
  await everyWay(page, 'an invitation’s link');
});
