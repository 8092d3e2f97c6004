import type { AdvanceClockBody, Advanced, FundRailFloatBody, RailFloat, RailStatus } from '../openapi.ts';
import type { CallOptions, PostOptions, Transport } from '../transport.ts';

/** The services that move the money. */
export class Rails {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Of each rail and operation: `OPERATIONAL`, `DELAYED` or `CLOSED`. */
  status(options?: CallOptions): Promise<RailStatus[]> {
    return this.#transport.call('listRailStatus', {}, options);
  }
}

/** For test keys; a live key gets `FORBIDDEN`. */
export class Sandbox {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What the sandbox's rails hold to pay out from. */
  floats(options?: CallOptions): Promise<RailFloat[]> {
    return this.#transport.call('listRailFloats', {}, options);
  }

  /** Adds to a float, once: it is repeated under an `Idempotency-Key`. Throws `INVALID_AMOUNT`, `provider_not_enabled`. */
  fundFloat(body: FundRailFloatBody, options?: PostOptions): Promise<RailFloat> {
    return this.#transport.call('fundRailFloat', { body }, options);
  }

  /**
   * Lets time pass: what is due within it has happened when this returns. Where there was more to do than one call does,
   * `advanced_seconds` is less than was asked for: call it again with the rest. Give it `timeoutMs` of a minute where
   * endpoints are slow. Repeated under an `Idempotency-Key`, so that the time passes once.
   */
  advance(body: AdvanceClockBody, options?: PostOptions): Promise<Advanced> {
    return this.#transport.call('advanceClock', { body }, options);
  }
}
