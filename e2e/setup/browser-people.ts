import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { generate } from 'otplib';
import { sqlClient } from '#db/client';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { violationsOn } from './axe.ts';

/** People who sign in with a real browser. Each test has its own: a log-in ends the one before of the same person. */

export interface Person {
  id: string;
  clientId: string | null;
  name: string;
  email: string;
  password: string;
  role: Role;
  door: 'client' | 'admin';
}

/** Somebody with a password; a client's user of a new client unless one is named. */
export async function newPerson(role: Role, clientId?: string): Promise<Person> {
  const isStaff = role === 'admin' || role === 'support';
  const client = isStaff ? null : (clientId ?? (await newClientId()));
  const email = `${role}-${randomUUID().slice(0, 8)}@people.example`;
  const name = isStaff ? `Fatou ${role}` : `Lamin ${role}`;
  const { id, password } = await createUser({ clientId: client, email, name, role });
  return { id, clientId: client, name, email, password, role, door: isStaff ? 'admin' : 'client' };
}

export function newClientId(): Promise<string> {
  return createClient({
    name: 'Brikama Bakery',
    businessPhone: '+2207000002',
    businessEmail: 'shop@people.example',
  });
}

/** What a verb is told of a person who acts without a browser. */
export function contextOf(person: Person): UserContext {
  const { id, email, name, role, clientId } = person;
  return {
    user: { id, email, name, role },
    sessionId: randomUUID(),
    clientId: clientId ?? undefined,
    isConfirmed: true,
    address: '198.51.100.7',
    userAgent: null,
    now: () => new Date(),
  };
}

/** By the log-in page; `password` where it is another one by now. */
export async function signIn(page: Page, person: Person, password = person.password): Promise<void> {
  const home = await logIn(page, person, password);
  await page.waitForURL(home);
}

/** The first step of it, which with a second factor is not all. Returns where it leads. */
export async function logIn(page: Page, person: Person, password = person.password): Promise<string> {
  await page.goto(person.door === 'admin' ? '/admin/login' : '/login');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return person.door === 'admin' ? '/admin' : '/dashboard/sandbox';
}

/** The code that an authenticator app shows now. */
export function codeOf(secret: string): Promise<string> {
  return generate({ secret });
}

/** As if the codes that were taken so far were long ago, so that no test waits for the next one. */
export async function forgetStep({ id }: Person): Promise<void> {
  await sqlClient()`update users set totp_last_step = null where id = ${id}`;
}

/** No violation that axe knows of, and nothing that stands out to the right. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // A page that is still on its way has none.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  expect(await violationsOn(page), what).toEqual([]);
  for (const box of await page.locator('html, [role=dialog]').all()) await fitsItsWidth(box, what);
}

/** On a phone: what is tapped is 44 px high, or the whole of its row is; what is typed has 16 px, or phones zoom in. */
export async function isEasilyTapped(page: Page, what: string): Promise<void> {
  const small = await page.evaluate(() => {
    const typed = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=range]), select, textarea';
    const fault = (element: Element) => {
      const { height, width } = element.getBoundingClientRect();
      const reach = getComputedStyle(element, '::after');
      const isLarge = height >= 44 || (reach.position === 'absolute' && reach.content !== 'none');
      const isLegible =
        !element.matches(typed) || Number.parseFloat(getComputedStyle(element).fontSize) >= 16;
      if (isLarge && isLegible) return [];
      return `${Math.round(width)} × ${Math.round(height)} px: ${element.outerHTML.slice(0, 200)}`;
    };
    return [...document.querySelectorAll(`${typed}, button, summary, a.button, nav a`)]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
      .flatMap(fault);
  });
  expect(small, `${what}: too small for a finger`).toEqual([]);
}

/** Never scrolls sideways; a wide table does so by itself. A chart is laid out anew some moments later. */
export async function fitsItsWidth(box: Locator, what: string): Promise<void> {
  const standsOut = () =>
    box.evaluate((element) => {
      const pixels = element.scrollWidth - element.clientWidth;
      if (pixels === 0) return [];
      const edge = element.getBoundingClientRect().left + element.clientWidth;
      const those = [...element.querySelectorAll('*')].filter(
        (each) => each.getBoundingClientRect().right > edge + 0.5,
      );
      return [`${pixels} px`, ...those.slice(0, 5).map((each) => each.outerHTML.slice(0, 150))];
    });
  await expect.poll(standsOut, { message: `${what}: what stands out to the right` }).toEqual([]);
}

/** What a browser says of a page that it drew otherwise than the server. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/hydrat|did not match|error #4(18|21|23|25)/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}
