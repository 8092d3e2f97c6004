import { callRail, type RailAnswer } from '#lib/rails/call-rail';

interface BearerRequest {
  method: 'GET' | 'POST';
  /** From the base address on, each part encoded. */
  path: string;
  idempotencyKey?: string;
  json?: unknown;
  timeoutMs: number;
}

/** Speaks JSON over HTTP with a rail that takes a bearer key and an `Idempotency-Key`, and nothing more. */
export function createBearerClient(baseUrl: string, apiKey: string) {
  return ({ method, path, idempotencyKey, json, timeoutMs }: BearerRequest): Promise<RailAnswer> =>
    callRail({
      method,
      url: baseUrl + path,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(json !== undefined && { json }),
      timeoutMs,
    });
}
