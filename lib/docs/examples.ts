/** One request of the documentation; a test makes all of them in order, in each language, and keeps what is answered. */
export interface Example {
  /** Unique; what a guide names. */
  name: string;
  title: string;
  /** Method and path; `{{name.path.in.the.answer}}` stands for a value of an earlier example's answer. */
  request: string;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  status: number;
  /** Repeated until the answer has these values. */
  until?: Record<string, unknown>;
}

export const examples: readonly Example[] = [
  {
    name: 'collect-redirect',
    title: 'A collection on a redirect wallet',
    request: 'POST /api/v1/collections/initiate',
    body: { amount: '100.00', currency: 'GMD', client_reference: 'order-1001' },
    status: 200,
  },
  {
    name: 'look-up-paid',
    title: 'A collection that was paid',
    request: 'GET /api/v1/collections/status/order-1001',
    status: 200,
    until: { 'data.status': 'SUCCEEDED' },
  },
];
