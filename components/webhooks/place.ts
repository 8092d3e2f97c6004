/** Where the webhook pages of an environment are, and what every call of theirs names. */
export interface Place {
  environment: 'SANDBOX' | 'LIVE';
  /** `/dashboard/sandbox` or `/dashboard/live`. */
  home: string;
}

/** The guide to the receiving side. */
export const GUIDE_HREF = '/docs/webhooks';

export const endpointsPath = '/api/dashboard/webhook-endpoints';
export const deliveriesPath = '/api/dashboard/webhook-deliveries';

/** What is read anew after a change: everything about the webhooks of one environment. */
export const webhookKey = (environment: Place['environment'], ...rest: unknown[]) => [
  'webhooks',
  environment,
  ...rest,
];
