/**
 * One request of the documentation. A test makes all of them in order, in each language, with an account of its own and
 * an endpoint at http://localhost:4000/webhooks, and keeps what is answered.
 */
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
  /** Shown as these, because how fast the machine is decides them: by their place in the answer's `data`. */
  shown?: Record<string, unknown>;
  /** Made a minute after the last one-time password was sent, in the database's eyes. */
  aMinuteLater?: true;
}

export const currency = 'GMD';

export const customer_mobile = '+2207012345';

export const recipient_mobile = '+2203456789';

export const initiate = 'POST /api/v1/collections/initiate';

export const payOut = 'POST /api/v1/payouts/initiate';

export const giveBack = 'POST /api/v1/refunds';

export const fund = 'POST /api/v1/sandbox/rail-floats';

export const firstOrder = {
  amount: '100.00',
  currency,
  client_reference: 'order-1001',
  customer_name: 'Awa Ceesay',
  customer_mobile,
  success_url: 'https://shop.example.com/paid',
  error_url: 'https://shop.example.com/not-paid',
  metadata: { cart: '77' },
};
