import { callRail, type RailAnswer } from '#lib/rails/call-rail';

interface ClientRequest {
  method: 'GET' | 'POST';
  /** From the merchant on, each part encoded. */
  path: string;
  json?: unknown;
  timeoutMs: number;
}

/** Speaks HTTP with PROVIDER_C_CARD, and nothing more. */
export function createClient(baseUrl: string, merchantId: string, apiPassword: string) {
  const merchant = encodeURIComponent(merchantId);
  const credentials = Buffer.from(`merchant.${merchantId}:${apiPassword}`).toString('base64');
  return ({ method, path, json, timeoutMs }: ClientRequest): Promise<RailAnswer> =>
    callRail({
      method,
      url: `${baseUrl}/api/rest/version/100/merchant/${merchant}${path}`,
      headers: { authorization: `Basic ${credentials}` },
      ...(json !== undefined && { json }),
      timeoutMs,
    });
}
