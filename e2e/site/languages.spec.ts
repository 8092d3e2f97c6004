import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { complaintsOf, fitsItsWidth, newPerson, signIn } from '#e2e/setup/browser-people';

const baseUrl = process.env.KAIRA_TEST_BASE_URL ?? '';
const key = process.env.KAIRA_TEST_KEY ?? '';

async function newCheckout(): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/collections/initiate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '1234.50', currency: 'GMD', client_reference: `order ${randomUUID()}` }),
  });
  return (await response.json()).data.redirect_url;
}

test.describe('whose browser prefers French', () => {
  test.use({ locale: 'fr-SN', viewport: { width: 360, height: 740 } });

  test('pays in French, with amounts as French writes them, and reads the receipt so', async ({ page }) => {
    await page.goto(await newCheckout());
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByText('Bac à sable – aucun argent réel ne circule')).toBeVisible();
    await fitsItsWidth(page.locator('html'), 'the checkout');
    await page.getByRole('button', { name: 'Payer 1 234,50 GMD' }).click();
    await expect(page.getByRole('heading', { name: 'Paiement reçu' })).toBeVisible();
    await fitsItsWidth(page.locator('html'), 'what came of it');
    await page.getByRole('link', { name: 'Reçu' }).click();
    await expect(page.getByRole('heading', { name: 'Reçu' })).toBeVisible();
    await expect(page.getByText('Jour et heure')).toBeVisible();
    await fitsItsWidth(page.locator('html'), 'the receipt');
  });

  test('chooses English at the foot, and it stays chosen on the next page', async ({ page }) => {
    await page.goto(await newCheckout());
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Pay GMD 1,234.50' }).click();
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('signs in in French, and is refused in French', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible();
    await fitsItsWidth(page.locator('html'), 'the log-in');
    await page.getByLabel('E-mail').fill('nobody@people.example');
    await page.getByLabel('Mot de passe').fill('not the password');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('alert')).toHaveText('L’e-mail ou le mot de passe est faux.');
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.goto('/password-reset');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('reads a page of the app in French, drawn by server and browser alike', async ({ page }) => {
    const complaints = complaintsOf(page);
    await page.goto('/there/is/none');
    await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
    await expect(page).toHaveTitle(/^Page introuvable/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
    await fitsItsWidth(page.locator('html'), 'a page that is not there');
    expect(complaints).toEqual([]);
  });

  test('has the documentation in English, which programs are written by', async ({ page }) => {
    await page.goto('/docs/quick-start');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('a language that is chosen under Settings is there at the next log-in of any browser', async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  const person = await newPerson('owner');
  await signIn(page, person);
  await page.goto('/dashboard/sandbox/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { name: 'Langue' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Français' })).toBeChecked();
  expect(complaints).toEqual([]);

  const other = await browser.newPage();
  await signIn(other, person);
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr');
  await other.context().close();
});
