import { room } from '#lib/http/room';
import { settings } from '#lib/settings';
import { createWebhookSender, type WebhookSender } from '#lib/webhooks/send';

let own: WebhookSender | undefined;

/** For what a request itself sends and waits for, without a place meanwhile: the worker, which has its own, may be another process. */
export function ownSender(): WebhookSender {
  const { WEBHOOK_ALLOW_PRIVATE, baseUrl } = settings();
  own ??= createWebhookSender({
    allowPrivate: WEBHOOK_ALLOW_PRIVATE,
    ownHosts: [new URL(baseUrl).hostname],
  });
  const { send, close } = own;
  return { send: (request) => room.away(() => send(request)), close };
}
