import { expect, test } from '@playwright/test';
import { fitsItsWidth, isAccessible, newMember, openAs } from './support.ts';

const home = '/dashboard/sandbox';

test.use({ serviceWorkers: 'allow' });

test('a phone can have it among its apps: what says so is whole, and its pictures are as large as they say', async ({
  page,
  request,
}) => {
  await openAs(page, await newMember());
  const path = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await request.get(path ?? '')).json();
  expect(manifest).toMatchObject({ start_url: '/dashboard', display: 'standalone', name: 'Kaira' });
  const shown = await page.evaluate(
    (icons: { src: string }[]) =>
      Promise.all(
        icons.map(async ({ src }) => {
          const picture = new Image();
          picture.src = src;
          await picture.decode();
          return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }),
      ),
    manifest.icons.slice(0, 2),
  );
  expect(shown).toEqual(['192x192', '512x512']);
});

test('opened without a line it says so and shows no figure of before, and comes when the line is back', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await openAs(page, await newMember());
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('Nothing was sent, and nothing waits to be sent later.')).toBeVisible();
  await expect(page.getByText('GMD')).toHaveCount(0);
  await fitsItsWidth(page);
  await isAccessible(page);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(home);
  await expect(page.getByRole('region', { name: 'Came in today' })).toBeVisible();
});

test('keeps one page and no other: nothing that a person sees or sends is in it', async ({ page }) => {
  await openAs(page, await newMember());
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${home}/transactions`);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toEqual(['/offline']);
});
