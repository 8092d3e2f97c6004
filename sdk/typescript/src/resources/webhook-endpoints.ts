import type {
  CreatedWebhookEndpoint,
  CreateEndpointBody,
  DebugSignatureBody,
  Operations,
  ReplayEndpointBody,
  SendTestEventBody,
  UpdateEndpointBody,
  WebhookEndpoint,
} from '../openapi.ts';
import type { CallOptions, PostOptions, Transport } from '../transport.ts';

export type RotatedSecret = Operations['rotateSecret']['answer'];
export type TestAttempt = Operations['sendTestEvent']['answer'];
export type Diagnosis = Operations['debugSignature']['answer'];

/** Where events are sent. Each throws `NOT_FOUND` for an id of nobody, or of somebody else. */
export class WebhookEndpoints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of them; an account has at most 20 in each environment. */
  list(options?: CallOptions): Promise<WebhookEndpoint[]> {
    return this.#transport.call('listEndpoints', {}, options);
  }

  /**
   * Makes one. The `secret` is in this answer and never shown again: keep it. Repeated under an `Idempotency-Key`, so
   * that a lost answer leaves no second endpoint. Throws `VALIDATION_ERROR` for an address that must not be called,
   * `INVALID_STATE` when there are 20.
   */
  create(body: CreateEndpointBody, options?: PostOptions): Promise<CreatedWebhookEndpoint> {
    return this.#transport.call('createEndpoint', { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#transport.call('getEndpoint', { path: { id } }, options);
  }

  /** Changes what is given and leaves the rest; `status: 'ACTIVE'` resumes one that was paused or disabled. */
  update(id: string, body: UpdateEndpointBody, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#transport.call('updateEndpoint', { path: { id }, body }, options);
  }

  /** Removes one. If the answer of a try was lost, the repeat may throw `NOT_FOUND`: it is gone. */
  delete(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#transport.call('deleteEndpoint', { path: { id } }, options);
  }

  /**
   * A new secret, in this answer only. For 24 hours webhooks carry a signature by the one before as well. Repeated
   * under an `Idempotency-Key`: a second rotation would end that overlap.
   */
  rotateSecret(id: string, options?: PostOptions): Promise<RotatedSecret> {
    return this.#transport.call('rotateSecret', { path: { id } }, options);
  }

  /** Sends a signed example, marked `test: true`, and answers what your server said to it. */
  test(id: string, body: SendTestEventBody = {}, options?: PostOptions): Promise<TestAttempt> {
    return this.#transport.call('sendTestEvent', { path: { id }, body }, options);
  }

  /** Sends what it missed while it was paused, all or since a time. Throws `INVALID_STATE` while it is not `ACTIVE`. */
  replay(id: string, body: ReplayEndpointBody = {}, options?: PostOptions): Promise<{ count: number }> {
    return this.#transport.call('replayEndpoint', { path: { id }, body }, options);
  }

  /** Says why a webhook does not verify, from what your server received. Give either `body` or `body_base64`. */
  debugSignature(id: string, body: DebugSignatureBody, options?: PostOptions): Promise<Diagnosis> {
    return this.#transport.call('debugSignature', { path: { id }, body }, options);
  }
}
