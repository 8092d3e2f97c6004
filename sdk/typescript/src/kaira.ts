import { Account, Ledger, Seals, Transactions } from './resources/account.ts';
import { Collections } from './resources/collections.ts';
import { Events } from './resources/events.ts';
import { PaymentLinks } from './resources/payment-links.ts';
import { PaymentRequests } from './resources/payment-requests.ts';
import { Payouts } from './resources/payouts.ts';
import { Rails, Sandbox } from './resources/rails.ts';
import { Recipients } from './resources/recipients.ts';
import { Refunds } from './resources/refunds.ts';
import { Service } from './resources/service.ts';
import { WebhookDeliveries } from './resources/webhook-deliveries.ts';
import { WebhookEndpoints } from './resources/webhook-endpoints.ts';
import { type KairaOptions, Transport } from './transport.ts';

/**
 * A client of the gateway: `new Kaira({ apiKey, baseUrl })`. One for each key; it keeps no state but its options, so
 * share it. Every call throws `KairaError` when the gateway refuses, and `KairaConnectionError` when no answer came.
 */
export class Kaira {
  readonly collections: Collections;
  readonly payouts: Payouts;
  readonly refunds: Refunds;
  readonly paymentLinks: PaymentLinks;
  readonly paymentRequests: PaymentRequests;
  readonly recipients: Recipients;
  readonly account: Account;
  readonly transactions: Transactions;
  readonly ledger: Ledger;
  readonly seals: Seals;
  readonly rails: Rails;
  readonly sandbox: Sandbox;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly events: Events;
  readonly service: Service;

  /** Throws a `TypeError` for what is no key, and for a `baseUrl` that would show the key to others. */
  constructor(options: KairaOptions) {
    const transport = new Transport(options);
    this.collections = new Collections(transport);
    this.payouts = new Payouts(transport);
    this.refunds = new Refunds(transport);
    this.paymentLinks = new PaymentLinks(transport);
    this.paymentRequests = new PaymentRequests(transport);
    this.recipients = new Recipients(transport);
    this.account = new Account(transport);
    this.transactions = new Transactions(transport);
    this.ledger = new Ledger(transport);
    this.seals = new Seals(transport);
    this.rails = new Rails(transport);
    this.sandbox = new Sandbox(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.webhookDeliveries = new WebhookDeliveries(transport);
    this.events = new Events(transport);
    this.service = new Service(transport);
  }
}
