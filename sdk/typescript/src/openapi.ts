// Made by `npm run sdk:types` from the OpenAPI description of the gateway. Change nothing here.

/** One of the known values, or one that a later release of the gateway adds: a `default` belongs to each switch. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

export type EventType =
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.expired'
  | 'payment.cancelled'
  | 'payout.succeeded'
  | 'payout.failed'
  | 'payout.pending'
  | 'payout.reversed';

/** Every code that the gateway puts into an error. */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'MALFORMED_JSON'
  | 'INVALID_AMOUNT'
  | 'CARD_DATA_NOT_ACCEPTED'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'TWO_FACTOR_REQUIRED'
  | 'IP_NOT_ALLOWED'
  | 'HTTPS_REQUIRED'
  | 'SCOPE_MISSING'
  | 'CLIENT_SUSPENDED'
  | 'TRANSACTION_NOT_FOUND'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'provider_not_enabled'
  | 'INSUFFICIENT_BALANCE'
  | 'DUPLICATE_REFERENCE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INVALID_STATE'
  | 'INVALID_OTP'
  | 'OTP_EXPIRED'
  | 'OTP_ATTEMPTS_EXCEEDED'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'PROVIDER_UNAVAILABLE';

/** What `details` holds, by code. */
export interface ErrorDetails {
  VALIDATION_ERROR: {
    fields: Array<{
      path: string;
      message: string;
      code: string;
    }>;
  };
  MALFORMED_JSON: undefined;
  INVALID_AMOUNT: {
    min_amount: string;
    max_amount: string;
  };
  CARD_DATA_NOT_ACCEPTED: undefined;
  UNAUTHORIZED: undefined;
  FORBIDDEN: undefined;
  TWO_FACTOR_REQUIRED: undefined;
  IP_NOT_ALLOWED: undefined;
  HTTPS_REQUIRED: undefined;
  SCOPE_MISSING: undefined;
  CLIENT_SUSPENDED: undefined;
  TRANSACTION_NOT_FOUND: undefined;
  NOT_FOUND: undefined;
  METHOD_NOT_ALLOWED: undefined;
  PAYLOAD_TOO_LARGE: undefined;
  UNSUPPORTED_MEDIA_TYPE: undefined;
  provider_not_enabled: undefined;
  INSUFFICIENT_BALANCE: {
    required_amount_bututs: number;
    available_balance_bututs: number;
  };
  DUPLICATE_REFERENCE: {
    client_reference: string;
  };
  IDEMPOTENCY_KEY_REUSED: undefined;
  INVALID_STATE: undefined;
  INVALID_OTP: {
    attempts_remaining: number;
  };
  OTP_EXPIRED: undefined;
  OTP_ATTEMPTS_EXCEEDED: undefined;
  RATE_LIMITED: undefined;
  INTERNAL_ERROR: {
    /** Send it to us: it stands in our log. */
    request_id: string;
  };
  SERVICE_UNAVAILABLE: {
    /** Send it to us: it stands in our log. */
    request_id: string;
  };
  PROVIDER_UNAVAILABLE: {
    /** Send it to us: it stands in our log. */
    request_id: string;
    available_providers?: Array<string>;
  };
}

export interface Collection {
  transaction_id: string;
  client_reference: string;
  /** Dalasis with two fraction digits. */
  amount: string;
  currency: Open<'GMD'>;
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** Send the customer there; null on rails without a checkout address. */
  redirect_url: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  customer_name: string | null;
  customer_mobile: string | null;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** When the checkout ends; null: never by itself. */
  expires_at: string | null;
  created_at: string;
  /** What the customer has to do beside a redirect; null in every final state. */
  next_action: {
    type: Open<'submit_otp' | 'show_card_page'>;
    submit_otp?: {
      method: Open<'POST'>;
      /** Where the code goes, as {"otp":"…"}. */
      url: string;
      otp_length: number;
      /** The masked number. */
      sent_to: string | null;
      expires_at: string | null;
      attempts_remaining: number;
      resend_url: string;
      resend_after: string;
    };
    show_card_page?: {
      /** The page of the acquirer, or of the simulator. */
      url: string;
      presentation: Array<Open<'new_tab' | 'iframe'>>;
      expires_at: string | null;
    };
  } | null;
}

