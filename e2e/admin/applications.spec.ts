import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import {
  contextOf,
  expectAccessible,
  newClientId,
  newPerson,
  type Person,
  signIn,
} from '#e2e/setup/browser-people';
import { themes } from '#e2e/setup/long-run';
import { superuserSql } from '#e2e/setup/test-database';
import { addUser } from '#lib/users/add-user';

/** The first hour of a new business, on a phone, and of the two operators who read its papers, at their desks. */

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

const pdf = Buffer.from('%PDF-1.4\n% a certificate\n%%EOF\n');
/** The smallest JPEG whose size can be read. */
const photo = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0, 0xff, 0xd9],
]);
const html = Buffer.from('<!doctype html><script>alert(1)</script>');

/** No rule of axe is broken; a picture for who looks at them. */
async function look(page: Page, what: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${colorScheme}"], html:not([data-theme])`).waitFor();
    await expectAccessible(page, `${what}, ${colorScheme}`);
    const folder = process.env.KAIRA_SCREENSHOTS;
    const name = `${what}-${page.viewportSize()?.width}-${colorScheme}.png`.replaceAll(' ', '-');
    if (folder) await page.screenshot({ path: path.join(folder, name), fullPage: true });
  }
}

/** What was written to this address, newest last; the trial keeps it in a folder. */
function mailTo(email: string): string[] {
  const folder = path.join(process.env.KAIRA_E2E_DIR ?? '', 'outbox');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return files
    .filter((name) => !name.endsWith('/') && name.includes('.'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((text) => text.includes(email));
}

const step = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const isDone = (page: Page, title: string) =>
  expect(step(page, title)).toContainText('done', { timeout: 20_000 });

/** Somebody who was invited as the owner of a new business, and has opened the link. */
async function arrive(page: Page): Promise<Person> {
  const opener = await newPerson('owner', await newClientId());
  const email = `new-${crypto.randomUUID().slice(0, 8)}@people.example`;
  const added = await addUser(contextOf(opener), opener.clientId, {
    email,
    name: 'Ebrima Bah',
    role: 'owner',
  });
  const { clientId } = opener;
  await superuserSql()`update users set disabled_at = now() where id = ${opener.id}`;
  const password = `a long one ${crypto.randomUUID()}`;
  await page.goto(added.invitation.path);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('The same again').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  // In, without a log-in.
  await expect(page).toHaveURL('/dashboard/sandbox');
  return { id: added.user.id, clientId, name: 'Ebrima Bah', email, password, role: 'owner', door: 'client' };
}

async function confirmEmail(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText('Sent. Open it, and press the button there.')).toBeVisible();
  const link = () =>
    mailTo(email)
      .join('')
      .match(/\/confirm-email\/[\w-]+/)?.[0];
  await expect.poll(link, { timeout: 20_000 }).toBeDefined();
  await page.goto(link() ?? '');
  await look(page, 'confirm e-mail');
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('Your address is confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await isDone(page, 'Confirm your e-mail address');
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('PDF, JPEG or PNG file').setInputFiles({ name, mimeType: 'application/pdf', buffer });
}

async function writePapers(page: Page): Promise<void> {
  await step(page, 'Hand in the papers').getByRole('link', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: 'Papers', level: 1 })).toBeVisible();
  await page.getByLabel('Registered name').fill('Bakau Boats Ltd');
  await page.getByRole('button', { name: 'Hand in the papers' }).click();
  await expect(page.getByText('Name at least one person who owns the business.')).toBeVisible();
  await look(page, 'papers with faults');
  // What was typed stays, also when somebody goes away in between.
  await page.reload();
  await expect(page.getByLabel('Registered name')).toHaveValue('Bakau Boats Ltd');
  await page.getByLabel('Registration number').fill('C-1042');
  await page.getByLabel('TIN', { exact: true }).fill('1234567');
  await page.getByLabel('Owners').fill('Ebrima Bah\nFatou Jallow');
  await page.getByLabel('Holder').fill('Bakau Boats Ltd');
  await page.getByLabel('Bank', { exact: true }).fill('Trust Bank');
  await page.getByLabel('Account number').fill('0011 2233 44');
  await choose(page, 'certificate.pdf', html);
  await expect(page.getByText('This is no PDF, JPEG or PNG, whatever its name says.')).toBeVisible();
  await choose(page, 'certificate.pdf', pdf);
  await expect(page.getByRole('list', { name: 'Papers' })).toContainText('certificate.pdf');
  await choose(page, 'identity.jpeg', photo);
  await expect(page.getByRole('list', { name: 'Papers' })).toContainText('identity.jpg');
  await look(page, 'papers');
  await page.getByRole('button', { name: 'Hand in the papers' }).click();
  await expect(page.getByText('With the operators')).toBeVisible();
  await look(page, 'papers handed in');
}

