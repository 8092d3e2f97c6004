import { type Browser, expect, type Page, test } from '@playwright/test';
import { leaveToLongRun, themes } from '#e2e/setup/long-run';
import { isSound, newOperator, newOwner, signIn } from './support.ts';

const baseUrl = process.env.KAIRA_TEST_BASE_URL ?? '';

interface Shop {
  name: string;
  email: string;
  password: string;
}

/** A new client, made on the operators' page; its owner follows the invitation. */
async function openShop(browser: Browser, admin: Page): Promise<Shop> {
  const suffix = crypto.randomUUID().slice(0, 8);
  const shop = {
    name: `Bakau Boats ${suffix}`,
    email: `${suffix}@bakau.example`,
    password: `a long one ${suffix}`,
  };
  await admin.goto('/admin/clients');
  await admin.getByRole('button', { name: 'New client' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Name of the business').fill(shop.name);
  await dialog.getByLabel('E-mail of the business').fill(shop.email);
  await dialog.getByLabel('Phone').fill('+2207012345');
  await dialog.getByLabel('Name of the owner').fill('Ebrima Bah');
  await dialog.getByLabel('E-mail that the owner signs in with').fill(shop.email);
  await dialog.getByRole('button', { name: 'Create the client' }).click();
  await expect(dialog.getByText('You will not see it again')).toBeVisible();
  const link = await dialog.locator('code').textContent();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(admin.getByRole('link', { name: shop.name })).toBeVisible();

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL(link ?? '').pathname);
  await page.getByLabel('Password').fill(shop.password);
  await page.getByLabel('The same again').fill(shop.password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.waitForURL('/dashboard/sandbox');
  await context.close();
  return shop;
}

const asAdmin = async (browser: Browser) => signIn(browser, 'admin', await newOperator());

async function approveFirst(admin: Page, shop: Shop): Promise<void> {
  await admin.goto('/admin/approvals');
  const request = admin.getByRole('listitem').filter({ hasText: shop.name });
  await request.getByRole('button', { name: 'Approve' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  // While it is open, nothing behind it has a role.
  await expect(dialog).toHaveCount(0);
  await expect(request).toHaveCount(0);
}

async function revealedKey(merchant: Page): Promise<string> {
  await merchant.getByRole('button', { name: 'Reveal the key' }).click();
  await merchant.getByRole('dialog').getByRole('button', { name: 'Reveal the key' }).click();
  return copiedKey(merchant);
}

/** What the dialog of a new key shows, and never again. */
async function copiedKey(merchant: Page): Promise<string> {
  const dialog = merchant.getByRole('dialog');
  await expect(dialog.getByText('You will not see it again')).toBeVisible();
  await merchant.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('was not copied');
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  const copied = () => merchant.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^sk_test_[0-9A-Za-z]{43}$/);
  const key = await copied();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(merchant.getByText(key)).toHaveCount(0);
  return key;
}

const answerTo = async (key: string) => {
  const response = await fetch(`${baseUrl}/api/v1/client/balance`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return { status: response.status, code: (await response.json()).code };
};

test('a merchant asks for keys and an allowlist; the operator approves; each does what it says', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { page: admin } = await asAdmin(browser);
  const shop = await openShop(browser, admin);
  const { context, page: merchant } = await signIn(browser, 'client', shop);
  await merchant.goto('/dashboard/sandbox/keys');
  await expect(merchant.getByText('No key yet')).toBeVisible();

  let oldKey = '';
  await test.step('the first test key is made at once', async () => {
    await merchant.getByRole('button', { name: 'Make a test key' }).first().click();
    await merchant.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click();
    oldKey = await copiedKey(merchant);
    expect(await answerTo(oldKey)).toMatchObject({ status: 200 });
  });

  let newKey = '';
  await test.step('a rotation gives a new key, and the old one works on', async () => {
    await merchant.getByRole('button', { name: `Actions of the key ending in ${oldKey.slice(-4)}` }).click();
    await merchant.getByRole('menuitem', { name: 'Ask for a rotation…' }).click();
    await merchant.getByRole('dialog').getByRole('button', { name: 'Send the request' }).click();
    await expect(merchant.getByText('Waiting for approval')).toBeVisible();
    await approveFirst(admin, shop);
    // Without a reload.
    await expect(merchant.getByText('Approved', { exact: true })).toBeVisible({ timeout: 15_000 });
    newKey = await revealedKey(merchant);
    expect(newKey).not.toBe(oldKey);
    for (const key of [newKey, oldKey]) expect(await answerTo(key)).toMatchObject({ status: 200 });
    await expect(merchant.getByText('Expiring')).toBeVisible();
  });

  await test.step('the old key is revoked and refused at once', async () => {
    await merchant.getByRole('button', { name: `Actions of the key ending in ${oldKey.slice(-4)}` }).click();
    await merchant.getByRole('menuitem', { name: 'Revoke…' }).click();
    await merchant.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
    await expect(merchant.getByText('Revoked', { exact: true })).toBeVisible();
    expect(await answerTo(oldKey)).toMatchObject({ status: 401 });
    expect(await answerTo(newKey)).toMatchObject({ status: 200 });
  });

  const askForList = async (text: string, button: string) => {
    await merchant.getByRole('button', { name: 'Ask for a change' }).click();
    const dialog = merchant.getByRole('dialog');
    await dialog.getByLabel('Addresses').fill(text);
    await dialog.getByRole('button', { name: button }).click();
    return dialog;
  };

  await test.step('the IP allowlist locks out', async () => {
    const dialog = await askForList('203.0.113.1/24', 'Send the request');
    await expect(dialog.getByRole('alert')).toContainText('leave out /24');
    await dialog.getByLabel('Addresses').fill('203.0.113.0/24');
    await dialog.getByRole('button', { name: 'Send the request' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await answerTo(newKey)).toMatchObject({ status: 200 });
    await approveFirst(admin, shop);
    expect(await answerTo(newKey)).toEqual({ status: 403, code: 'IP_NOT_ALLOWED' });
  });

  await test.step('and lets in', async () => {
    await merchant.reload();
    await askForList('203.0.113.0/24\n127.0.0.0/8\n::1', 'Send the request');
    await expect(merchant.getByText('Waiting for approval')).toBeVisible();
    await approveFirst(admin, shop);
    expect(await answerTo(newKey)).toMatchObject({ status: 200 });
  });

  await test.step('a rejection is read by the merchant', async () => {
    await merchant.reload();
    await merchant.getByRole('button', { name: `Actions of the key ending in ${newKey.slice(-4)}` }).click();
    await merchant.getByRole('menuitem', { name: 'Ask for a rotation…' }).click();
    await merchant.getByRole('dialog').getByRole('button', { name: 'Send the request' }).click();
    await expect(merchant.getByText('Waiting for approval')).toBeVisible();
    await admin.goto('/admin/approvals');
    const request = admin.getByRole('listitem').filter({ hasText: shop.name });
    await request.getByRole('button', { name: 'Reject' }).click();
    await admin.getByRole('dialog').getByLabel('Reason').fill('One key is enough.');
    await admin.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    await expect(request).toHaveCount(0);
    await merchant.getByText('Earlier requests').click();
    await expect(merchant.getByText('One key is enough.')).toBeVisible({ timeout: 15_000 });
  });

  await test.step('the operator suspends the client, and resumes it', async () => {
    await admin.goto('/admin/clients');
    await admin.getByRole('link', { name: shop.name }).click();
    for (const [action, state, status] of [
      ['Suspend', 'Suspended', 403],
      ['Resume', 'Active', 200],
    ] as const) {
      await admin.getByRole('button', { name: action, exact: true }).click();
      await admin.getByRole('dialog').getByLabel('Reason').fill('a test');
      await admin
        .getByRole('dialog')
        .getByRole('button', { name: `${action} the client` })
        .click();
      await expect(admin.getByRole('main').getByText(state, { exact: true }).first()).toBeVisible();
      expect(await answerTo(newKey)).toMatchObject({ status });
    }
  });

  await test.step('all of it stands in the audit log', async () => {
    await admin.goto('/admin/audit?action=client.suspended');
    await admin
      .getByRole('button', { name: /^Details of Client suspended/ })
      .first()
      .click();
    await expect(admin.getByText('a test')).toBeVisible();
  });
  await context.close();
});

test('the ledger is balanced, and a recount from the page finds nothing', async ({ browser }) => {
  const { page } = await asAdmin(browser);
  await page.goto('/admin/ledger?environment=SANDBOX');
  await expect(page.getByText('The books balance')).toBeVisible();
  await page.getByRole('button', { name: 'Recount the books' }).click();
  await expect(page.getByText(/^\d+ checks, 0 violations$/)).toBeVisible({ timeout: 25_000 });
});

test('a transaction is found by its reference from any page', async ({ browser }) => {
  const { page } = await asAdmin(browser);
  await page.goto('/admin/rails');
  // The page listens for keys once its script has come.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('ORDER-1001');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'ORDER-1001' }).click();
  await expect(page.getByRole('heading', { name: /^GMD .*Collection ORDER-1001$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
});

test('the dialog of a new client breaks no rule of axe and fits 360 px', async ({ browser }) => {
  leaveToLongRun();
  test.setTimeout(90_000);
  const { page } = await asAdmin(browser);
  await page.goto('/admin/clients');
  await page.getByRole('button', { name: 'New client' }).click();
  await isSound(page, 'the dialog of a new client', themes);
});

test('the dialogs of the keys page break no rule of axe and fit 360 px', async ({ browser }) => {
  leaveToLongRun();
  test.setTimeout(180_000);
  const { context, page } = await signIn(browser, 'client', await newOwner());
  await page.goto('/dashboard/sandbox/keys');
  await page.getByRole('button', { name: 'Make a test key' }).click();
  await isSound(page, 'the dialog of a new key', themes);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ask for a change' }).click();
  await isSound(page, 'the dialog of an allowlist', themes);
  await context.close();
});