export interface CollectionStatus {
  transaction_id: string;
  client_reference: string;
  /** Dalasis with two fraction digits. */
  amount: string;
  currency: Open<'GMD'>;
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** Send the customer there; null on rails without a checkout address. */
  redirect_url: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  customer_name: string | null;
  customer_mobile: string | null;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** When the checkout ends; null: never by itself. */
  expires_at: string | null;
  created_at: string;
  type: 'collection';
  failure: Failure | null;
  /** The money came after the collection had ended otherwise. */
  late: boolean;
  /** All of this reference, newest first. */
  attempts: Array<{
    transaction_id: string;
    status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
    provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
    created_at: string;
  }>;
  updated_at: string;
  completed_at: string | null;
  /** What the customer has to do beside a redirect; null in every final state. */
  next_action: {
    type: Open<'submit_otp' | 'show_card_page'>;
    submit_otp?: {
      method: Open<'POST'>;
      /** Where the code goes, as {"otp":"…"}. */
      url: string;
      otp_length: number;
      /** The masked number. */
      sent_to: string | null;
      expires_at: string | null;
      attempts_remaining: number;
      resend_url: string;
      resend_after: string;
    };
    show_card_page?: {
      /** The page of the acquirer, or of the simulator. */
      url: string;
      presentation: Array<Open<'new_tab' | 'iframe'>>;
      expires_at: string | null;
    };
  } | null;
}

/** Why a transaction is FAILED. */
export interface Failure {
  code: Open<
    | 'INSUFFICIENT_FUNDS'
    | 'ACCOUNT_BLOCKED'
    | 'RATE_LIMIT_EXCEEDED'
    | 'DECLINED'
    | 'PAYER_NOT_FOUND'
    | 'PAYER_MISMATCH'
    | 'LIMIT_REACHED'
    | 'OTP_ATTEMPTS_EXCEEDED'
    | 'RECIPIENT_NOT_FOUND'
    | 'RECIPIENT_INACTIVE'
    | 'RECIPIENT_NOT_ELIGIBLE'
    | 'CANCELLED_BY_CLIENT'
    | 'CANCELLED_BY_OPERATOR'
    | 'PROVIDER_ERROR'
  >;
  message: string;
}

export interface Payout {
  transaction_id: string;
  client_reference: string;
  type: 'payout';
  /** Dalasis with two fraction digits. */
  amount: string;
  currency: Open<'GMD'>;
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'AWAITING_LIQUIDITY' | 'REVERSED'>;
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  recipient_mobile: string;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  failure: Failure | null;
  reversal: {
    reversed_at: string;
    reason: string | null;
  } | null;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** Only while it waits for the float of its rail. */
  liquidity?: {
    queue_position: number | null;
    since: string | null;
  };
  created_at: string;
  updated_at: string;
  completed_at: string | null;
}

export interface Balance {
  /** What can be paid out; 100 bututs are 1 GMD. */
  available_balance_bututs: number;
  /** What can be paid out. */
  available_balance_gmd: string;
  /** All that customers paid; 100 bututs are 1 GMD. */
  total_collected_bututs: number;
  /** All that customers paid. */
  total_collected_gmd: string;
  /** The share of the gateway; 100 bututs are 1 GMD. */
  platform_commissions_bututs: number;
  /** The share of the gateway. */
  platform_commissions_gmd: string;
  /** Collected less commissions; 100 bututs are 1 GMD. */
  net_collections_bututs: number;
  /** Collected less commissions. */
  net_collections_gmd: string;
  /** Payouts that stand SUCCEEDED; 100 bututs are 1 GMD. */
  total_paid_out_bututs: number;
  /** Payouts that stand SUCCEEDED. */
  total_paid_out_gmd: string;
  /** Payouts in flight or waiting for liquidity; 100 bututs are 1 GMD. */
  held_bututs: number;
  /** Payouts in flight or waiting for liquidity. */
  held_gmd: string;
  successful_collections: number;
  total_payouts: number;
}

