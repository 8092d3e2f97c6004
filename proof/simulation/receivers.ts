import { createHash, createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SendResult, WebhookRequest, WebhookSender } from '#lib/webhooks/send';
import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import type { Processes } from './processes.ts';
import { type Timeline, within } from './timeline.ts';

const STALLED_MS = 100_000;

export interface Receipt {
  url: string;
  eventId: string;
  deliveryId: string;
  bodySha256: string;
  at: number;
  /** What the endpoint answered; null: nothing. */
  answered: number | null;
}

export interface Receivers {
  /** Takes the place of the product's sender. */
  sender: WebhookSender;
  /** An endpoint's address and the secret that its owner was shown. */
  know(url: string, secret: string): void;
  /** Whoever sends to it next is answered 500, and stands still from then on, past its lease. */
  stall(url: string): void;
  receipts: Receipt[];
  faults: string[];
}

/** Of a shop's endpoint. */
export function addressOf(shop: number, environment: string): string {
  return `http://127.0.0.1:${9_000 + shop}/${environment}`;
}

/** The merchants' servers: they verify what comes by code of their own, write it down, and answer well or badly. */
export function createReceivers(parts: {
  timeline: Timeline;
  faults: Faults;
  chance: Chance;
  processes: Processes;
}): Receivers {
  const { timeline, faults, chance } = parts;
  const secrets = new Map<string, string>();
  const stalled = new Set<string>();
  const bodies = new Map<string, string>();
  const receivers: Receivers = {
    receipts: [],
    faults: [],
    know: (url, secret) => void secrets.set(url, secret),
    stall: (url) => void stalled.add(url),
    sender: {
      async send(request) {
        const processes = parts.processes;
        await processes.mayDie();
        const result = await processes.orDeath(receive(request));
        await processes.mayDie();
        return result;
      },
      close: async () => {},
    },
  };

  async function receive(request: WebhookRequest): Promise<SendResult> {
    await timeline.wait(chance.between(1, 300));
    const receipt = note(request);
    const isStalled = stalled.delete(request.url);
    const misbehaves = faults.strikes('receiver');
    const kind = isStalled
      ? '500'
      : misbehaves
        ? chance.of(['500', '429', '301', 'reset', 'hang', 'slow'] as const)
        : 'fine';
    if (kind === 'hang') await timeline.wait(10_000);
    if (kind === 'slow') await timeline.wait(chance.between(1_000, 9_000));
    await timeline.wait(chance.between(1, 100));
    const latencyMs = 100;
    const failed = { outcome: 'failed', address: '127.0.0.1', latencyMs, responseExcerpt: null } as const;
    if (kind === 'hang' || kind === 'reset')
      return { ...failed, status: null, retryAfterSeconds: null, error: 'No answer came.' };
    const status = kind === 'fine' || kind === 'slow' ? 200 : Number(kind);
    receipt.answered = status;
    const process = within.getStore();
    if (isStalled && process) process.pausedUntil = timeline.now + STALLED_MS;
    if (status === 200)
      return { ...failed, outcome: 'delivered', status, retryAfterSeconds: null, error: null };
    return {
      ...failed,
      status,
      retryAfterSeconds: status === 429 ? chance.below(4_000) : null,
      error: `It answered ${status}.`,
    };
  }

  function note({ url, headers, body }: WebhookRequest): Receipt {
    const secret = secrets.get(url) ?? '';
    const receipt: Receipt = {
      url,
      eventId: headers['x-gw-event-id'] ?? '',
      deliveryId: headers['x-gw-delivery'] ?? '',
      bodySha256: createHash('sha256').update(body).digest('hex'),
      at: timeline.now,
      answered: null,
    };
    receivers.receipts.push(receipt);
    const fault = (text: string) => receivers.faults.push(`delivery ${receipt.deliveryId}: ${text}`);
    const wanted = createHmac('sha256', secret).update(body).digest('hex');
    if (headers['x-gw-signature'] !== wanted) fault('x-gw-signature does not verify');
    try {
      // By the merchant's own clock, whatever that of the sender says.
      within.exit(() => new Webhook(secret).verify(body, headers));
    } catch (error) {
      fault(`webhook-signature does not verify: ${(error as Error).message}`);
    }
    const first = bodies.get(receipt.deliveryId);
    if (first !== undefined && first !== receipt.bodySha256)
      fault('its body is not the one that was sent first');
    bodies.set(receipt.deliveryId, receipt.bodySha256);
    return receipt;
  }

  return receivers;
}
