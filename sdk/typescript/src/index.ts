export { fromBututs, toBututs } from './amounts.ts';
export { KairaConnectionError, KairaError } from './errors.ts';
export type { EventStreamOptions, StreamedEvent } from './event-stream.ts';
export { Kaira } from './kaira.ts';
export type { List, Page } from './list.ts';
export type {
  AdjustmentData,
  AdvanceClockBody,
  Advanced,
  Balance,
  Collection,
  CollectionStatus,
  CreatedWebhookEndpoint,
  CreateEndpointBody,
  CreatePaymentLinkBody,
  CreatePaymentRequestBody,
  CreateRecipientBody,
  DebugSignatureBody,
  ErrorCode,
  ErrorDetails,
  Event as LoggedEvent,
  EventType,
  Failure,
  FundRailFloatBody,
  GetStatementQuery,
  InitiateCollectionBody,
  InitiatePayoutBody,
  InitiateRefundBody,
  LedgerEntry,
  ListDeliveriesQuery,
  ListEntriesQuery,
  ListEventsQuery,
  ListPaymentLinksQuery,
  ListPaymentRequestsQuery,
  ListRecipientsQuery,
  ListSealsQuery,
  ListTransactionsQuery,
  MarkPaymentRequestPaidBody,
  Open,
  OpenEventStreamQuery,
  PaymentLink,
  PaymentRequest,
  Payout,
  PayoutQuote,
  Profile,
  Proof,
  QuotePayoutBody,
  RailFloat,
  RailStatus,
  Recipient,
  Refund,
  ReplayEndpointBody,
  ResendFailedBody,
  Seal,
  SendTestEventBody,
  Statement,
  StatementLine,
  Stats,
  UpdateEndpointBody,
  UpdatePaymentLinkBody,
  UpdateRecipientBody,
  WebhookData,
  WebhookDelivery,
  WebhookEndpoint,
} from './openapi.ts';
export type { EarningsDay, Transaction, TransactionPage } from './resources/account.ts';
export type { CollectionScenario } from './resources/collections.ts';
export type { PayoutScenario } from './resources/payouts.ts';
export type { Diagnosis, RotatedSecret, TestAttempt } from './resources/webhook-endpoints.ts';
export type { CallOptions, InitiationOptions, KairaOptions, PostOptions } from './transport.ts';
export type { VerifyOptions, WebhookEvent } from './webhooks.ts';
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts';