export interface Stats {
  /** Succeeded collections of all time; 100 bututs are 1 GMD. */
  total_volume_bututs: number;
  /** Succeeded collections of all time. */
  total_volume_gmd: string;
  /** Collected today less commissions; 100 bututs are 1 GMD. */
  today_earnings_bututs: number;
  /** Collected today less commissions. */
  today_earnings_gmd: string;
  pending_transactions_count: number;
  /** Collections and payouts that are not final; 100 bututs are 1 GMD. */
  pending_volume_bututs: number;
  /** Collections and payouts that are not final. */
  pending_volume_gmd: string;
}

export interface ListedCollection {
  transaction_id: string;
  client_reference: string;
  /** Dalasis with two fraction digits. */
  amount: string;
  currency: Open<'GMD'>;
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** Send the customer there; null on rails without a checkout address. */
  redirect_url: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  customer_name: string | null;
  customer_mobile: string | null;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** When the checkout ends; null: never by itself. */
  expires_at: string | null;
  created_at: string;
  type: 'collection';
  failure: Failure | null;
  /** The money came after the collection had ended otherwise. */
  late: boolean;
  /** All of this reference, newest first. */
  attempts: Array<{
    transaction_id: string;
    status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
    provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
    created_at: string;
  }>;
  updated_at: string;
  completed_at: string | null;
}

export interface LedgerEntry {
  journal_id: string;
  transaction_id: string | null;
  account: string;
  /** What happened. */
  kind: string;
  /** Positive when it raises the balance. */
  amount: string;
  /** The balance with this entry; 100 bututs are 1 GMD. */
  balance_after_bututs: number;
  /** The balance with this entry. */
  balance_after_gmd: string;
  created_at: string;
}

export interface Profile {
  id: string;
  name: string;
  businessPhone: string;
  businessEmail: string;
  status: Open<'ACTIVE' | 'SUSPENDED'>;
}

export interface RailStatus {
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  style: Open<'redirect' | 'otp' | 'card'>;
  operations: Array<{
    operation: Open<'collection' | 'payout'>;
    status: Open<'OPERATIONAL' | 'DELAYED' | 'CLOSED'>;
  }>;
}

export interface RailFloat {
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** What the sandbox float holds; 100 bututs are 1 GMD. */
  balance_bututs: number;
  /** What the sandbox float holds. */
  balance_gmd: string;
}

export interface WebhookEndpoint {
  id: string;
  url: string;
  /** Empty: all. */
  events: Array<Open<EventType>>;
  payload_form: Open<'current' | 'legacy'>;
  description: string | null;
  status: Open<'ACTIVE' | 'PAUSED' | 'DISABLED'>;
  secret_last4: string;
  created_at: string;
}

export interface CreatedWebhookEndpoint {
  id: string;
  url: string;
  /** Empty: all. */
  events: Array<Open<EventType>>;
  payload_form: Open<'current' | 'legacy'>;
  description: string | null;
  status: Open<'ACTIVE' | 'PAUSED' | 'DISABLED'>;
  secret_last4: string;
  created_at: string;
  /** What webhooks are signed with. Shown this once. */
  secret: string;
}

export interface WebhookDelivery {
  /** What the header X-Gw-Delivery carries. */
  id: string;
  event_id: string;
  endpoint_id: string;
  transaction_id: string;
  event: Open<EventType>;
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED'>;
  attempts: Array<{
    attempt: number;
    at: string;
    /** The address that was called. */
    address: string | null;
    response_status: number | null;
    latency_ms: number;
    response_excerpt: string | null;
    error: string | null;
    request_headers: Record<string, string> | null;
  }>;
  next_attempt_at: string | null;
  created_at: string;
}

export interface Event {
  id: string;
  event: Open<EventType>;
  data: WebhookData;
  created_at: string;
}

export interface WebhookData {
  id: string;
  type: Open<'collection' | 'payout'>;
  reference: string;
  amount: string;
  currency: Open<'GMD'>;
  status: Open<
    'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED' | 'AWAITING_LIQUIDITY' | 'REVERSED'
  >;
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  completed_at: string | null;
  /** Of payouts. */
  recipient_mobile?: string;
  failure?: Failure;
}