async function act(page: Page, button: string, confirm: string, text?: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  if (text) await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: confirm, exact: true }).waitFor();
  await look(page, `dialog ${confirm}`);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('a new business comes in, takes a first payment and goes live by its papers', async ({ browser }) => {
  test.setTimeout(240_000);
  const owner = await (await browser.newContext({ viewport: phone })).newPage();
  const person = await arrive(owner);
  await expect(owner.getByText('0 of 6 done')).toBeVisible();
  await look(owner, 'home of a new business');

  await owner.getByRole('button', { name: 'Charge GMD 100.00' }).click();
  await isDone(owner, 'Take a payment for practice');
  await expect(owner.getByText('1 of 6 done')).toBeVisible();
  await confirmEmail(owner, person);
  await writePapers(owner);

  const one = await (await browser.newContext({ viewport: desk })).newPage();
  await signIn(one, await newPerson('admin'));
  await expect(one.getByRole('link', { name: /waits? for an answer to its papers/ })).toBeVisible();
  await one.goto('/admin/applications');
  await look(one, 'applications');
  const address = `/admin/applications/${person.clientId}`;
  await one.goto(address);
  await look(one, 'an application');
  const download = one.waitForEvent('download');
  await one.getByRole('link', { name: 'Download certificate.pdf' }).click();
  expect(readFileSync(await (await download).path())).toEqual(pdf);
  await act(one, 'Ask back…', 'Ask', 'The TIN is not readable.');
  await expect(one.getByText('Asked back, with the client')).toBeVisible();

  await expect
    .poll(() => mailTo(person.email).join(''), { timeout: 20_000 })
    .toContain('The TIN is not readable.');
  await owner.goto('/dashboard/sandbox');
  await expect(step(owner, 'Hand in the papers')).toContainText('The TIN is not readable.');
  await look(owner, 'home with a question');
  await step(owner, 'Hand in the papers').getByRole('link', { name: 'Answer' }).click();
  await expect(owner.getByText('The operators ask')).toBeVisible();
  await look(owner, 'papers with a question');
  await owner.getByLabel('TIN', { exact: true }).fill('7654321');
  await owner.getByRole('button', { name: 'Hand in the papers' }).click();
  await expect(owner.getByText('With the operators')).toBeVisible();

  await one.goto(address);
  await expect(one.getByText('7654321')).toBeVisible();
  await act(one, 'Propose to approve…', 'Propose');
  await expect(one.getByText('Yours: a colleague decides')).toBeVisible();

  const two = await (await browser.newContext({ viewport: desk })).newPage();
  await signIn(two, await newPerson('admin'));
  await two.goto('/admin/approvals');
  const request = two.getByRole('listitem').filter({ has: two.locator(`a[href="${address}"]`) });
  await expect(request).toContainText('Approve the papers of a business');
  await look(two, 'approvals');
  await two.goto(address);
  await act(two, 'Approve…', 'Approve');
  await expect(two.getByText('Approved', { exact: true })).toBeVisible();
  await look(two, 'an approved application');

  await owner.reload();
  await expect(owner.getByText('Approved', { exact: true })).toBeVisible();
  await look(owner, 'papers approved');
  await owner.goto('/dashboard/live/settlements');
  await expect(owner.getByText('Trust Bank').first()).toBeVisible();
  await owner.goto('/dashboard/sandbox');
  await isDone(owner, 'Hand in the papers');
});
