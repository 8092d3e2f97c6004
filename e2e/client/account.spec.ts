import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  codeOf,
  contextOf,
  forgetStep,
  logIn,
  newPerson,
  type Person,
  signIn,
} from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { forgiveAttempt } from '#lib/auth/login-throttle';
import { unsubscribe } from '#lib/messages/unsubscribe';
import { addUser } from '#lib/users/add-user';
import { renameAccount } from '#lib/users/rename-account';

/** One's own account, the people of a client, and who sees what of them. */

const settings = '/dashboard/sandbox/settings';
const newPassword = () => randomBytes(12).toString('base64url');

/** Somebody who was invited by an owner and has no password yet. */
async function invited(role: 'owner' | 'developer' | 'viewer') {
  const owner = await newPerson('owner');
  const email = `${role}-${randomBytes(4).toString('hex')}@people.example`;
  const added = await addUser(contextOf(owner), owner.clientId, { email, name: 'Binta Sanneh', role });
  const person: Person = {
    id: added.user.id,
    clientId: owner.clientId,
    name: added.user.name,
    email,
    password: newPassword(),
    role,
    door: 'client',
  };
  return { owner, person, path: added.invitation.path };
}

async function acceptInvitation(page: Page, path: string, password: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('The same again').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page).toHaveURL('/dashboard/sandbox');
}