export interface InitiateCollectionBody {
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount: string;
  /** The Gambian dalasi is the only currency. */
  currency: 'GMD';
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference: string;
  /** The rail that moves the money. */
  provider?: string | undefined;
  /** The name of your customer. */
  customer_name?: string | undefined;
  /** The number of your customer; required on PROVIDER_A, which sends a one-time password there. */
  customer_mobile?: string | undefined;
  /** Where the customer comes back to after paying, which proves nothing. https; http for localhost with a test key. */
  success_url?: string | undefined;
  /** Where the customer comes back to otherwise. */
  error_url?: string | undefined;
  /** A flat object of your own, echoed. */
  metadata?: Record<string, string> | undefined;
}

export interface SubmitOtpBody {
  /** The one-time password that the customer was sent. In the sandbox 000000 pays. */
  otp: string;
}

export interface InitiatePayoutBody {
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount: string;
  /** The Gambian dalasi is the only currency. */
  currency: 'GMD';
  /** A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering. */
  recipient_mobile: string;
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference: string;
  /** The rail that moves the money. */
  provider?: string | undefined;
  /** A flat object of your own, echoed. */
  metadata?: Record<string, string> | undefined;
}

export interface SendPayoutBody {
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount: string;
  /** The Gambian dalasi is the only currency. */
  currency: 'GMD';
  /** A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering. */
  recipient_mobile: string;
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference: string;
  /** The rail that moves the money. */
  provider?: string | undefined;
  /** A flat object of your own, echoed. */
  metadata?: Record<string, string> | undefined;
}

export interface ListTransactionsQuery {
  /** The page, the newest first; 1 without it. Far back, use the cursor. */
  page?: number | undefined;
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
  /** Only collections, or only payouts. */
  type?: 'collection' | 'payout' | undefined;
  /** Only what stands in this status. */
  status?:
    | 'PENDING'
    | 'SUCCEEDED'
    | 'FAILED'
    | 'EXPIRED'
    | 'CANCELLED'
    | 'AWAITING_LIQUIDITY'
    | 'REVERSED'
    | undefined;
  /** Only what is on this rail. */
  provider?: string | undefined;
  /** Only what has exactly this reference. */
  reference?: string | undefined;
  /** From this time on, included; a bare day begins at midnight in Banjul. */
  from?: string | undefined;
  /** Up to this time, which is not included; a bare day is included whole. */
  to?: string | undefined;
}

export interface ListEntriesQuery {
  /** Whose entries: one of your accounts. */
  account?: string | undefined;
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
}

export interface FundRailFloatBody {
  /** The rail that moves the money. */
  provider: string;
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount: string;
}

export interface CreateEndpointBody {
  /** A public https address on port 443, 8443 or 1024 and above, without user information or fragment. */
  url: string;
  /** Which events are sent there; an empty list means all. */
  events?: Array<EventType> | undefined;
  /** legacy is the earlier transaction.completed form. */
  payload_form?: 'current' | 'legacy' | undefined;
  /** A note of your own. */
  description?: string | null | undefined;
}

export interface UpdateEndpointBody {
  /** A public https address on port 443, 8443 or 1024 and above, without user information or fragment. */
  url?: string | undefined;
  /** Which events are sent there; an empty list means all. */
  events?: Array<EventType> | undefined;
  /** legacy is the earlier transaction.completed form. */
  payload_form?: 'current' | 'legacy' | undefined;
  /** A note of your own. */
  description?: string | null | undefined;
  /** Resumes an endpoint that was paused or disabled. */
  status?: 'ACTIVE' | undefined;
}

export interface SendTestEventBody {
  /** Which event the example tells of. */
  event?: EventType | undefined;
}

export interface ReplayEndpointBody {
  /** A time with its zone. */
  since?: string | undefined;
}

export interface DebugSignatureBody {
  /** The body as it arrived. */
  body?: string | undefined;
  /** The same in standard base64, where it is not text. */
  body_base64?: string | undefined;
  /** The headers as they arrived. */
  headers: Record<string, string | Array<string>>;
  /** What your own code computed. */
  computed_signature?: string | undefined;
  /** When it arrived, a time with its zone. */
  received_at?: string | undefined;
}

