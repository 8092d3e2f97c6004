import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { sqlClient } from '#db/client';
import { violationsOn } from '#e2e/setup/axe';
import { fitsItsWidth } from '#e2e/setup/browser-people';
import { leaveToLongRun, themes } from '#e2e/setup/long-run';
import { isSound, newOperator, signIn } from './support.ts';

const folder = process.env.KAIRA_SCREENSHOTS;

test('the health of the installation is told in sentences, what is urgent first, each with the way to its page', async ({
  browser,
}) => {
  leaveToLongRun();
  const sql = sqlClient();
  const id = randomUUID();
  const turns = { 'a job of before': { done_at: at(-400), due_at: at(-300) } };
  const { page, context } = await signIn(browser, 'admin', await newOperator());
  await sql`
    insert into workers (id, name, version, started_at, seen_at, turns)
    values (${id}::uuid, 'kiosk 17', '9.9.9', now(), now() + interval '1 minute', ${JSON.stringify(turns)}::text::jsonb)`;
  try {
    await page.getByRole('navigation').first().getByRole('link', { name: 'Health', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
    const lines = page.getByRole('list', { name: 'Health', exact: true }).getByRole('listitem');
    await expect(lines.filter({ hasText: 'a job of before: this was due 5 minutes ago' })).toContainText(
      'See to it now',
    );
    await expect(lines.filter({ hasText: 'The worker kiosk 17 is Kaira 9.9.9' })).toContainText(
      'See to it soon',
    );
    await expect(lines.filter({ hasText: /^DatabaseWellPostgreSQL \d+/ })).toBeVisible();
    const words = await lines.getByText(/^(See to it now|See to it soon|Not known|Well)$/).allTextContents();
    const order = ['See to it now', 'See to it soon', 'Not known', 'Well'];
    expect(words).toEqual(words.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    const job = page.getByRole('row', { name: /^Adding up balances/ });
    await expect(job).toContainText('In time');
    await isSound(page, 'the health page', themes);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violationsOn(page)).toEqual([]);
    await fitsItsWidth(page.locator('html'), 'the health page at 390');
    for (const colorScheme of folder ? themes : []) {
      await page.emulateMedia({ colorScheme });
      mkdirSync(folder as string, { recursive: true });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.screenshot({ path: `${folder}/health-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    // The overview agrees, what has to be seen to now before what can wait.
    await page.goto('/admin');
    const matters = page.getByRole('region', { name: 'Needs attention' }).getByRole('link');
    const late = matters.filter({ hasText: 'a job of before: this was due' });
    await expect(late).toHaveAttribute('href', '/admin/health');
    await expect(matters.filter({ hasText: 'The worker kiosk 17 is Kaira 9.9.9' })).toBeVisible();
    await isSound(page, 'the overview with what Health says');
    await page.goBack();
    const link = lines.filter({ hasText: 'a job of before' }).getByRole('link');
    await link.click();
    await expect(page).toHaveURL(/\/docs\/operations\/monitoring#kairaperiodiclate$/);
    await expect(page.locator('#kairaperiodiclate')).toBeVisible();
  } finally {
    await sql`delete from workers where id = ${id}::uuid`;
    await context.close();
  }
});

function at(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}
