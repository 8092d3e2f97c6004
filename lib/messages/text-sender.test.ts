import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayFault, type SmsGateway, startSmsGateway } from '#e2e/setup/sms-gateway';
import { MailRefusal } from '#lib/messages/mail-sender';
import { httpGateway } from '#lib/messages/text-sender';

let gateway: SmsGateway;
beforeAll(async () => {
  gateway = await startSmsGateway();
});
afterAll(() => gateway.close());
afterEach(() => gateway.taken.splice(0));

const message = { event: 'payment_request:asked:1', to: '+2207012345', text: 'Pay "now" & {to} 100%\nß' };
const json = '{"to":"{to}","message":"{text}","ref":"{id}"}';
const header = 'Authorization: Bearer secret-of-the-gateway';
const WITHIN_MS = 1_000;
const send = (body = json) => httpGateway({ url: gateway.url, header, body }, WITHIN_MS).send(message);

describe('a plain HTTP gateway', () => {
  it('is sent JSON in which no value can end its own', async () => {
    await send();
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = gateway.taken;
    expect(path).toBe('/send?account=7');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer secret-of-the-gateway',
    });
    expect(JSON.parse(body)).toEqual({
      to: message.to,
      message: message.text,
      ref: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('is sent the fields of a form where the template is one', async () => {
    await send('to={to}&message={text}&sender=KAIRA');
    const [{ headers, body } = { headers: {}, body: '' }] = gateway.taken;
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      ...{ to: message.to, message: message.text, sender: 'KAIRA' },
    });
  });

  it('gives the same message the same id, for gateways that send one of it once', async () => {
    await send();
    await send();
    const ids = gateway.taken.map(({ body }) => JSON.parse(body).ref);
    expect(ids[0]).toBe(ids[1]);
  });

  const ends: [fault: GatewayFault, end: 'refused for good' | 'refused for now' | 'not known'][] = [
    [400, 'refused for good'],
    [422, 'refused for good'],
    [429, 'refused for now'],
    [503, 'refused for now'],
    [401, 'refused for now'],
    [302, 'refused for now'],
    [500, 'not known'],
    [502, 'not known'],
    ['cut', 'not known'],
    ['half', 'not known'],
    ['silent', 'not known'],
  ];
  it.each(ends)('that answers %s: whether it was taken is %s', async (fault, end) => {
    gateway.faults.push(fault);
    const error = await send().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    const found =
      error instanceof MailRefusal ? `refused for ${error.isFinal ? 'good' : 'now'}` : 'not known';
    expect(found).toBe(end);
    // Never asked twice, nowhere else, and of neither the number nor our key is anything said.
    expect(gateway.taken.map(({ path }) => path)).toEqual(['/send?account=7']);
    for (const secret of ['7012345', 'secret-of', 'account=7', '127.0.0.1'])
      expect(String((error as Error).stack)).not.toContain(secret);
  });

  it('that is not there has taken nothing', async () => {
    const nobody = httpGateway({ url: 'http://127.0.0.1:1/', header: undefined, body: json }, WITHIN_MS);
    await expect(nobody.send(message)).rejects.toMatchObject({
      isFinal: false,
      message: 'the SMS gateway is not reached',
    });
  });
});