export interface ListDeliveriesQuery {
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
  /** A time with its zone. */
  since?: string | undefined;
  /** A time with its zone. */
  until?: string | undefined;
  /** Only those of this transaction. */
  transaction_id?: string | undefined;
  /** Only those in this status. */
  status?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED' | undefined;
  /** Only those to this endpoint. */
  endpoint_id?: string | undefined;
  /** Only those of this event. */
  event_id?: string | undefined;
  /** Only those of this client_reference. */
  reference?: string | undefined;
}

export interface ResendFailedBody {
  /** A time with its zone. */
  since: string;
  /** Only those to this endpoint. */
  endpoint_id?: string | undefined;
}

export interface ListEventsQuery {
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
  /** A time with its zone. */
  since?: string | undefined;
  /** A time with its zone. */
  until?: string | undefined;
  /** Only those of this transaction. */
  transaction_id?: string | undefined;
}

export interface OpenEventStreamQuery {
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
  /** Begins with the first event of this time or later; without any, with the next one. */
  since?: string | undefined;
  /** Only these, with commas between. */
  events?: string | undefined;
  /** Chosen and signed as the webhooks of this endpoint are. */
  endpoint_id?: string | undefined;
}

/** By operation: what it is given, and what it answers. */
export interface Operations {
  /** Collect a payment from a customer. */
  initiateCollection: {
    body: InitiateCollectionBody;
    query: undefined;
    answer: Collection;
  };
  /** Look a collection up. */
  getCollection: {
    body: undefined;
    query: undefined;
    answer: CollectionStatus;
  };
  /** Cancel a pending collection. */
  cancelCollection: {
    body: undefined;
    query: undefined;
    answer: CollectionStatus;
  };
  /** Give the one-time password. */
  submitOtp: {
    body: SubmitOtpBody;
    query: undefined;
    answer: Collection;
  };
  /** Have the one-time password sent again. */
  resendOtp: {
    body: undefined;
    query: undefined;
    answer: Collection;
  };
  /** Send money from your balance to a mobile number. */
  initiatePayout: {
    body: InitiatePayoutBody;
    query: undefined;
    answer: Payout;
  };
  /** The older name of /payouts/initiate. */
  sendPayout: {
    body: SendPayoutBody;
    query: undefined;
    answer: Payout;
  };
  /** Look a payout up. */
  getPayout: {
    body: undefined;
    query: undefined;
    answer: Payout;
  };
  /** Cancel a payout that waits for liquidity. */
  cancelPayout: {
    body: undefined;
    query: undefined;
    answer: Payout;
  };
  /** Your balance. */
  getBalance: {
    body: undefined;
    query: undefined;
    answer: Balance;
  };
  /** Volume, earnings of today and what is pending. */
  getStats: {
    body: undefined;
    query: undefined;
    answer: Stats;
  };
  /** Earnings of the last seven days. */
  getEarningsChart: {
    body: undefined;
    query: undefined;
    answer: Array<{
      date: string;
      /** Net of commission; 100 bututs are 1 GMD. */
      earnings_bututs: number;
      /** Net of commission. */
      earnings_gmd: string;
      count: number;
    }>;
  };
  /** Your transactions, newest first. */
  listTransactions: {
    body: undefined;
    query: ListTransactionsQuery;
    answer: {
      status: Open<'success'>;
      data: Array<ListedCollection | Payout>;
      pagination: {
        page: number;
        limit: number;
        total: number;
        total_pages: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** The entries of one of your accounts, newest first, with the balance after each. */
  listEntries: {
    body: undefined;
    query: ListEntriesQuery;
    answer: {
      status: Open<'success'>;
      data: Array<LedgerEntry>;
      pagination: {
        limit: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** Whose key this is. */
  getProfile: {
    body: undefined;
    query: undefined;
    answer: Profile;
  };
  /** Which rails work. */
  listRailStatus: {
    body: undefined;
    query: undefined;
    answer: Array<RailStatus>;
  };
  /** Your sandbox floats. */
  listRailFloats: {
    body: undefined;
    query: undefined;
    answer: Array<RailFloat>;
  };
  /** Add to a sandbox float. */
  fundRailFloat: {
    body: FundRailFloatBody;
    query: undefined;
    answer: RailFloat;
  };
  /** Your webhook endpoints. */
  listEndpoints: {
    body: undefined;
    query: undefined;
    answer: Array<WebhookEndpoint>;
  };
  /** Make a webhook endpoint. */
  createEndpoint: {
    body: CreateEndpointBody;
    query: undefined;
    answer: CreatedWebhookEndpoint;
  };
  /** One webhook endpoint. */
  getEndpoint: {
    body: undefined;
    query: undefined;
    answer: WebhookEndpoint;
  };
  /** Change or resume a webhook endpoint. */
  updateEndpoint: {
    body: UpdateEndpointBody;
    query: undefined;
    answer: WebhookEndpoint;
  };
  /** Remove a webhook endpoint. */
  deleteEndpoint: {
    body: undefined;
    query: undefined;
    answer: WebhookEndpoint;
  };
  /** Give an endpoint a new secret. */
  rotateSecret: {
    body: undefined;
    query: undefined;
    answer: {
      id: string;
      /** What webhooks are signed with. Shown this once. */
      secret: string;
      previous_secret_expires_at: string;
    };
  };
  /** Send a signed example to an endpoint and see what it answers. */
  sendTestEvent: {
    body: SendTestEventBody | undefined;
    query: undefined;
    answer: {
      attempt: number;
      at: string;
      /** The address that was called. */
      address: string | null;
      response_status: number | null;
      latency_ms: number;
      response_excerpt: string | null;
      error: string | null;
      request_headers: Record<string, string>;
      /** The exact bytes that were sent. */
      request_body: string;
    };
  };
  /** Send what an endpoint missed while it was paused. */
  replayEndpoint: {
    body: ReplayEndpointBody | undefined;
    query: undefined;
    answer: {
      /** How many are due now. */
      count: number;
    };
  };
  /** Say why a receiver refuses a webhook. */
  debugSignature: {
    body: DebugSignatureBody;
    query: undefined;
    answer: {
      /** Whether a correct verifier accepts it. */
      valid: boolean;
      /** The verdict and the remedy. */
      summary: string;
      checks: Array<{
        header: string;
        result: Open<'match' | 'mismatch' | 'missing' | 'malformed'>;
        key?: Open<'current' | 'previous' | 'other_endpoint' | 'other_environment'>;
      }>;
      /** What explains most first, each with evidence of its own. */
      findings: Array<{
        code: string;
        message: string;
        [field: string]: unknown;
      }>;
    };
  };
  /** What was sent where, newest first, with every attempt. */
  listDeliveries: {
    body: undefined;
    query: ListDeliveriesQuery;
    answer: {
      status: Open<'success'>;
      data: Array<WebhookDelivery>;
      pagination: {
        limit: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** One delivery. */
  getDelivery: {
    body: undefined;
    query: undefined;
    answer: WebhookDelivery;
  };
  /** Send a delivery again. */
  resendDelivery: {
    body: undefined;
    query: undefined;
    answer: WebhookDelivery;
  };
  /** Send every failed delivery since a time again. */
  resendFailed: {
    body: ResendFailedBody;
    query: undefined;
    answer: {
      /** How many are due now. */
      count: number;
    };
  };
  /** What happened, newest first, with the data that was sent. */
  listEvents: {
    body: undefined;
    query: ListEventsQuery;
    answer: {
      status: Open<'success'>;
      data: Array<Event>;
      pagination: {
        limit: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** Events as server-sent events, as they happen. */
  openEventStream: {
    body: undefined;
    query: OpenEventStreamQuery;
    answer: string;
  };
  /** What a live rail tells the gateway. */
  receiveNotice: {
    body: undefined;
    query: undefined;
    answer: {
      status: Open<'success'>;
    };
  };
  /** Whether the process lives. */
  healthz: {
    body: undefined;
    query: undefined;
    answer: {
      status: Open<'ok'>;
    };
  };
  /** Whether the process can do its work. */
  readyz: {
    body: undefined;
    query: undefined;
    answer: {
      status: Open<'ready' | 'not_ready'>;
      checks: {
        draining: boolean;
        database: boolean;
        migrations: boolean;
        worker_lag_seconds: number | null;
      };
    };
  };
  /** This description. */
  openapi: {
    body: undefined;
    query: undefined;
    answer: {
      openapi: Open<'3.1.1'>;
      [field: string]: unknown;
    };
  };
}

/** By operation: where it is, and whether what it answers is wrapped as `data`. */
export const operations = {
  initiateCollection: { method: 'POST', path: '/api/v1/collections/initiate', isWrapped: true },
  getCollection: { method: 'GET', path: '/api/v1/collections/status/{reference}', isWrapped: true },
  cancelCollection: { method: 'POST', path: '/api/v1/collections/{transactionId}/cancel', isWrapped: true },
  submitOtp: { method: 'POST', path: '/api/v1/collections/{transactionId}/otp', isWrapped: true },
  resendOtp: { method: 'POST', path: '/api/v1/collections/{transactionId}/otp/resend', isWrapped: true },
  initiatePayout: { method: 'POST', path: '/api/v1/payouts/initiate', isWrapped: true },
  sendPayout: { method: 'POST', path: '/api/v1/payouts/send', isWrapped: true },
  getPayout: { method: 'GET', path: '/api/v1/payouts/status/{reference}', isWrapped: true },
  cancelPayout: { method: 'POST', path: '/api/v1/payouts/{transactionId}/cancel', isWrapped: true },
  getBalance: { method: 'GET', path: '/api/v1/client/balance', isWrapped: true },
  getStats: { method: 'GET', path: '/api/v1/client/stats', isWrapped: false },
  getEarningsChart: { method: 'GET', path: '/api/v1/client/earnings-chart', isWrapped: false },
  listTransactions: { method: 'GET', path: '/api/v1/client/transactions', isWrapped: false },
  listEntries: { method: 'GET', path: '/api/v1/client/ledger', isWrapped: false },
  getProfile: { method: 'GET', path: '/api/client/profile', isWrapped: false },
  listRailStatus: { method: 'GET', path: '/api/v1/rails/status', isWrapped: true },
  listRailFloats: { method: 'GET', path: '/api/v1/sandbox/rail-floats', isWrapped: true },
  fundRailFloat: { method: 'POST', path: '/api/v1/sandbox/rail-floats', isWrapped: true },
  listEndpoints: { method: 'GET', path: '/api/v1/webhook-endpoints', isWrapped: true },
  createEndpoint: { method: 'POST', path: '/api/v1/webhook-endpoints', isWrapped: true },
  getEndpoint: { method: 'GET', path: '/api/v1/webhook-endpoints/{id}', isWrapped: true },
  updateEndpoint: { method: 'PATCH', path: '/api/v1/webhook-endpoints/{id}', isWrapped: true },
  deleteEndpoint: { method: 'DELETE', path: '/api/v1/webhook-endpoints/{id}', isWrapped: true },
  rotateSecret: { method: 'POST', path: '/api/v1/webhook-endpoints/{id}/rotate-secret', isWrapped: true },
  sendTestEvent: { method: 'POST', path: '/api/v1/webhook-endpoints/{id}/test', isWrapped: true },
  replayEndpoint: { method: 'POST', path: '/api/v1/webhook-endpoints/{id}/replay', isWrapped: true },
  debugSignature: { method: 'POST', path: '/api/v1/webhook-endpoints/{id}/debug-signature', isWrapped: true },
  listDeliveries: { method: 'GET', path: '/api/v1/webhook-deliveries', isWrapped: false },
  getDelivery: { method: 'GET', path: '/api/v1/webhook-deliveries/{id}', isWrapped: true },
  resendDelivery: { method: 'POST', path: '/api/v1/webhook-deliveries/{id}/resend', isWrapped: true },
  resendFailed: { method: 'POST', path: '/api/v1/webhook-deliveries/resend-failed', isWrapped: true },
  listEvents: { method: 'GET', path: '/api/v1/events', isWrapped: false },
  openEventStream: { method: 'GET', path: '/api/v1/events/stream', isWrapped: false },
  receiveNotice: { method: 'POST', path: '/rails/{rail}/notify', isWrapped: false },
  healthz: { method: 'GET', path: '/healthz', isWrapped: false },
  readyz: { method: 'GET', path: '/readyz', isWrapped: false },
  openapi: { method: 'GET', path: '/openapi.json', isWrapped: false },
} as const satisfies Record<keyof Operations, { method: string; path: string; isWrapped: boolean }>;
