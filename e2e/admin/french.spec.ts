import { expect, test } from '@playwright/test';
import { complaintsOf, newPerson, type Person } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { admin } from '#lib/browser/language/fr/admin';
import { shared } from '#lib/browser/language/fr/shared';
import { listPages, makeSample } from '#scripts/pages';

/** The English of every sentence, without those that are French as well; one with facts in it is not found so simply. */
const words = { ...admin, ...shared };
const isFrench = new Set(Object.values(words));
const english = Object.keys(words)
  .filter((key) => !key.includes('{'))
  .map((key) => key.split('|')[0] ?? '')
  .filter((text) => !isFrench.has(text));

test('an operator who reads French finds no English sentence of ours on any page', async ({
  playwright,
  browser,
}) => {
  leaveToLongRun();
  test.setTimeout(300_000);
  const baseUrl = process.env.KAIRA_TEST_BASE_URL ?? '';
  const signIn = async ({ email, password, door }: Person) => {
    const request = await playwright.request.newContext({ baseURL: baseUrl });
    const answer = await request.post(`/auth/${door}/login`, { data: { email, password } });
    expect(answer.status(), await answer.text()).toBe(200);
    return request;
  };
  const person = await newPerson('owner');
  const [owner, admin] = [await signIn(person), await signIn(await newPerson('admin'))];
  const sample = await makeSample({ baseUrl, owner, admin, clientId: person.clientId ?? '' });
  const { cookies, origins } = await admin.storageState();
  const language = { name: 'language', value: 'fr', url: baseUrl };
  const context = await browser.newContext({ storageState: { cookies, origins } });
  await context.addCookies([language]);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const pages = listPages(sample).filter(({ visitor, isApp }) => visitor === 'admin' && isApp);
  expect(pages.length).toBeGreaterThan(20);
  for (const { address } of pages) {
    await page.goto(address);
    await expect(page.locator('html'), address).toHaveAttribute('lang', 'fr');
    await page.waitForLoadState('networkidle');
    expect.soft(await page.evaluate(findAny, english), address).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await Promise.all([context.close(), owner.dispose(), admin.dispose()]);
});

/** In the page: which of the sentences stands there as a whole text, or is read aloud. */
function findAny(sentences: string[]): string[] {
  const known = new Set(sentences);
  const found: string[] = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  // Codes, such as the name of an account, are the same in every language.
  const isShown = (node: Node) => !node.parentElement?.closest('script, style, code, .font-mono');
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim().replace(/\s+/g, ' ');
    if (known.has(text) && isShown(node)) found.push(text);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name) ?? '';
      if (known.has(text)) found.push(`${name}: ${text}`);
    }
  }
  return found;
}
