// A shop in one file and one page: Node 22.13 or newer and the SDK, nothing else. KAIRA_API_KEY, KAIRA_WEBHOOK_SECRET and,
// where Kaira is not at http://localhost:3000, KAIRA_URL are in its environment; KAIRA_LINK, if it is there, is the address
// of a payment link: node shop.mjs. A customer chooses the wallet on Kaira's page. The README of the examples says where
// the secret comes from; the endpoint's address ends in /webhooks.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import {
  Kaira,
  KairaConnectionError,
  KairaError,
  toBututs,
  verifyWebhook,
  WebhookVerificationError,
} from '@kaira/sdk';

const { KAIRA_API_KEY, KAIRA_WEBHOOK_SECRET, KAIRA_URL, KAIRA_LINK, PORT = '4000' } = process.env;
const kaira = new Kaira({ apiKey: KAIRA_API_KEY, baseUrl: KAIRA_URL });
const environment = KAIRA_API_KEY.startsWith('sk_live_') ? 'LIVE' : 'SANDBOX';
const address = process.env.SHOP_URL ?? `http://localhost:${PORT}`;
const prices = { jar: '100.00', bucket: '1500.00' };

const books = new DatabaseSync(process.env.SHOP_DATABASE ?? 'shop.db');
books.exec(`
  CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, product TEXT NOT NULL, amount TEXT NOT NULL, status TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS gifts (reference TEXT PRIMARY KEY, amount TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS dealt_with (event_id TEXT PRIMARY KEY);
`);

const button = KAIRA_LINK
  ? `<a data-kaira href="${KAIRA_LINK}">Give them something</a><script async src="${new URL('/pay/button.js', KAIRA_LINK)}"></script>`
  : 'Tell us!';
const front = readFileSync(new URL('index.html', import.meta.url), 'utf8').replace('<!--LINK-->', button);

/** The order stands in the books before Kaira is asked; its reference is the payment's, for ever. */
async function buy(product) {
  const amount = prices[product];
  if (!Object.hasOwn(prices, product)) return text(400, 'We do not sell this.');
  const reference = `order-${randomUUID()}`;
  books.prepare('INSERT INTO orders VALUES (?, ?, ?, ?)').run(reference, product, amount, 'new');
  return pay(reference);
}

/** Twice leads to the same payment; after one that failed or was too slow, to another attempt. */
async function pay(reference) {
  const order = orderOf(reference);
  if (order === undefined) return text(404, 'We have no such order.');
  if (order.status === 'paid') return redirect(`${address}/orders/${reference}`);
  try {
    const collection = await kaira.collections.initiate({
      amount: order.amount,
      currency: 'GMD',
      client_reference: reference,
      provider: 'CUSTOMER_CHOICE',
      success_url: `${address}/orders/${reference}`,
      error_url: `${address}/orders/${reference}`,
    });
    return redirect(collection.redirect_url);
  } catch (error) {
    if (error instanceof KairaConnectionError) return redirect(`${address}/orders/${reference}`);
    if (error instanceof KairaError) return text(502, `The payment could not begin: ${error.message}`);
    throw error;
  }
}

/** The customer came back, which proves nothing: this shows what the webhooks said. */
function show(reference) {
  const order = orderOf(reference);
  if (order === undefined) return text(404, 'We have no such order.');
  if (order.status === 'paid') return page('<h1>Thank you</h1><p>It is paid, and on its way to you.</p>');
  return page(`<meta http-equiv="refresh" content="3"><h1>Not paid yet</h1>
    <p>If you have paid, wait here: this page knows it in a moment.</p>
    <form method="post" action="/orders/${order.reference}/pay"><button type="submit">Pay GMD ${order.amount}</button></form>`);
}

async function hear(request) {
  let event;
  try {
    event = await verifyWebhook(request, KAIRA_WEBHOOK_SECRET);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return text(400, error.message);
    throw error;
  }
  if (event.test || event.data.environment !== environment) return text(200, 'not for this shop');
  // What an event changes is written with its id, or not at all: it comes at least once.
  books.exec('BEGIN IMMEDIATE');
  try {
    const { changes } = books.prepare('INSERT OR IGNORE INTO dealt_with VALUES (?)').run(event.id);
    if (changes === 1 && event.event === 'payment.succeeded') book(event.data);
    books.exec('COMMIT');
  } catch (error) {
    books.exec('ROLLBACK');
    throw error;
  }
  return text(200, 'thank you');
}

/**
 * What came through the link is a gift; an order is paid by its own reference, in full. Of money that does not fit it
 * somebody has to know. In bututs: numbers can be compared, texts such as "100" and "100.00" cannot.
 */
function book({ reference, amount, currency, payment_link: link }) {
  if (link && KAIRA_LINK?.endsWith(`/pay/${link.code}`)) {
    books.prepare('INSERT OR IGNORE INTO gifts VALUES (?, ?)').run(reference, amount);
    return;
  }
  const order = orderOf(reference);
  if (order === undefined) {
    console.warn(`paid, and no order of this shop: ${reference}`);
    return;
  }
  const isWhole = currency === 'GMD' && toBututs(amount) === toBututs(order.amount);
  books
    .prepare(`UPDATE orders SET status = ? WHERE reference = ? AND status = 'new'`)
    .run(isWhole ? 'paid' : 'look at it', reference);
}

const orderOf = (reference) => books.prepare('SELECT * FROM orders WHERE reference = ?').get(reference);
const text = (status, said) => new Response(said, { status });
const redirect = (to) => new Response(null, { status: 303, headers: { location: to } });
const page = (body) =>
  new Response(`<!doctype html><html lang="en"><title>Kololi Honey</title>${body}</html>`, html);
const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };

async function answer(request) {
  const { pathname } = new URL(request.url);
  const [, reference, isPay] = /^\/orders\/([\w-]+)(\/pay)?$/.exec(pathname) ?? [];
  const is = (method, path) => request.method === method && pathname === path;
  if (is('GET', '/')) return new Response(front, html);
  if (is('POST', '/webhooks')) return hear(request);
  if (is('POST', '/orders')) return buy(new URLSearchParams(await request.text()).get('product'));
  if (request.method === 'POST' && isPay) return pay(reference);
  if (request.method === 'GET' && reference && !isPay) return show(reference);
  return text(404, 'There is nothing here.');
}

createServer(async (incoming, outgoing) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method, url, headers } = incoming;
  const body = method === 'POST' ? Buffer.concat(chunks) : undefined;
  const response = await answer(new Request(new URL(url, address), { method, headers, body })).catch(
    (error) => {
      console.error(error);
      return text(500, 'Something went wrong here. Please try again.');
    },
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}).listen(Number(PORT), () => console.log(`started at ${address}`));
