import { callRail, type RailAnswer } from '#lib/rails/call-rail';

interface ClientRequest {
  method: 'GET' | 'POST';
  /** From the base address on, each part encoded. */
  path: string;
  idempotencyKey?: string;
  json?: unknown;
  timeoutMs: number;
}

/** Speaks HTTP with PROVIDER_W, and nothing more. */
export function createClient(baseUrl: string, apiKey: string) {
  return ({ method, path, idempotencyKey, json, timeoutMs }: ClientRequest): Promise<RailAnswer> =>
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