/** Switches the second factor on; returns its key and the recovery codes that were shown. */
async function switchOnTwoFactor(page: Page, password: string) {
  await page.goto(settings);
  await page.getByRole('button', { name: 'Switch on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill(await codeOf(secret));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByRole('heading', { name: 'Two-factor authentication is on' })).toBeVisible();
  const codes = await shownCodes(dialog);
  await keepAndClose(dialog);
  await expect(section(page, 'Two-factor authentication')).toContainText('10 of 10 recovery codes left');
  return { secret, codes };
}

async function shownCodes(dialog: Locator): Promise<string[]> {
  const codes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  return codes;
}

/** A window with codes is not closed before they were copied or downloaded. */
async function keepAndClose(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByRole('alert')).toContainText('neither copied nor downloaded');
  const download = dialog.page().waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('kaira-recovery-codes.txt');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

async function signOut(page: Page): Promise<void> {
  await section(page, 'This session').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
}

test('from the invitation to two-factor, its codes, another password, and off again', async ({ page }) => {
  test.slow();
  const { person, path } = await invited('developer');
  await acceptInvitation(page, path, person.password);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'This link is over' })).toBeVisible();

  const { secret, codes } = await switchOnTwoFactor(page, person.password);
  await page.reload();
  await expect(section(page, 'Two-factor authentication')).toContainText('On');
  await signOut(page);

  // With a code.
  await forgetStep(person);
  await logIn(page, person);
  await page.getByLabel('Code').fill(await codeOf(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard/sandbox');

  // With a recovery code, which then is one less; a second time it is none.
  for (const [index, outcome] of ['signs in', 'is refused'].entries()) {
    await page.goto(settings);
    await signOut(page);
    await logIn(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page
      .getByLabel('Recovery code')
      .fill(index === 0 ? (codes[0] ?? '').toLowerCase() : (codes[0] ?? ''));
    await page.getByRole('button', { name: 'Continue' }).click();
    if (outcome === 'is refused') {
      await expect(page.getByRole('main').getByRole('alert')).toContainText('used before');
      await page.getByLabel('Recovery code').fill(codes[1] ?? '');
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await expect(page).toHaveURL('/dashboard/sandbox');
  }
  await page.goto(settings);
  await expect(section(page, 'Two-factor authentication')).toContainText('8 of 10 recovery codes left');

  // New codes in the place of the others.
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('wrong password!');
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.');
  await forgetStep(person);
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByLabel('Code from the app').fill(await codeOf(secret));
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await expect(dialog.getByRole('heading', { name: 'Your new recovery codes' })).toBeVisible();
  const renewed = await shownCodes(dialog);
  expect(renewed).not.toContain(codes[2]);
  await keepAndClose(dialog);
  await expect(section(page, 'Two-factor authentication')).toContainText('10 of 10 recovery codes left');

  // Another password: the page goes on with the session that takes the place of the one before.
  const password = newPassword();
  const change = section(page, 'Password');
  await change.getByLabel('Present password').fill(person.password);
  await change.getByLabel('New password').fill('password1234');
  await change.getByLabel('The new one again').fill('password1234');
  await change.getByRole('button', { name: 'Change the password' }).click();
  await expect(change.getByRole('alert')).toContainText('everybody tries first');
  await change.getByLabel('New password').fill(password);
  await change.getByRole('button', { name: 'Change the password' }).click();
  await expect(change.getByRole('alert')).toHaveText('The two passwords are not the same.');
  await change.getByLabel('The new one again').fill(password);
  await change.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(change.getByLabel('New password')).toHaveValue('');

  // Off, with the password and a recovery code.
  await page.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(renewed[0] ?? '');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Two-factor authentication is off.')).toBeVisible();
  await expect(
    section(page, 'Two-factor authentication').getByRole('button', { name: 'Switch on' }),
  ).toBeVisible();
  await signOut(page);
  await signIn(page, person, password);
});

test('an owner invites a viewer, who sees the team and no action, and is shut out again', async ({
  page,
  browser,
}) => {
  leaveToLongRun();
  test.slow();
  const owner = await newPerson('owner');
  await signIn(page, owner);
  await page.goto('/dashboard/sandbox/team');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  const email = `viewer-${randomBytes(4).toString('hex')}@people.example`;
  await dialog.getByLabel('Name').fill('Isatou Njie');
  await dialog.getByLabel('E-mail').fill(owner.email);
  await dialog.getByRole('button', { name: 'Add the person' }).click();
  await expect(dialog.getByRole('alert')).toContainText('signs in already');
  await dialog.getByLabel('E-mail').fill(email);
  await expect(dialog.getByLabel('Role')).toHaveValue('viewer');
  await dialog.getByRole('button', { name: 'Add the person' }).click();
  await expect(dialog).toContainText('72 hours');
  const first = (await dialog.getByTestId('invitation-link').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Isatou Njie/ });
  await expect(row).toContainText('Invited');
  await expect(page.getByRole('row', { name: /\(you\)/ }).getByRole('button')).toHaveCount(0);

  const act = async (item: RegExp, button: RegExp) => {
    await row.getByRole('button', { name: 'Actions for Isatou Njie' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.getByRole('button', { name: button }).click();
  };
  await act(/New invitation link/, /Make the link/);
  const link = (await dialog.getByTestId('invitation-link').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(first);
  await expect(theirs.getByRole('heading', { name: 'This link is over' })).toBeVisible();
  const viewer: Person = { ...owner, email, name: 'Isatou Njie', password: newPassword(), role: 'viewer' };
  await acceptInvitation(theirs, new URL(link).pathname, viewer.password);
  // The owner's page notices by itself.
  await expect(row).toContainText('Active', { timeout: 20_000 });

  await theirs.goto('/dashboard/sandbox/team');
  await expect(theirs.getByRole('row', { name: /Isatou Njie \(you\)/ })).toBeVisible();
  await expect(theirs.getByRole('row', { name: new RegExp(owner.email) })).toBeVisible();
  await expect(theirs.getByText('An owner adds people')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /Add a person|Actions for/ })).toHaveCount(0);

  await row.getByRole('button', { name: 'Actions for Isatou Njie' }).click();
  await page.getByRole('menuitem', { name: /Change the role/ }).click();
  await dialog.getByLabel('Role').selectOption('developer');
  await dialog.getByRole('button', { name: 'Change the role' }).click();
  await expect(row).toContainText('developer');
  await act(/Disable/, /Disable/);
  await expect(row).toContainText('Disabled');
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login\?next=/);
  await act(/Enable/, /Enable/);
  await expect(row).toContainText('Active');
  await signIn(theirs, viewer);
  await context.close();

  await page.goto('/dashboard/sandbox/activity');
  const activity = page.getByRole('list', { name: 'Activity' });
  for (const sentence of [
    `Lamin owner added Isatou Njie (${email}) as viewer`,
    'Lamin owner made a new password link for Isatou Njie',
    'Isatou Njie set a password by the link',
    'Lamin owner changed the role of Isatou Njie',
    'Lamin owner disabled Isatou Njie',
    'Lamin owner enabled Isatou Njie again',
  ]) {
    await expect(activity.getByText(sentence)).toBeVisible();
  }
  await expect(activity.getByRole('listitem').filter({ hasText: 'changed the role' })).toContainText(
    'viewer → developer',
  );
});

test('an owner resets the two-factor authentication of somebody who lost it', async ({ page, browser }) => {
  leaveToLongRun();
  test.slow();
  const { owner, person, path } = await invited('viewer');
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await acceptInvitation(theirs, path, person.password);
  await switchOnTwoFactor(theirs, person.password);

  await signIn(page, owner);
  await page.goto('/dashboard/live/team');
  const row = page.getByRole('row', { name: /Binta Sanneh/ });
  await expect(row.getByRole('cell', { name: 'On', exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Actions for Binta Sanneh' }).click();
  await page.getByRole('menuitem', { name: /Reset two-factor/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your own password').fill('not the password');
  await dialog.getByRole('button', { name: 'Reset two-factor' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.');
  await dialog.getByLabel('Your own password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Reset two-factor' }).click();
  await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeVisible();

  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login\?next=/);
  await signIn(theirs, person);
  await context.close();
});

test('activity is read page by page to its beginning', async ({ page }) => {
  const owner = await newPerson('owner');
  // More than one may in an hour: the count is put back in between.
  for (let n = 1; n <= 30; n++) await renameAccount(contextOf(owner), `Name ${n}`);
  await forgiveAttempt({ rename: owner.id });
  for (let n = 31; n <= 55; n++) await renameAccount(contextOf(owner), `Name ${n}`);
  await signIn(page, owner);
  await page.goto('/dashboard/sandbox/activity');
  const lines = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(lines).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(lines).toHaveCount(57);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(lines.last()).toContainText('Kaira added Lamin owner');
});

test('a name is changed where it stands', async ({ page }) => {
  const person = await newPerson('viewer');
  await signIn(page, person);
  await page.goto(settings);
  await page.getByLabel('Name').fill('Awa Ceesay');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByRole('button', { name: /Awa Ceesay/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save the name' })).toBeDisabled();
});

test('each dashboard is for its own people, and the log-in page leads on who is signed in', async ({
  page,
  browser,
}) => {
  await signIn(page, await newPerson('developer'));
  for (const path of ['/admin/users', '/admin/settings']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/admin/login?next=${encodeURIComponent(path)}`);
  }
  await page.goto('/login?next=/dashboard/live/team');
  await expect(page).toHaveURL('/dashboard/live/team');
  await expect(page.getByRole('button', { name: /Add a person|Actions for/ })).toHaveCount(0);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(theirs, await newPerson('support'));
  for (const path of ['team', 'settings', 'activity']) {
    await theirs.goto(`/dashboard/live/${path}`);
    await expect(theirs).toHaveURL(/\/login\?next=/);
  }
  await theirs.goto('/admin/users');
  await expect(theirs.getByRole('row', { name: /\(you\)/ })).toBeVisible();
  await expect(theirs.getByRole('button', { name: /Add a person|Actions for/ })).toHaveCount(0);
  await context.close();
});

test('what the link in a message stopped is seen on the first page, and undone by one tap', async ({
  page,
}) => {
  leaveToLongRun();
  for (const role of ['owner', 'admin'] as const) {
    const person = await newPerson(role);
    const [kind, label] =
      role === 'owner'
        ? ['endpoint_paused', 'A webhook endpoint has stopped']
        : ['case_opened', 'A case was opened'];
    await unsubscribe({ address: person.email, kind, label: () => label }, '203.0.113.7', new Date());
    await page.context().clearCookies();
    await signIn(page, person);
    await expect(page.getByText('A link in an e-mail stopped messages to you')).toBeVisible();
    await expect(page.getByText(/, from 203\.0\.113\.7/)).toContainText(label);
    const home = role === 'owner' ? '/dashboard/sandbox' : '/admin';
    await page.goto(`${home}/settings`);
    await expect(page.getByLabel(label)).not.toBeChecked();
    await page.getByRole('button', { name: 'Write to me again' }).click();
    await expect(page.getByText('A link in an e-mail')).toBeHidden();
    await expect(page.getByLabel(label)).toBeChecked();
    await page.goto(home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('A link in an e-mail')).toBeHidden();
  }
});
