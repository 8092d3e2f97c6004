import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '#e2e/setup/server';
import { openArchive } from '#lib/browser/workbook/unzip';
import { pluginFiles } from '#scripts/woocommerce-zip';
import { type Account, type Json, newAccount, settle, until } from './support.ts';

// examples/ as a merchant runs them: in the real interpreters, told by a running Kaira.

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-examples-'));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    // With those that it has begun itself: a server of PHP leaves its workers behind.
    process.kill(-(child.pid as number));
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const can = (program: string, ...words: string[]): boolean => {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const hasPhp = can('php', '-r', 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") ? 0 : 1);');
const pythonWith = (framework: string) =>
  ['python3', '/usr/bin/python3'].find((each) =>
    can(each, '-c', `import ${framework}, sys; sys.exit(sys.version_info < (3, 11))`),
  );
const flask = pythonWith('flask');
const django = pythonWith('django');
/** As if pip had installed the SDK, which e2e/api/sdk-python.test.ts does. */
const pythonSettings = {
  PYTHONPATH: path.join(root, 'sdk/python'),
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
};

interface Shop {
  address: string;
  account: Account;
}

/** A shop with an endpoint of its own, at `hook` of its address. */
async function openShop(
  command: [string, ...string[]],
  hook: string,
  settings: (account: Account, secret: string) => Record<string, string>,
  known?: Account,
): Promise<Shop> {
  const account = known ?? (await newAccount());
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const endpoint = await account.post('/api/v1/webhook-endpoints', { url: address + hook });
  const [program, ...words] = command.map((each) => each.replace('PORT', String(port)));
  const child = spawn(program as string, words, {
    cwd: folder,
    detached: true,
    env: { ...process.env, PORT: String(port), ...settings(account, endpoint.body.data.secret) },
  });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  await until(
    'the shop is open',
    () => {
      if (child.exitCode !== null) throw new Error(`it ended:\n${printed}`);
      return /started|Running on|Starting development server/.test(printed) || undefined;
    },
    20_000,
  );
  return { address, account };
}

async function post(url: string, body?: Json): Promise<Json> {
  const response = await fetch(url, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });
  return response.json();
}

/** As a browser without script does. */
async function payAt(url: string, typed: Record<string, string>): Promise<void> {
  const shown = await fetch(url);
  const cookie = shown.headers.getSetCookie().map((each) => each.split(';')[0]);
  const hidden = (await shown.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  const kept = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
  const given = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...kept, ...typed }),
    headers: { cookie: cookie.join('; '), origin: new URL(url).origin },
    redirect: 'manual',
  });
  expect(given.status, await given.text()).toBe(303);
}

const forge = (url: string) =>
  fetch(url, { method: 'POST', body: '{"event":"payment.succeeded","data":{}}' });

