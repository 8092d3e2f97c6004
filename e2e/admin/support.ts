import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { violationsOn } from '#e2e/setup/axe';
import { fitsItsWidth } from '#e2e/setup/browser-people';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';

export interface Person {
  email: string;
  password: string;
}

/** An operator of one's own: a new log-in would end the session of another test. */
export async function newOperator(): Promise<Person> {
  const email = `${randomUUID()}@operators.example`;
  const { password } = await createUser({ clientId: null, email, name: 'Awa Ceesay', role: 'admin' });
  return { email, password };
}

/** The owner of a new client that has a sandbox key. */
export async function newOwner(): Promise<Person> {
  const email = `${randomUUID()}@shop.example`;
  const clientId = await createClient({ name: 'Shop', businessPhone: '+2207012345', businessEmail: email });
  const { password } = await createUser({ clientId, email, name: 'Modou Jobe', role: 'owner' });
  await createApiKey(clientId, 'SANDBOX');
  return { email, password };
}

/** Signs in by the form, in a browser of its own. */
export async function signIn(browser: Browser, door: 'client' | 'admin', { email, password }: Person) {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(door === 'admin' ? '/admin/login' : '/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(door === 'admin' ? /\/admin$/ : /\/dashboard\/(live|sandbox)$/);
  return { context, page };
}

/** No rule of axe is broken in these themes, and on a phone nothing stands out to the right. */
export async function isSound(
  page: Page,
  what: string,
  inThemes: readonly ('light' | 'dark')[] = ['light'],
): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const colorScheme of inThemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violationsOn(page), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsItsWidth(page.locator('html'), `${what} at 360`);
}
