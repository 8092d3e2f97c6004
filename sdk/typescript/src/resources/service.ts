import type { Operations } from '../openapi.ts';
import type { CallOptions, Transport } from '../transport.ts';

/** For monitoring and tools. */
export class Service {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Whether the process lives: answers, or throws. */
  health(options?: CallOptions): Promise<Operations['healthz']['answer']> {
    return this.#transport.call('healthz', {}, options);
  }

  /** Whether it can do its work; `not_ready` is an answer too, and says what is missing. */
  readiness(options?: CallOptions): Promise<Operations['readyz']['answer']> {
    return this.#transport.call('readyz', {}, options);
  }

  /** The OpenAPI description of the gateway that answers. */
  description(options?: CallOptions): Promise<Operations['openapi']['answer']> {
    return this.#transport.call('openapi', {}, options);
  }
}