describe.skipIf(!hasPhp)(hasPhp ? 'WooCommerce' : 'PHP 8.2 with curl is not here', () => {
  let id = 100;
  let shop: Shop;

  const place = (order: Json): number => {
    id += 1;
    const whole = { status: 'pending', total: '100.00', name: 'Awa Ceesay', phone: '701 23 45', ...order };
    writeFileSync(path.join(folder, `order-${id}.json`), JSON.stringify(whole));
    return id;
  };
  const order = (of: number): Json => JSON.parse(readFileSync(path.join(folder, `order-${of}.json`), 'utf8'));
  const change = (of: number, to: Json) =>
    writeFileSync(path.join(folder, `order-${of}.json`), JSON.stringify({ ...order(of), ...to }));
  /** And whoever made it so has written down all of it. */
  const becomes = (of: number, status: string) =>
    until(
      `order ${of} is ${status}`,
      () => (order(of).status === status && order(of).meta?._kaira_events) || undefined,
      20_000,
    );
  /** What an owner uploads, with the stubs beside it. */
  const unpackedShop = (): string => {
    for (const [name, content] of pluginFiles()) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const tests = path.join(folder, 'kaira-for-woocommerce/tests');
    cpSync(path.join(root, 'examples/woocommerce/tests'), tests, { recursive: true });
    return path.join(tests, 'shop.php');
  };
  const shopOpens = async () => {
    shop ??= await openShop(
      ['php', '-S', 'localhost:PORT', unpackedShop()],
      '/?wc-api=kaira',
      ({ key }, secret) => ({
        SHOP_FOLDER: folder,
        PHP_CLI_SERVER_WORKERS: '4',
        SHOP_SETTINGS: JSON.stringify({ enabled: 'yes', url: inject('baseUrl'), key, secret }),
      }),
    );
    return shop;
  };

  test('the zip for WordPress has the plugin and its SDK, and nothing of the tests', async () => {
    execFileSync(process.execPath, [path.join(root, 'scripts/woocommerce-zip.ts')], { cwd: folder });
    const archive = openArchive(new Uint8Array(readFileSync(path.join(folder, 'kaira-for-woocommerce.zip'))));
    const files = pluginFiles();
    const names = files.map(([name]) => name);
    expect(names).toContain('kaira-for-woocommerce/kaira-for-woocommerce.php');
    expect(names).toContain('kaira-for-woocommerce/sdk/src/Http/CurlSender.php');
    expect(names.filter((name) => name.includes('test'))).toEqual([]);
    for (const [name, content] of files) expect(await archive.read(name), name).toBe(content);
  });

  test('every file of it is sound', () => {
    const files = globSync(path.join(root, 'examples/**/*.php'));
    expect(files.length).toBeGreaterThan(6);
    for (const file of files) expect(can('php', '-l', file), file).toBe(true);
  });

  test('an order is paid by its webhook, once, and refunded from its page, whole and once', async () => {
    const { address, account } = await shopOpens();
    const bought = place({});
    const [first, second] = await Promise.all([
      post(`${address}/pay/${bought}`),
      post(`${address}/pay/${bought}`),
    ]);
    expect(first).toMatchObject({ result: 'success', redirect: expect.stringMatching(/\/checkout\//) });
    expect(second.redirect).toBe(first.redirect);
    await becomes(bought, 'processing');
    expect(order(bought)).toMatchObject({ times_completed: 1 });
    const paid = await account.get(`/api/v1/collections/status/wc-${bought}-1`);
    expect(paid.body.data).toMatchObject({
      status: 'SUCCEEDED',
      amount: '100.00',
      customer_mobile: '+2207012345',
      transaction_id: order(bought).transaction_id,
    });
    // The commission, and what the wallet sends a part back from.
    await settle(account, '50.00');
    await account.post('/api/v1/sandbox/rail-floats', { provider: 'PROVIDER_W', amount: '500.00' });
    expect(await post(`${address}/refund/${bought}`, { amount: '30', reason: 'too small' })).toBe(true);
    expect(await post(`${address}/refund/${bought}`, { amount: '70.00' })).toBe(true);
    await until(
      'the notes say so',
      () => order(bought).notes.join().includes('has 70.00 GMD back') || undefined,
    );
    expect(await post(`${address}/refund/${bought}`, { amount: '1.00' })).toMatchObject({ code: 'kaira' });
    const after = await account.get(`/api/v1/collections/status/wc-${bought}-1`);
    expect(after.body.data.refunded_amount).toBe('100.00');
    expect(after.body.data.refunds).toHaveLength(2);
  }, 60_000);

  test('a refund whose answer was lost is asked for again under the same reference', async () => {
    const { address, account } = await shopOpens();
    const bought = place({});
    await post(`${address}/pay/${bought}`);
    await becomes(bought, 'processing');
    // Kaira has done it, and the shop never heard: the reference is still open.
    const reference = `wc-${bought}-refund-1`;
    const { transaction_id, meta } = order(bought);
    change(bought, { meta: { ...meta, _kaira_refunds: '1', _kaira_open_refund: reference } });
    const done = await account.post('/api/v1/refunds', {
      collection: transaction_id,
      client_reference: reference,
      amount: '40.00',
    });
    expect(done.status).toBe(200);
    expect(await post(`${address}/refund/${bought}`, { amount: '50.00' })).toMatchObject({ code: 'kaira' });
    expect(await post(`${address}/refund/${bought}`, { amount: '40.00' })).toBe(true);
    const { body } = await account.get(`/api/v1/collections/status/wc-${bought}-1`);
    expect(body.data.refunds).toHaveLength(1);
  }, 60_000);

  test('a payment that failed is another attempt, and an order that changed never has two open payments', async () => {
    const { address, account } = await shopOpens();
    const refused = place({ total: '400.00' });
    await post(`${address}/pay/${refused}`);
    await becomes(refused, 'failed');
    change(refused, { total: '100.00' });
    expect(await post(`${address}/pay/${refused}`)).toMatchObject({ result: 'success' });
    await becomes(refused, 'processing');

    const changed = place({ total: '150.00' });
    await post(`${address}/pay/${changed}`);
    change(changed, { total: '175.00' });
    expect(await post(`${address}/pay/${changed}`)).toMatchObject({ result: 'success' });
    const status = async (attempt: number) =>
      (await account.get(`/api/v1/collections/status/wc-${changed}-${attempt}`)).body.data.status;
    expect([await status(1), await status(2)]).toEqual(['CANCELLED', 'PENDING']);
  }, 60_000);

  test('money of another amount puts the order on hold, and a cancelled one that is paid is paid', async () => {
    const { address, account } = await shopOpens();
    const dearer = place({ total: '150.00' });
    await account.post('/api/v1/collections/initiate', {
      amount: '100.00',
      currency: 'GMD',
      client_reference: `wc-${dearer}-1`,
    });
    await becomes(dearer, 'on-hold');
    expect(order(dearer).notes.join()).toContain('100.00 GMD were paid, which is not what is owed');

    const late = place({ status: 'cancelled', total: '160.00' });
    await account.post(
      '/api/v1/collections/initiate',
      { amount: '160.00', currency: 'GMD', client_reference: `wc-${late}-1` },
      { 'X-Gw-Scenario': 'late_success' },
    );
    await account.post('/api/v1/sandbox/advance', { seconds: 60 });
    await becomes(late, 'processing');
    expect(await (await forge(`${address}/?wc-api=kaira`)).text()).toBe('webhook-id is missing');
  }, 60_000);

  test('a customer who comes back before the webhook makes the shop ask, and a lost Kaira is said', async () => {
    const { address, account } = await shopOpens();
    const waits = place({ total: '120.00', payment_method: 'another' });
    await account.post(
      '/api/v1/collections/initiate',
      { amount: '120.00', currency: 'GMD', client_reference: `wc-${waits}-1` },
      { 'X-Gw-Scenario': 'success' },
    );
    await account.post('/api/v1/sandbox/advance', { seconds: 60 });
    expect(order(waits).status).toBe('pending');
    await fetch(`${address}/thank-you/${waits}`);
    expect(order(waits)).toMatchObject({ status: 'processing' });
    // The webhook comes after all, and tells nothing that was not known; money for another attempt does.
    change(waits, { payment_method: 'kaira' });
    const deliveries = await account.get(`/api/v1/webhook-deliveries?reference=wc-${waits}-1`);
    await account.post(`/api/v1/webhook-deliveries/${deliveries.body.data[0].id}/resend`);
    await becomes(waits, 'processing');
    expect(order(waits).notes.join()).not.toContain('a second time');
    await account.post(
      '/api/v1/collections/initiate',
      { amount: '120.00', currency: 'GMD', client_reference: `wc-${waits}-2` },
      { 'X-Gw-Scenario': 'success' },
    );
    await account.post('/api/v1/sandbox/advance', { seconds: 60 });
    expect(order(waits).notes.join()).toContain('paid a second time, 120.00 GMD');

    const nowhere = await openShop(
      ['php', '-S', 'localhost:PORT', path.join(root, 'examples/woocommerce/tests/shop.php')],
      '/?wc-api=kaira',
      ({ key }, secret) => ({
        SHOP_FOLDER: folder,
        SHOP_SETTINGS: JSON.stringify({ enabled: 'yes', url: 'http://localhost:1', key, secret }),
      }),
    );
    const answer = await post(`${nowhere.address}/pay/${place({})}`);
    expect(answer).toMatchObject({ result: 'failure', notices: [expect.stringContaining('did not answer')] });
  }, 60_000);
});

describe.skipIf(!hasPhp)(hasPhp ? 'Laravel' : 'PHP 8.2 with curl is not here', () => {
  test('an order is sent once, of what was paid in full; of other money it says so, and nothing is sent', async () => {
    const books = path.join(folder, 'laravel.json');
    const reference = `order-${randomUUID()}`;
    writeFileSync(
      books,
      JSON.stringify({
        orders: [
          { reference, bututs: 77_00, status: 'new' },
          { reference: `${reference}-dear`, bututs: 770_00, status: 'new' },
        ],
      }),
    );
    const { address, account } = await openShop(
      ['php', '-S', 'localhost:PORT', path.join(root, 'examples/laravel/tests/server.php')],
      '/api/kaira',
      (_, secret) => ({ SHOP_DATABASE: books, KAIRA_WEBHOOK_SECRET: secret }),
    );
    expect((await forge(address)).status).toBe(400);
    for (const [amount, client_reference] of [
      ['77.00', reference],
      ['76.00', `${reference}-dear`],
    ]) {
      await account.post(
        '/api/v1/collections/initiate',
        { amount, currency: 'GMD', client_reference },
        { 'X-Gw-Scenario': 'duplicate_webhook' },
      );
    }
    await account.post('/api/v1/sandbox/advance', { seconds: 60 });
    const { orders, parcels, kaira_events } = JSON.parse(readFileSync(books, 'utf8'));
    expect(orders.map(({ status }: Json) => status)).toEqual(['paid', 'look at it']);
    expect(parcels).toEqual([{ reference }]);
    expect(Object.keys(kaira_events)).toHaveLength(2);
  }, 60_000);
});

describe.skipIf(!flask)(flask ? 'Flask' : 'Python 3.11 with Flask is not here', () => {
  test('a customer pays our price, is shown as paid by the webhook alone, and gets the money back', async () => {
    const { address, account } = await openShop(
      [flask as string, path.join(root, 'examples/flask/shop.py')],
      '/webhooks',
      ({ key }, secret) => ({
        KAIRA_API_KEY: key,
        KAIRA_URL: inject('baseUrl'),
        KAIRA_WEBHOOK_SECRET: secret,
        SHOP_DATABASE: path.join(folder, 'flask.db'),
        ...pythonSettings,
      }),
    );
    const reference = `order-${randomUUID()}`;
    const buy = (fields: Record<string, string>, of = reference) =>
      fetch(`${address}/orders/${of}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
    const refused = await buy({ product: 'jar', mobile: '1' });
    expect([refused.status, ((await refused.json()) as Json).details.fields]).toEqual([
      400,
      [expect.objectContaining({ path: 'customer_mobile' })],
    ]);
    const bought = await buy({ product: 'jar', amount: '1', mobile: '+2207012345' });
    expect([bought.status, bought.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/checkout\//),
    ]);
    const status = async (of = reference) =>
      ((await (await fetch(`${address}/orders/${of}`)).json()) as Json).status;
    expect((await forge(`${address}/webhooks`)).status).toBe(400);
    expect(await status()).toBe('new');
    await until('it is paid', async () => (await status()) === 'paid' || undefined, 20_000);
    await settle(account, '50.00');
    await post(`${address}/orders/${reference}/refund`);
    await post(`${address}/orders/${reference}/refund`);
    await until('it is given back', async () => (await status()) === 'refunded' || undefined, 20_000);
    const { body: found } = await account.get(`/api/v1/collections/status/${reference}`);
    expect(found.data).toMatchObject({ amount: '100.00', refunds: [expect.anything()] });

    // Money of another amount, for an order that is in the books.
    const dear = `order-${randomUUID()}`;
    const books = new DatabaseSync(path.join(folder, 'flask.db'), { timeout: 10_000 });
    books.prepare("INSERT INTO orders VALUES (?, 15000, 'new')").run(dear);
    books.close();
    await account.post('/api/v1/collections/initiate', {
      amount: '100.00',
      currency: 'GMD',
      client_reference: dear,
    });
    await until(
      'it is to be looked at',
      async () => (await status(dear)) === 'look at it' || undefined,
      20_000,
    );
  }, 60_000);
});

describe.skipIf(!django)(django ? 'Django' : 'Python 3.11 with Django is not here', () => {
  test('an order is paid in full by what Kaira signed; of other money it says so', async () => {
    const { address, account } = await openShop(
      [django as string, path.join(root, 'examples/django/shop.py'), 'runserver', 'PORT', '--noreload'],
      '/webhooks/',
      (_, secret) => ({
        KAIRA_WEBHOOK_SECRET: secret,
        SHOP_DATABASE: path.join(folder, 'django.db'),
        ...pythonSettings,
      }),
    );
    const forged = await until('it answers', () => forge(`${address}/webhooks/`).catch(() => undefined));
    expect([forged.status, await forged.text()]).toEqual([400, 'webhook-id is missing']);
    const books = new DatabaseSync(path.join(folder, 'django.db'), { timeout: 10_000 });
    const references = ['whole', 'dear'].map((each) => `${each}-${randomUUID()}`);
    const place = books.prepare("INSERT INTO orders VALUES (?, ?, 'new')");
    for (const [index, reference] of references.entries()) place.run(reference, [77_00, 770_00][index]!);
    books.close();
    for (const client_reference of references) {
      await account.post(
        '/api/v1/collections/initiate',
        { amount: '77', currency: 'GMD', client_reference },
        { 'X-Gw-Scenario': 'duplicate_webhook' },
      );
    }
    await account.post('/api/v1/sandbox/advance', { seconds: 60 });
    const shown = await Promise.all(
      references.map(async (each) => (await fetch(`${address}/orders/${each}/`)).json()),
    );
    expect(shown).toEqual([{ status: 'paid' }, { status: 'look at it' }]);
  }, 60_000);
});

describe('A shop on Node', () => {
  // As if the packed SDK were installed, which e2e/api/sdk-package.test.ts does.
  const sdk = pathToFileURL(path.join(root, 'sdk/typescript/src/index.ts')).href;
  const installed = `data:text/javascript,${encodeURIComponent(
    `import { registerHooks } from 'node:module';
     registerHooks({ resolve: (name, context, next) => next(name === '@kaira/sdk' ? '${sdk}' : name, context) });`,
  )}`;
  const rowsOf = (query: string) => {
    const books = new DatabaseSync(path.join(folder, 'shop.db'), { readOnly: true, timeout: 10_000 });
    const rows = books.prepare(query).all();
    books.close();
    return rows;
  };

  test('an order is paid by the wallet that its customer chooses, and a gift through the link', async () => {
    const owner = await newAccount();
    const link = await owner.post('/api/v1/payment-links', { title: 'For the bees' });
    const { address } = await openShop(
      [process.execPath, '--import', installed, path.join(root, 'examples/shop/shop.mjs')],
      '/webhooks',
      ({ key }, secret) => ({
        KAIRA_API_KEY: key,
        KAIRA_URL: inject('baseUrl'),
        KAIRA_LINK: link.body.data.url,
        KAIRA_WEBHOOK_SECRET: secret,
        SHOP_DATABASE: path.join(folder, 'shop.db'),
      }),
      owner,
    );
    const front = await (await fetch(address)).text();
    const [, script] = /<a data-kaira href="[^"]+">[^<]+<\/a><script async src="([^"]+)"/.exec(front) ?? [];
    const served = await fetch(script as string);
    expect(served.headers.get('content-type')).toContain('text/javascript');
    expect((await served.text()).length).toBeLessThan(3_000);

    const bought = await fetch(`${address}/orders`, {
      method: 'POST',
      body: new URLSearchParams({ product: 'jar' }),
      redirect: 'manual',
    });
    const [{ reference }] = rowsOf('SELECT reference FROM orders') as [{ reference: string }];
    const page = bought.headers.get('location') as string;
    const shown = async () => (await fetch(`${address}/orders/${reference}`)).text();
    expect((await forge(`${address}/webhooks`)).status).toBe(400);
    expect(await shown()).toContain('Not paid yet');
    await payAt(page, { provider: 'PROVIDER_W' });
    await until('it is paid', async () => (await shown()).includes('Thank you') || undefined, 20_000);

    await payAt(link.body.data.url, { provider: 'PROVIDER_W', amount: '100.00' });
    await until('the gift is there', () => rowsOf('SELECT * FROM gifts').length || undefined, 20_000);
    expect(rowsOf('SELECT amount FROM gifts')).toEqual([{ amount: '100.00' }]);
    expect(rowsOf('SELECT amount, status FROM orders')).toEqual([{ amount: '100.00', status: 'paid' }]);
  }, 60_000);
});
