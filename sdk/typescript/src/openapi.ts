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
  | 'payout.reversed'
  | 'refund.pending'
  | 'refund.succeeded'
  | 'refund.failed'
  | 'balance.adjusted';

/** Every code that the gateway puts into an error. */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'MALFORMED_JSON'
  | 'INVALID_AMOUNT'
  | 'CARD_DATA_NOT_ACCEPTED'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'STEP_UP_REQUIRED'
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
  | 'PAYOUT_LIMIT_EXCEEDED'
  | 'INSUFFICIENT_BALANCE'
  | 'DUPLICATE_REFERENCE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INVALID_STATE'
  | 'REFUND_EXCEEDS_COLLECTION'
  | 'REFUND_NOT_POSSIBLE'
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
    /** A line for each fault. */
    fields: Array<{
      /** The field, with dots on the way to it; empty for the body as a whole. */
      path: string;
      /** What is wrong with it and what would be right. */
      message: string;
      /** The fault, for programs. */
      code: string;
    }>;
  };
  MALFORMED_JSON: undefined;
  INVALID_AMOUNT: {
    /** The least that is taken here. */
    min_amount: string;
    /** The most that is taken here. */
    max_amount: string;
  };
  CARD_DATA_NOT_ACCEPTED: undefined;
  UNAUTHORIZED: undefined;
  FORBIDDEN: undefined;
  STEP_UP_REQUIRED: undefined;
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
  PAYOUT_LIMIT_EXCEEDED: {
    /** What the limit is of. */
    limit: Open<'per_payout' | 'day' | 'month' | 'rail_day' | 'rail_month'>;
    /** The limit; 100 bututs are 1 GMD. */
    limit_bututs: number;
    /** What is left of it, for one payout or several; of `per_payout`, the limit itself. */
    left_bututs: number;
  };
  INSUFFICIENT_BALANCE: {
    /** What the payout or the refund needs; 100 bututs are 1 GMD. */
    required_amount_bututs: number;
    /** What was available when it was refused. */
    available_balance_bututs: number;
  };
  DUPLICATE_REFERENCE: {
    /** The reference that was used before. */
    client_reference: string;
  };
  IDEMPOTENCY_KEY_REUSED: undefined;
  INVALID_STATE: undefined;
  REFUND_EXCEEDS_COLLECTION: {
    /** What can still be refunded, in bututs. */
    refundable_amount_bututs: number;
  };
  REFUND_NOT_POSSIBLE: {
    /** Why not, for programs. */
    reason: Open<'no_customer_mobile' | 'rail_takes_nothing_back' | 'payouts_switched_off'>;
  };
  INVALID_OTP: {
    /** How many tries are left. */
    attempts_remaining: number;
  };
  OTP_EXPIRED: undefined;
  OTP_ATTEMPTS_EXCEEDED: undefined;
  RATE_LIMITED: {
    /** Too many at the same time, and not too many a second. */
    limit: Open<'concurrency'>;
  };
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
    /** The rails that work at present; empty when none does. */
    available_providers?: Array<string>;
  };
}

export interface Collection {
  /** Our name of it. */
  transaction_id: string;
  /** Your own name of the payment, as you sent it. */
  client_reference: string;
  /** Dalasis with two fraction digits. */
  amount: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again. */
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
  /** The rail that moves the money; null while the choice is left to the customer, who has not made it. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'> | null;
  /** What that rail is called on our pages; null with it. */
  provider_name: string | null;
  /** Send the customer there; null on rails without a checkout address. Where the customer chooses the wallet, the page for that, for good. */
  redirect_url: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** As it was sent; null without. */
  customer_name: string | null;
  /** As it was sent; null without. */
  customer_mobile: string | null;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** When the checkout ends; null: never by itself. */
  expires_at: string | null;
  /** When it was made. */
  created_at: string;
  /** The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before. */
  receipt_url: string | null;
  /** The payment link that it came through; only then. */
  payment_link?: {
    /** Our name of the link. */
    id: string;
    /** The last part of its address. */
    code: string;
  };
  /** Paid although the link had all its payments already: credited, and yours to refund. */
  over_limit?: Open<'true'>;
  /** What the customer has to do beside a redirect; null on redirect rails, in every final state, once the right code was given, and where the customer chooses the wallet: that page takes every step. */
  next_action: {
    type: Open<'submit_otp' | 'show_card_page'>;
    /** How to give the code. */
    submit_otp?: {
      /** The method to send it with. */
      method: Open<'POST'>;
      /** Where the code goes, as {"otp":"…"}. */
      url: string;
      /** How many digits it has. */
      otp_length: number;
      /** The masked number that it was sent to. */
      sent_to: string | null;
      /** When the collection ends without a code; null: never by itself. */
      expires_at: string | null;
      /** How many codes may still be tried. */
      attempts_remaining: number;
      /** A POST there has the code sent again, three times at most. */
      resend_url: string;
      /** From when on it can be sent again. */
      resend_after: string;
    };
    /** Which page, and how to show it. */
    show_card_page?: {
      /** The page of the acquirer, or of the simulator. */
      url: string;
      /** The ways in which it may be shown. */
      presentation: Array<Open<'new_tab' | 'iframe'>>;
      /** When the page ends; null: never by itself. */
      expires_at: string | null;
    };
  } | null;
}

/** Why a transaction is FAILED. */
export interface Failure {
  /** The reason, for programs. */
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
  /** The same for people. */
  message: string;
}

export interface CollectionStatus {
  /** Our name of it. */
  transaction_id: string;
  /** Your own name of the payment, as you sent it. */
  client_reference: string;
  /** Dalasis with two fraction digits. */
  amount: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again. */
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
  /** The rail that moves the money; null while the choice is left to the customer, who has not made it. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'> | null;
  /** What that rail is called on our pages; null with it. */
  provider_name: string | null;
  /** Send the customer there; null on rails without a checkout address. Where the customer chooses the wallet, the page for that, for good. */
  redirect_url: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** As it was sent; null without. */
  customer_name: string | null;
  /** As it was sent; null without. */
  customer_mobile: string | null;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** When the checkout ends; null: never by itself. */
  expires_at: string | null;
  /** When it was made. */
  created_at: string;
  /** The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before. */
  receipt_url: string | null;
  /** The payment link that it came through; only then. */
  payment_link?: {
    /** Our name of the link. */
    id: string;
    /** The last part of its address. */
    code: string;
  };
  /** Paid although the link had all its payments already: credited, and yours to refund. */
  over_limit?: Open<'true'>;
  /** Tells a collection from a payout. */
  type: 'collection';
  /** Why it is FAILED; null in any other status. */
  failure: Failure | null;
  /** Whether the money came after the collection had ended otherwise. */
  late: boolean;
  /** What its refunds that SUCCEEDED gave back, in dalasis. */
  refunded_amount: string;
  /** Those of this reference, newest first; 100 at most, 20 in a list. */
  attempts: Array<{
    /** Our name of this attempt. */
    transaction_id: string;
    /** PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again. */
    status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
    /** The rail that moves the money; null while the choice is left to the customer, who has not made it. */
    provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'> | null;
    /** What that rail is called on our pages; null with it. */
    provider_name: string | null;
    /** When it was made. */
    created_at: string;
  }>;
  /** When it last changed. */
  updated_at: string;
  /** When it reached its final status; null while it has none. */
  completed_at: string | null;
  /** Its refunds, newest first; 100 at most. */
  refunds: Array<{
    /** Our name of the refund. */
    transaction_id: string;
    /** Your name of the refund. */
    client_reference: string;
    /** PENDING: on its way, and the rail has not said its last word. AWAITING_LIQUIDITY: held until the float of its rail covers it. SUCCEEDED: the payer has it. FAILED: not given back, and the money is in your balance again. */
    status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'AWAITING_LIQUIDITY'>;
    /** Dalasis with two fraction digits. */
    amount: string;
    /** Only of a FAILED refund that its rail has made all the same: the payer has the money, so it counts as refunded. */
    delivered_after_failure?: Open<'true'>;
  }>;
  /** What the customer has to do beside a redirect; null on redirect rails, in every final state, once the right code was given, and where the customer chooses the wallet: that page takes every step. */
  next_action: {
    type: Open<'submit_otp' | 'show_card_page'>;
    /** How to give the code. */
    submit_otp?: {
      /** The method to send it with. */
      method: Open<'POST'>;
      /** Where the code goes, as {"otp":"…"}. */
      url: string;
      /** How many digits it has. */
      otp_length: number;
      /** The masked number that it was sent to. */
      sent_to: string | null;
      /** When the collection ends without a code; null: never by itself. */
      expires_at: string | null;
      /** How many codes may still be tried. */
      attempts_remaining: number;
      /** A POST there has the code sent again, three times at most. */
      resend_url: string;
      /** From when on it can be sent again. */
      resend_after: string;
    };
    /** Which page, and how to show it. */
    show_card_page?: {
      /** The page of the acquirer, or of the simulator. */
      url: string;
      /** The ways in which it may be shown. */
      presentation: Array<Open<'new_tab' | 'iframe'>>;
      /** When the page ends; null: never by itself. */
      expires_at: string | null;
    };
  } | null;
}

export interface Payout {
  /** Our name of it. */
  transaction_id: string;
  /** Your own name of the payment, as you sent it. */
  client_reference: string;
  /** Tells a payout from a collection. */
  type: 'payout';
  /** Dalasis with two fraction digits. */
  amount: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** PENDING: on its way, and the rail has not said its last word. AWAITING_LIQUIDITY: held until the float of its rail covers it. SUCCEEDED: the recipient has it. FAILED: not paid, and the money is back in your balance. REVERSED: taken back after it had succeeded. */
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'AWAITING_LIQUIDITY' | 'REVERSED'>;
  /** The rail that moves the money. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** What the rail is called on our pages; the operators may change it. */
  provider_name: string;
  /** The number that is paid. */
  recipient_mobile: string;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** Why it is FAILED; null in any other status. */
  failure: Failure | null;
  /** How it was taken back; null unless it is REVERSED. */
  reversal: {
    /** When it was taken back. */
    reversed_at: string;
    /** Why; null where nobody said. */
    reason: string | null;
  } | null;
  /** Only of a FAILED payout that its rail has paid all the same: the recipient has the money, so do not pay again. An adjustment settles whose it is. */
  delivered_after_failure?: Open<'true'>;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** Only while it waits for the float of its rail. */
  liquidity?: {
    /** Its place in the queue, from 1; null when it left the queue meanwhile. */
    queue_position: number | null;
    /** Since when it waits. */
    since: string | null;
  };
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it reached its final status; null while it has none. */
  completed_at: string | null;
}

export interface PayoutQuote {
  /** Dalasis with two fraction digits. */
  amount: string;
  /** What you would pay for the payout. */
  fee: string;
  /** What would leave your balance: amount and fee. */
  total_debit: string;
  /** What you can pay out now. */
  available_balance: string;
  /** What would be left of it; below zero when it does not cover the payout. */
  available_after: string;
  /** Whether it would leave your balance and wait, for the float of its rail or for the rail to open. False when it would be refused. */
  will_be_held: boolean;
  /** The code of the error that it would end with; null when none. */
  would_be_refused_with: Open<'PAYOUT_LIMIT_EXCEEDED' | 'INSUFFICIENT_BALANCE'> | null;
  /** The limits that the operators set for this account, in this environment, and for what goes out over the rail: in live by all accounts together, in the sandbox by this one. */
  limits: {
    /** Of one payout; null: no limit. */
    per_payout: {
      /** The limit, in dalasis. */
      limit: string;
      /** What payouts may still take of it. */
      left: string;
    } | null;
    /** Of the day in Banjul; null: no limit. */
    day: {
      /** The limit, in dalasis. */
      limit: string;
      /** What payouts may still take of it. */
      left: string;
    } | null;
    /** Of the month in Banjul; null: no limit. */
    month: {
      /** The limit, in dalasis. */
      limit: string;
      /** What payouts may still take of it. */
      left: string;
    } | null;
    /** Of the day over this rail; null: no limit. */
    rail_day: {
      /** The limit, in dalasis. */
      limit: string;
      /** What payouts may still take of it. */
      left: string;
    } | null;
    /** Of the month over this rail; null: no limit. */
    rail_month: {
      /** The limit, in dalasis. */
      limit: string;
      /** What payouts may still take of it. */
      left: string;
    } | null;
  };
  /** The rail that moves the money. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** What the rail is called on our pages; the operators may change it. */
  provider_name: string;
  /** Whose range the number lies in, by its prefix; only a hint. */
  operator: Open<'Africell' | 'QCell' | 'Comium' | 'Gamcel' | 'Gamtel' | 'unknown'>;
  /** Whom you have saved the number as; null when nobody. */
  recipient: {
    /** Our name of the recipient. */
    id: string;
    /** Your own name for it. */
    name: string;
  } | null;
  /** Whether the rail knows the number by the name that you gave, or else by the one that you saved the named recipient under. UNAVAILABLE: the rail cannot say, or there was no name. Advice: a payout is taken whatever it is. */
  name_check: Open<'MATCH' | 'PARTIAL' | 'NO_MATCH' | 'UNAVAILABLE'>;
  /** What went, or is on its way, to the same number with the same amount in the last ten minutes, the newest first: look whether you mean another payment. Advice: a payout under a reference of its own is taken all the same. */
  recent_twins: Array<{
    /** Our name of that payment. */
    transaction_id: string;
    /** A refund is named that goes to its payer by a payout. */
    type: Open<'payout' | 'refund'>;
    /** Your reference of it. */
    client_reference: string;
    /** Where it stands. */
    status: Open<'PENDING' | 'AWAITING_LIQUIDITY' | 'SUCCEEDED' | 'FAILED' | 'REVERSED'>;
    /** It failed, and its rail has paid it all the same. */
    delivered_after_failure: boolean;
    /** When it was asked for. */
    created_at: string;
  }>;
}

export interface Refund {
  /** Our name of it. */
  transaction_id: string;
  /** Your name of the refund. */
  client_reference: string;
  /** Tells a refund from a collection or a payout. */
  type: 'refund';
  /** The collection whose payer gets money back. */
  collection: {
    /** Our name of the collection. */
    transaction_id: string;
    /** Your name of the collection. */
    client_reference: string;
  };
  /** Dalasis with two fraction digits. */
  amount: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** PENDING: on its way, and the rail has not said its last word. AWAITING_LIQUIDITY: held until the float of its rail covers it. SUCCEEDED: the payer has it. FAILED: not given back, and the money is in your balance again. */
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'AWAITING_LIQUIDITY'>;
  /** The rail that moves the money. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** What the rail is called on our pages; the operators may change it. */
  provider_name: string;
  /** reversal: the rail gives it back itself. payout: the number of the payer is paid from the float of the rail. */
  method: Open<'reversal' | 'payout'>;
  /** The number of the payer; null where the collection has none. */
  recipient_mobile: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** Why, as you said it. */
  reason: string | null;
  /** Why it is FAILED; null in any other status. */
  failure: Failure | null;
  /** Only of a FAILED refund that its rail has made all the same: the payer has the money, so do not refund again. An adjustment settles whose it is. */
  delivered_after_failure?: Open<'true'>;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** Only while it waits for the float of its rail. */
  liquidity?: {
    /** Its place in the queue, from 1; null when it left the queue meanwhile. */
    queue_position: number | null;
    /** Since when it waits. */
    since: string | null;
  };
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it reached its final status; null while it has none. */
  completed_at: string | null;
}

export interface PaymentLink {
  /** Our name of the link. */
  id: string;
  /** The last part of its address. */
  code: string;
  /** Where anybody may pay. */
  url: string;
  /** The address as a QR code, for print. */
  qr_svg_url: string;
  /** The same as a picture. */
  qr_png_url: string;
  /** What is paid for. */
  title: string;
  /** More of it. */
  description: string | null;
  /** In dalasis; null: the payer types it. */
  amount: string | null;
  /** The least that the payer may type. */
  min_amount: string | null;
  /** The most that the payer may type. */
  max_amount: string | null;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** After so many it is COMPLETED; null: any number. */
  max_payments: number | null;
  /** From then on it takes no payment; null: never. */
  expires_at: string | null;
  /** The wallets that may be chosen, in this order; null: all of yours. */
  providers: Array<Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>> | null;
  /** What the payer is asked to type. */
  fields: Array<{
    /** The key of the answer in the metadata. */
    key: string;
    /** What the payer reads. */
    label: string;
    /** Whether there is no payment without it. */
    required: boolean;
  }>;
  /** Where the payer may go on to. */
  success_url: string | null;
  /** What its one collection is called. */
  client_reference: string | null;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** INACTIVE: switched off. COMPLETED: it has all its payments. */
  status: Open<'ACTIVE' | 'INACTIVE' | 'EXPIRED' | 'COMPLETED'>;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** How often it was used. */
  payments: {
    /** Attempts that were begun. */
    opened: number;
    /** Those that were paid. */
    succeeded: number;
  };
  /** What it brought in, in bututs. */
  collected_bututs: number;
  /** What it brought in, in dalasis. */
  collected_gmd: string;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface PaymentRequest {
  /** Our name of the request; that of its payment link, as `payment_link` of its collections says. */
  id: string;
  /** PARTLY_PAID: something has come, and `left` is still to be paid. OVERDUE: its day is over, and what is left can still be paid. PAID_BY_HAND: you said so; no money moved here. */
  status: Open<'OPEN' | 'PARTLY_PAID' | 'OVERDUE' | 'PAID' | 'PAID_BY_HAND' | 'CANCELLED'>;
  /** What its collection is called. */
  client_reference: string;
  /** What is to be paid. */
  description: string;
  /** More of it, for the customer. */
  message: string | null;
  /** Who is asked. */
  customer_name: string | null;
  /** The number of the customer. */
  customer_mobile: string | null;
  /** Where the customer reads mail. */
  customer_email: string | null;
  /** What the amount is made of; empty: it is one amount. */
  lines: Array<{
    /** What it is. */
    description: string;
    /** How many. */
    quantity: number;
    /** What each costs, in dalasis. */
    unit_price: string;
    /** What they cost together. */
    amount: string;
  }>;
  /** In dalasis. */
  amount: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** Whether it may be paid in parts. */
  allow_part_payments: boolean;
  /** The smallest part; null: as little as a wallet takes. */
  min_part_amount: string | null;
  /** What has come in here of `amount`. A refund changes nothing of it. */
  paid: string;
  /** What the customer may still pay; 0.00 once it is paid, paid by hand, or cancelled. */
  left: string;
  /** The last day that is in time. */
  due_on: string | null;
  /** Whether the customer is written to: when it is made, before its day and after it. */
  send_email: boolean;
  /** The same by SMS, to a customer with a number and without an e-mail address. */
  send_sms: boolean;
  /** The last part of its address. */
  code: string;
  /** Where it is paid: send it to the customer. */
  url: string;
  /** The address as a QR code, for print. */
  qr_svg_url: string;
  /** The same as a picture. */
  qr_png_url: string;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** What paid it first; null: nothing has. */
  payment: {
    /** The collection that paid it. */
    transaction_id: string;
    /** The rail that moves the money. */
    provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
    /** What the rail is called on our pages; the operators may change it. */
    provider_name: string;
    /** What came in. */
    amount: string;
    /** When it was paid. */
    completed_at: string | null;
  } | null;
  /** All that came in, the first one first and what was too much last; of more than 100 the newest. `GET /client/transactions?payment_link_id=` lists them all. */
  payments: Array<{
    /** The collection that paid it. */
    transaction_id: string;
    /** The rail that moves the money. */
    provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
    /** What the rail is called on our pages; the operators may change it. */
    provider_name: string;
    /** What came in. */
    amount: string;
    /** When it was paid. */
    completed_at: string | null;
    /** It was more than was left when it came. */
    over_limit: boolean;
  }>;
  /** That what was left was paid otherwise, such as in cash; null: nobody says so. */
  paid_by_hand: {
    /** When it was said. */
    at: string;
    /** Who said so; null: a program with a key. */
    by: string | null;
    /** How it was paid. */
    note: string | null;
    /** What was left to be paid then. */
    amount: string;
  } | null;
  /** That it was paid by hand, as somebody said and somebody took back. */
  taken_back: Array<{
    /** When it was said. */
    at: string;
    /** Who said so; null: a program with a key. */
    by: string | null;
    /** How it was paid. */
    note: string | null;
    /** What was left to be paid then. */
    amount: string;
    /** When it was taken back. */
    taken_back_at: string;
    /** Who took it back. */
    taken_back_by: string;
  }>;
  /** When it was cancelled; null: it was not. */
  cancelled_at: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface Recipient {
  /** Our name of the recipient; what `recipient_id` of a payout takes. */
  id: string;
  /** Your own name for whoever has the number. */
  name: string;
  /** The number; it never changes. */
  mobile: string;
  /** The rail of payouts that name the recipient and no rail; null: the default. */
  provider: string | null;
  /** What that rail is called; null where none is named. */
  provider_name: string | null;
  /** A note of your own. */
  note: string | null;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface Balance {
  /** What can be paid out, in bututs; 100 bututs are 1 GMD. */
  available_balance_bututs: number;
  /** What can be paid out, in dalasis. */
  available_balance_gmd: string;
  /** All that customers paid, in bututs; 100 bututs are 1 GMD. */
  total_collected_bututs: number;
  /** All that customers paid, in dalasis. */
  total_collected_gmd: string;
  /** The share of the gateway, in bututs; 100 bututs are 1 GMD. */
  platform_commissions_bututs: number;
  /** The share of the gateway, in dalasis. */
  platform_commissions_gmd: string;
  /** Collected less commissions, in bututs; 100 bututs are 1 GMD. */
  net_collections_bututs: number;
  /** Collected less commissions, in dalasis. */
  net_collections_gmd: string;
  /** What people booked by hand, by evidence; below zero where more was taken than given, in bututs; 100 bututs are 1 GMD. */
  adjustments_bututs: number;
  /** What people booked by hand, by evidence; below zero where more was taken than given, in dalasis. */
  adjustments_gmd: string;
  /** Payouts that stand SUCCEEDED, and what a bank has paid of your settlements, in bututs; 100 bututs are 1 GMD. */
  total_paid_out_bututs: number;
  /** Payouts that stand SUCCEEDED, and what a bank has paid of your settlements, in dalasis. */
  total_paid_out_gmd: string;
  /** Refunds that stand SUCCEEDED, in bututs; 100 bututs are 1 GMD. */
  total_refunded_bututs: number;
  /** Refunds that stand SUCCEEDED, in dalasis. */
  total_refunded_gmd: string;
  /** Payouts and refunds in flight or waiting for liquidity, and settlements that a bank has not paid yet, in bututs; 100 bututs are 1 GMD. */
  held_bututs: number;
  /** Payouts and refunds in flight or waiting for liquidity, and settlements that a bank has not paid yet, in dalasis. */
  held_gmd: string;
  /** Collections that stand SUCCEEDED. */
  successful_collections: number;
  /** Payouts that stand SUCCEEDED, and settlements that a bank has paid. */
  total_payouts: number;
}

export interface Stats {
  /** Succeeded collections of all time, in bututs; 100 bututs are 1 GMD. */
  total_volume_bututs: number;
  /** Succeeded collections of all time, in dalasis. */
  total_volume_gmd: string;
  /** Collected today less commissions, in bututs; 100 bututs are 1 GMD. */
  today_earnings_bututs: number;
  /** Collected today less commissions, in dalasis. */
  today_earnings_gmd: string;
  /** Collections and payouts that are not final. */
  pending_transactions_count: number;
  /** Collections and payouts that are not final, in bututs; 100 bututs are 1 GMD. */
  pending_volume_bututs: number;
  /** Collections and payouts that are not final, in dalasis. */
  pending_volume_gmd: string;
}

export interface ListedCollection {
  /** Our name of it. */
  transaction_id: string;
  /** Your own name of the payment, as you sent it. */
  client_reference: string;
  /** Dalasis with two fraction digits. */
  amount: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again. */
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
  /** The rail that moves the money; null while the choice is left to the customer, who has not made it. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'> | null;
  /** What that rail is called on our pages; null with it. */
  provider_name: string | null;
  /** Send the customer there; null on rails without a checkout address. Where the customer chooses the wallet, the page for that, for good. */
  redirect_url: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** As it was sent; null without. */
  customer_name: string | null;
  /** As it was sent; null without. */
  customer_mobile: string | null;
  /** As it was sent; {} without. */
  metadata: Record<string, string>;
  /** When the checkout ends; null: never by itself. */
  expires_at: string | null;
  /** When it was made. */
  created_at: string;
  /** The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before. */
  receipt_url: string | null;
  /** The payment link that it came through; only then. */
  payment_link?: {
    /** Our name of the link. */
    id: string;
    /** The last part of its address. */
    code: string;
  };
  /** Paid although the link had all its payments already: credited, and yours to refund. */
  over_limit?: Open<'true'>;
  /** Tells a collection from a payout. */
  type: 'collection';
  /** Why it is FAILED; null in any other status. */
  failure: Failure | null;
  /** Whether the money came after the collection had ended otherwise. */
  late: boolean;
  /** What its refunds that SUCCEEDED gave back, in dalasis. */
  refunded_amount: string;
  /** Those of this reference, newest first; 100 at most, 20 in a list. */
  attempts: Array<{
    /** Our name of this attempt. */
    transaction_id: string;
    /** PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again. */
    status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
    /** The rail that moves the money; null while the choice is left to the customer, who has not made it. */
    provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'> | null;
    /** What that rail is called on our pages; null with it. */
    provider_name: string | null;
    /** When it was made. */
    created_at: string;
  }>;
  /** When it last changed. */
  updated_at: string;
  /** When it reached its final status; null while it has none. */
  completed_at: string | null;
}

export interface LedgerEntry {
  /** The journal that the entry is of; its entries sum to zero. */
  journal_id: string;
  /** The transaction that moved the money; null without one, as where a float is funded. */
  transaction_id: string | null;
  /** The account that was asked for. */
  account: string;
  /** What happened; adjustment: two operators booked by evidence what a payment did not. */
  kind: string;
  /** Dalasis with two fraction digits; positive when it raises the balance. */
  amount: string;
  /** The balance of the account with this entry, in bututs; 100 bututs are 1 GMD. */
  balance_after_bututs: number;
  /** The balance of the account with this entry, in dalasis. */
  balance_after_gmd: string;
  /** When it was made. */
  created_at: string;
}

export interface StatementLine {
  /** When it was booked. */
  at: string;
  /** collection: what a customer paid, less the commission. payout: taken when it was accepted. payout_returned: it failed or was cancelled. reversal: it had been delivered and came back. refund: taken when it was accepted. refund_commission: the commission that returned with it. refund_returned: it failed or was cancelled. settlement: to your own bank, taken when it was asked for; one to a wallet is a payout. settlement_returned: it was cancelled, or the bank did not pay it or sent it back. adjustment: two operators booked by evidence what a payment did not. */
  kind: string;
  /** The transaction that moved the money; null of a settlement to a bank. */
  transaction_id: string | null;
  /** Your own name of the transaction; of a settlement to a bank the reference that your bank shows. */
  client_reference: string | null;
  /** The name, else the number, of who paid or was paid; of a settlement the bank and the account; null without. */
  counterparty: string | null;
  /** What left your balance; null where something came. */
  debit: string | null;
  /** What came to your balance; null where something left. */
  credit: string | null;
  /** The balance with this line. */
  balance: string;
}

export interface Statement {
  /** The first day, in Banjul. */
  from: string;
  /** The last day, included. */
  to: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** The available balance when the first day began. */
  opening_balance: string;
  /** The one when the last day ended; of today, the one of now. */
  closing_balance: string;
  /** By kind; one without lines is left out. */
  totals: Record<
    string,
    {
      /** How many lines. */
      count: number;
      /** What they added to the balance; negative where they took from it. */
      amount: string;
    }
  >;
  /** One for each time that the balance was moved, the oldest first. */
  lines: Array<StatementLine>;
}

export interface Seal {
  /** 1, 2, 3 …, without a gap. */
  id: number;
  /** When it was made. */
  sealed_at: string;
  /** How many rows it is of. */
  leaves: number;
  /** Of the tree of its leaves, in hexadecimal. */
  root: string;
  /** The chain of the seal before; null of the first. */
  previous_chain: string | null;
  /** SHA-256 of the chain before and of this seal. */
  chain: string;
}

export interface Proof {
  /** The seal that it is in. */
  seal: Seal;
  /** What the seal has of the transaction. */
  rows: Array<{
    /** What it is a row of. */
    kind: Open<'transactions' | 'transaction_changes' | 'journals' | 'events'>;
    /** The row as it was hashed, byte for byte. */
    content: string;
    /** Which leaf of the seal it is, from 0. */
    place: number;
    /** From the leaf to the root. */
    path: Array<{
      /** Where it stands beside the hash so far. */
      side: Open<'left' | 'right'>;
      /** The neighbour. */
      hash: string;
    }>;
  }>;
}

export interface Profile {
  /** The id of the account. */
  id: string;
  /** The name of the business. */
  name: string;
  /** Its phone number. */
  businessPhone: string;
  /** Its e-mail address. */
  businessEmail: string;
  /** Whether the account may use the gateway. */
  status: Open<'ACTIVE' | 'SUSPENDED'>;
}

export interface RailStatus {
  /** The rail that moves the money. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** What the rail is called on our pages; the operators may change it. */
  provider_name: string;
  /** How the customer pays: at a checkout address, by a one-time password, or on a card page. */
  style: Open<'redirect' | 'otp' | 'card'>;
  /** What the rail can do, and how it does. */
  operations: Array<{
    /** Which way the money goes. */
    operation: Open<'collection' | 'payout'>;
    /** OPERATIONAL: it works. DELAYED: it is slow or fails now and then. CLOSED: it does not answer, is switched off or is not connected. */
    status: Open<'OPERATIONAL' | 'DELAYED' | 'CLOSED'>;
  }>;
}

export interface RailFloat {
  /** The rail that moves the money. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'>;
  /** What the rail is called on our pages; the operators may change it. */
  provider_name: string;
  /** What the sandbox float holds, in bututs; 100 bututs are 1 GMD. */
  balance_bututs: number;
  /** What the sandbox float holds, in dalasis. */
  balance_gmd: string;
}

export interface Advanced {
  /** How much time has passed. */
  advanced_seconds: number;
  /** How many things happened: words of rails, and attempts at webhooks. */
  done: number;
}

export interface WebhookEndpoint {
  /** The id of the endpoint. */
  id: string;
  /** Where webhooks are sent. */
  url: string;
  /** Which events are sent there; empty: all. */
  events: Array<Open<EventType>>;
  /** legacy is the earlier transaction.completed form. */
  payload_form: Open<'current' | 'legacy'>;
  /** Your own note; null without. */
  description: string | null;
  /** PAUSED: nothing but failures for three days. DISABLED: your server answered 410. Nothing is sent until it is resumed. */
  status: Open<'ACTIVE' | 'PAUSED' | 'DISABLED'>;
  /** The end of its secret, to tell secrets apart. */
  secret_last4: string;
  /** When it was made. */
  created_at: string;
}

export interface CreatedWebhookEndpoint {
  /** The id of the endpoint. */
  id: string;
  /** Where webhooks are sent. */
  url: string;
  /** Which events are sent there; empty: all. */
  events: Array<Open<EventType>>;
  /** legacy is the earlier transaction.completed form. */
  payload_form: Open<'current' | 'legacy'>;
  /** Your own note; null without. */
  description: string | null;
  /** PAUSED: nothing but failures for three days. DISABLED: your server answered 410. Nothing is sent until it is resumed. */
  status: Open<'ACTIVE' | 'PAUSED' | 'DISABLED'>;
  /** The end of its secret, to tell secrets apart. */
  secret_last4: string;
  /** When it was made. */
  created_at: string;
  /** What webhooks are signed with. Shown this once. */
  secret: string;
}

export interface WebhookDelivery {
  /** What the header X-Gw-Delivery carries. */
  id: string;
  /** The event that it tells; the header X-Gw-Event-Id. */
  event_id: string;
  /** The endpoint that it goes to. */
  endpoint_id: string;
  /** The transaction that the event is about. */
  transaction_id: string;
  /** The event type. */
  event: Open<EventType>;
  /** PENDING: waits for its next attempt. SUCCEEDED: answered 2xx. FAILED: no attempt is left. SKIPPED: its endpoint took nothing at the time. */
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED'>;
  /** Every attempt so far, oldest first. Those of deliveries older than half a year may be gone. */
  attempts: Array<{
    /** Its number, from 1. */
    attempt: number;
    /** When it was made. */
    at: string;
    /** The IP address that was called; null when no connection was made. */
    address: string | null;
    /** What was answered; null when nothing came. */
    response_status: number | null;
    /** How long the answer took, in milliseconds. */
    latency_ms: number;
    /** The beginning of the answer; null without a body. */
    response_excerpt: string | null;
    /** Why it failed; null when it was delivered. */
    error: string | null;
    /** The headers that were sent; null when nothing was. */
    request_headers: Record<string, string> | null;
  }>;
  /** When the next one is due; null when none is, or one is under way. */
  next_attempt_at: string | null;
  /** When it was made. */
  created_at: string;
}

export interface Event {
  /** The header X-Gw-Event-Id. */
  id: string;
  /** The event type. */
  event: Open<EventType>;
  /** What was sent as data. */
  data: WebhookData | AdjustmentData;
  /** When it was made. */
  created_at: string;
}

export interface WebhookData {
  /** The transaction_id. */
  id: string;
  /** Which way the money goes. */
  type: Open<'collection' | 'payout' | 'refund'>;
  /** Your client_reference. */
  reference: string;
  /** Dalasis with two fraction digits. */
  amount: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** How the transaction stood when the event was made. */
  status: Open<
    'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED' | 'AWAITING_LIQUIDITY' | 'REVERSED'
  >;
  /** The rail that moves the money; null while the choice is left to the customer, who has not made it. */
  provider: Open<'PROVIDER_W' | 'PROVIDER_A' | 'PROVIDER_C' | 'PROVIDER_C_CARD'> | null;
  /** What the rail was called then; missing in events from before rails had names. */
  provider_name?: string | null;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** When it reached its final status; null while it has none. */
  completed_at: string | null;
  /** The number that is paid; of payouts and refunds. */
  recipient_mobile?: string | null;
  /** The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before. */
  receipt_url?: string | null;
  /** The payment link that it came through; only then. */
  payment_link?: {
    /** Our name of the link. */
    id: string;
    /** The last part of its address. */
    code: string;
  };
  /** Paid although the link had all its payments already: credited, and yours to refund. */
  over_limit?: Open<'true'>;
  /** The collection whose payer gets money back. */
  collection?: {
    /** Our name of the collection. */
    transaction_id: string;
    /** Your name of the collection. */
    client_reference: string;
  };
  /** Why it is FAILED; only then. */
  failure?: Failure;
}

export interface AdjustmentData {
  /** Our name of the adjustment. */
  id: string;
  /** Tells it from a transaction. */
  type: 'adjustment';
  /** The client_reference of the transaction that it is about. */
  reference: string;
  /** What your balance got, in dalasis; below zero: what was taken of it. */
  amount: string;
  /** The Gambian dalasi, the only currency. */
  currency: Open<'GMD'>;
  /** Why, for people. */
  reason: string;
  /** That of the key. */
  environment: Open<'SANDBOX' | 'LIVE'>;
  /** When it was booked. */
  completed_at: string;
}

export interface InitiateCollectionBody {
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount: string;
  /** The Gambian dalasi is the only currency. */
  currency: 'GMD';
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference: string;
  /** The rail that moves the money, or CUSTOMER_CHOICE: your customer chooses one on our page, which is the redirect_url. */
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
  recipient_mobile?: string | undefined;
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference: string;
  /** The rail that moves the money. */
  provider?: string | undefined;
  /** A flat object of your own, echoed. */
  metadata?: Record<string, string> | undefined;
  /** One of your recipients, instead of recipient_mobile; without a provider, the payout goes by the recipient’s own. */
  recipient_id?: string | undefined;
}

export interface SendPayoutBody {
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount: string;
  /** The Gambian dalasi is the only currency. */
  currency: 'GMD';
  /** A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering. */
  recipient_mobile?: string | undefined;
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference: string;
  /** The rail that moves the money. */
  provider?: string | undefined;
  /** A flat object of your own, echoed. */
  metadata?: Record<string, string> | undefined;
  /** One of your recipients, instead of recipient_mobile; without a provider, the payout goes by the recipient’s own. */
  recipient_id?: string | undefined;
}

export interface QuotePayoutBody {
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount: string;
  /** The Gambian dalasi is the only currency. */
  currency: 'GMD';
  /** A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering. */
  recipient_mobile?: string | undefined;
  /** The rail that moves the money. */
  provider?: string | undefined;
  /** One of your recipients, instead of recipient_mobile; without a provider, the payout goes by the recipient’s own. */
  recipient_id?: string | undefined;
  /** Who should have the number, to be compared with what its rail knows. */
  recipient_name?: string | undefined;
}

export interface InitiateRefundBody {
  /** The collection: your client_reference of it, or its transaction_id. A reference comes first. */
  collection: string;
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference: string;
  /** How much goes back, in dalasis as a decimal string; left out: what is left of the collection. */
  amount?: string | undefined;
  /** Why, for you and your people. */
  reason?: string | undefined;
  /** Only where the collection has no customer_mobile: the number that its payer has told you, to which what the rail does not give back itself is paid. */
  recipient_mobile?: string | undefined;
  /** A flat object of your own, echoed. */
  metadata?: Record<string, string> | undefined;
}

export interface ListPaymentLinksQuery {
  /** Only those that stand so. */
  status?: 'ACTIVE' | 'INACTIVE' | 'EXPIRED' | 'COMPLETED' | undefined;
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
}

export interface CreatePaymentLinkBody {
  /** What is paid for; the payer reads it. */
  title: string;
  /** More of it, for the payer. */
  description?: string | null | undefined;
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount?: string | null | undefined;
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  min_amount?: string | null | undefined;
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  max_amount?: string | null | undefined;
  /** The Gambian dalasi is the only currency. */
  currency?: 'GMD' | undefined;
  /** After so many payments it is COMPLETED; null: any number. */
  max_payments?: number | null | undefined;
  /** From then on it takes no payment; null: never. */
  expires_at?: string | null | undefined;
  /** The wallets that the payer may choose from, in this order; null: all of yours. */
  providers?: Array<string> | null | undefined;
  /** What the payer is asked to type; the answers stand in the metadata of the collection. */
  fields?:
    | Array<{
        /** The key of the answer in the metadata. */
        key: string;
        /** What the payer reads. */
        label: string;
        /** Whether there is no payment without it. */
        required?: boolean | undefined;
      }>
    | undefined;
  /** Where the payer may go on to after paying, which proves nothing. */
  success_url?: string | null | undefined;
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference?: string | null | undefined;
  /** A flat object of your own, echoed. */
  metadata?: Record<string, string> | undefined;
}

export interface UpdatePaymentLinkBody {
  /** What is paid for; the payer reads it. */
  title?: string | undefined;
  /** More of it, for the payer. */
  description?: string | null | undefined;
  /** INACTIVE switches it off. */
  status?: 'ACTIVE' | 'INACTIVE' | undefined;
  /** From then on it takes no payment; null: never. */
  expires_at?: string | null | undefined;
  /** After so many payments it is COMPLETED; null: any number. */
  max_payments?: number | null | undefined;
  /** Where the payer may go on to after paying, which proves nothing. */
  success_url?: string | null | undefined;
  /** The wallets that the payer may choose from, in this order; null: all of yours. */
  providers?: Array<string> | null | undefined;
}

export interface ListPaymentRequestsQuery {
  /** Only those that stand so. */
  status?: 'OPEN' | 'PARTLY_PAID' | 'OVERDUE' | 'PAID' | 'PAID_BY_HAND' | 'CANCELLED' | undefined;
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
}

export interface CreatePaymentRequestBody {
  /** What is to be paid; the customer reads it. */
  description: string;
  /** More of it, for the customer. */
  message?: string | null | undefined;
  /** Who is asked. */
  customer_name?: string | null | undefined;
  /** A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering. */
  customer_mobile?: string | null | undefined;
  /** Where the customer reads mail. */
  customer_email?: string | null | undefined;
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount?: string | null | undefined;
  /** What the amount is made of; without them, `amount`. */
  lines?:
    | Array<{
        /** What it is. */
        description: string;
        /** How many; a whole number. */
        quantity?: number | undefined;
        /** What each costs, in dalasis. */
        unit_price: string;
      }>
    | null
    | undefined;
  /** The Gambian dalasi is the only currency. */
  currency?: 'GMD' | undefined;
  /** Whether the customer may pay it in parts; each is a collection of its own. */
  allow_part_payments?: boolean | undefined;
  /** The smallest part, in dalasis; the last one may be smaller. Left out: as little as a wallet takes. */
  min_part_amount?: string | null | undefined;
  /** The last day that is in time, as a day of Banjul; it can be paid afterwards, too. */
  due_on?: string | null | undefined;
  /** Whether the customer is written to by e-mail: now, before `due_on` and after it, until it is paid or closed. In live only. */
  send_email?: boolean | undefined;
  /** The same by SMS, of a customer with a number and without an e-mail address, where the operators of this Kaira send any. */
  send_sms?: boolean | undefined;
  /** Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever. */
  client_reference?: string | null | undefined;
  /** A flat object of your own, echoed. */
  metadata?: Record<string, string> | undefined;
}

export interface MarkPaymentRequestPaidBody {
  /** How it was paid, for your own people. */
  note?: string | null | undefined;
  /** What you have seen to be left. Where something else is, nothing is marked. */
  left?: string | undefined;
}

export interface ListRecipientsQuery {
  /** Only those whose name has this text, in any case, or whose number has these digits. */
  q?: string | undefined;
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
}

export interface CreateRecipientBody {
  /** Your own name for whoever has the number. */
  name: string;
  /** A Gambian mobile number, also with spaces or without +220; answered as +220 and 7 or 9 digits. */
  mobile: string;
  /** The rail that payouts to this recipient go by when they name none; null for the default. */
  provider?: string | null | undefined;
  /** A note of your own. */
  note?: string | null | undefined;
}

export interface UpdateRecipientBody {
  /** Your own name for whoever has the number. */
  name?: string | undefined;
  /** Only the number that the recipient has: another number is another recipient. */
  mobile?: string | undefined;
  /** The rail that payouts to this recipient go by when they name none; null for the default. */
  provider?: string | null | undefined;
  /** A note of your own. */
  note?: string | null | undefined;
}

export interface ListTransactionsQuery {
  /** The page, the newest first; 1 without it. Far back, use the cursor. */
  page?: number | undefined;
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
  /** Only collections, only payouts, or only refunds. */
  type?: 'collection' | 'payout' | 'refund' | undefined;
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
  /** Only what came through this payment link. */
  payment_link_id?: string | undefined;
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

export interface GetStatementQuery {
  /** The first day, one in Banjul. */
  from: string;
  /** The last day, included; today at the latest, and at most 366 days in all. */
  to: string;
  /** How it is written. */
  format?: 'json' | 'csv' | 'pdf' | undefined;
}

export interface ListSealsQuery {
  /** Items per page. */
  limit?: number | undefined;
  /** The next_cursor of the page before. */
  cursor?: string | undefined;
  /** Only those that something of this transaction stands in. */
  transaction_id?: string | undefined;
}

export interface GetProofQuery {
  /** The transaction that is to be proven. */
  transaction_id: string;
}

export interface FundRailFloatBody {
  /** The rail that moves the money. */
  provider: string;
  /** Dalasis as a decimal string with at most two fraction digits; never a JSON number. */
  amount: string;
}

export interface AdvanceClockBody {
  /** How much time is to pass: a year at most. */
  seconds: number;
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
  /** The id of the last message that was read. */
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
  /** Say what a payout would do, and whose number it is. */
  quotePayout: {
    body: QuotePayoutBody;
    query: undefined;
    answer: PayoutQuote;
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
  /** Give the money of a collection back to its payer. */
  initiateRefund: {
    body: InitiateRefundBody;
    query: undefined;
    answer: Refund;
  };
  /** Look a refund up. */
  getRefund: {
    body: undefined;
    query: undefined;
    answer: Refund;
  };
  /** Cancel a refund that waits for liquidity. */
  cancelRefund: {
    body: undefined;
    query: undefined;
    answer: Refund;
  };
  /** Your payment links, the newest first. */
  listPaymentLinks: {
    body: undefined;
    query: ListPaymentLinksQuery;
    answer: {
      /** Tells a success from an error. */
      status: Open<'success'>;
      /** The items of this page. */
      data: Array<PaymentLink>;
      /** Where the list goes on. */
      pagination: {
        /** Items per page, as asked for. */
        limit: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** Make an address at which anybody may pay. */
  createPaymentLink: {
    body: CreatePaymentLinkBody;
    query: undefined;
    answer: PaymentLink;
  };
  /** One payment link, with what it brought in. */
  getPaymentLink: {
    body: undefined;
    query: undefined;
    answer: PaymentLink;
  };
  /** Change a payment link, or switch it off. */
  updatePaymentLink: {
    body: UpdatePaymentLinkBody | undefined;
    query: undefined;
    answer: PaymentLink;
  };
  /** Your requests to pay, the newest first. */
  listPaymentRequests: {
    body: undefined;
    query: ListPaymentRequestsQuery;
    answer: {
      /** Tells a success from an error. */
      status: Open<'success'>;
      /** The items of this page. */
      data: Array<PaymentRequest>;
      /** Where the list goes on. */
      pagination: {
        /** Items per page, as asked for. */
        limit: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** Ask one customer to pay. */
  createPaymentRequest: {
    body: CreatePaymentRequestBody;
    query: undefined;
    answer: PaymentRequest;
  };
  /** One request to pay, as it stands. */
  getPaymentRequest: {
    body: undefined;
    query: undefined;
    answer: PaymentRequest;
  };
  /** Cancel a request to pay. */
  cancelPaymentRequest: {
    body: undefined;
    query: undefined;
    answer: PaymentRequest;
  };
  /** Say that a request was paid by hand. */
  markPaymentRequestPaid: {
    body: MarkPaymentRequestPaidBody | undefined;
    query: undefined;
    answer: PaymentRequest;
  };
  /** Your recipients, the newest first. */
  listRecipients: {
    body: undefined;
    query: ListRecipientsQuery;
    answer: {
      /** Tells a success from an error. */
      status: Open<'success'>;
      /** The items of this page. */
      data: Array<Recipient>;
      /** Where the list goes on. */
      pagination: {
        /** Items per page, as asked for. */
        limit: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** Save a recipient. */
  createRecipient: {
    body: CreateRecipientBody;
    query: undefined;
    answer: Recipient;
  };
  /** One recipient. */
  getRecipient: {
    body: undefined;
    query: undefined;
    answer: Recipient;
  };
  /** Rename a recipient, or change its rail or note. */
  updateRecipient: {
    body: UpdateRecipientBody | undefined;
    query: undefined;
    answer: Recipient;
  };
  /** Remove a recipient. */
  deleteRecipient: {
    body: undefined;
    query: undefined;
    answer: Recipient;
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
      /** The day in Banjul. */
      date: string;
      /** Net of commission, in bututs; 100 bututs are 1 GMD. */
      earnings_bututs: number;
      /** Net of commission, in dalasis. */
      earnings_gmd: string;
      /** Collections that were paid on this day. */
      count: number;
    }>;
  };
  /** Your transactions, newest first. */
  listTransactions: {
    body: undefined;
    query: ListTransactionsQuery;
    answer: {
      /** Tells a success from an error. */
      status: Open<'success'>;
      /** The items of this page. */
      data: Array<ListedCollection | Payout | Refund>;
      /** Where the list stands and goes on. */
      pagination: {
        /** The page, as asked for; 1 with a cursor. */
        page: number;
        /** Items per page, as asked for. */
        limit: number;
        /** How many fit the filters. */
        total: number;
        /** How many pages they fill. */
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
      /** Tells a success from an error. */
      status: Open<'success'>;
      /** The items of this page. */
      data: Array<LedgerEntry>;
      /** Where the list goes on. */
      pagination: {
        /** Items per page, as asked for. */
        limit: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** The statement of a period: balances, totals and every line. */
  getStatement: {
    body: undefined;
    query: GetStatementQuery;
    answer: Statement;
  };
  /** The seals of the books, newest first. */
  listSeals: {
    body: undefined;
    query: ListSealsQuery;
    answer: {
      /** Tells a success from an error. */
      status: Open<'success'>;
      /** The items of this page. */
      data: Array<Seal>;
      /** Where the list goes on. */
      pagination: {
        /** Items per page, as asked for. */
        limit: number;
        /** The cursor of the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** That a transaction is in a seal, for anybody to check. */
  getProof: {
    body: undefined;
    query: GetProofQuery;
    answer: Proof;
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
  /** Let time pass in your sandbox. */
  advanceClock: {
    body: AdvanceClockBody;
    query: undefined;
    answer: Advanced;
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
    body: UpdateEndpointBody | undefined;
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
      /** The id of the endpoint. */
      id: string;
      /** What webhooks are signed with. Shown this once. */
      secret: string;
      /** Until when attempts are signed with the secret before as well. */
      previous_secret_expires_at: string;
    };
  };
  /** Send a signed example to an endpoint and see what it answers. */
  sendTestEvent: {
    body: SendTestEventBody | undefined;
    query: undefined;
    answer: {
      /** Its number, from 1. */
      attempt: number;
      /** When it was made. */
      at: string;
      /** The IP address that was called; null when no connection was made. */
      address: string | null;
      /** What was answered; null when nothing came. */
      response_status: number | null;
      /** How long the answer took, in milliseconds. */
      latency_ms: number;
      /** The beginning of the answer; null without a body. */
      response_excerpt: string | null;
      /** Why it failed; null when it was delivered. */
      error: string | null;
      /** The headers that were sent. */
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
      /** Whether a correct verifier that has the secret accepts it. */
      valid: boolean;
      /** The verdict and the remedy. */
      summary: string;
      /** One for each header that a verifier looks at. */
      checks: Array<{
        /** The header that was checked. */
        header: string;
        /** What became of it. */
        result: Open<'match' | 'mismatch' | 'missing' | 'malformed'>;
        /** Whose secret made the signature, where that is known. */
        key?: Open<'current' | 'previous' | 'other_endpoint' | 'other_environment'>;
      }>;
      /** What explains most first, each with evidence of its own. */
      findings: Array<{
        /** What was found, for programs. */
        code: string;
        /** The same for people, with the remedy. */
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
      /** Tells a success from an error. */
      status: Open<'success'>;
      /** The items of this page. */
      data: Array<WebhookDelivery>;
      /** Where the list goes on. */
      pagination: {
        /** Items per page, as asked for. */
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
      /** Tells a success from an error. */
      status: Open<'success'>;
      /** The items of this page. */
      data: Array<Event>;
      /** Where the list goes on. */
      pagination: {
        /** Items per page, as asked for. */
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
      /** The notice is stored. */
      status: Open<'success'>;
    };
  };
  /** Whether the process lives. */
  healthz: {
    body: undefined;
    query: undefined;
    answer: {
      /** The process answers. */
      status: Open<'ok'>;
    };
  };
  /** Whether the process can do its work. */
  readyz: {
    body: undefined;
    query: undefined;
    answer: {
      /** Whether the process can do its work. */
      status: Open<'ready' | 'not_ready'>;
      /** What is missing; empty when it is ready. Of what could not be looked at, because the database is away, nothing is said here. */
      missing: Array<Open<'draining' | 'database' | 'migrations' | 'machine' | 'history' | 'worker'>>;
      /** What the verdict follows from. */
      checks: {
        /** Whether it is shutting down. */
        draining: boolean;
        /** Whether it reaches its database. */
        database: boolean;
        /** Whether the database has every migration. */
        migrations: boolean;
        /** Whether functions, triggers, constraints, indexes, columns and grants are as this release ships them, as this process saw them when it started. */
        machine: boolean;
        /** Whether nothing that was acknowledged is known to be missing in the database; false also when that could not be read. */
        history: boolean;
        /** For how long the oldest job has been due; null when that could not be read. */
        worker_lag_seconds: number | null;
      };
    };
  };
  /** This description. */
  openapi: {
    body: undefined;
    query: undefined;
    answer: {
      /** The version of OpenAPI that it is written in. */
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
  quotePayout: { method: 'POST', path: '/api/v1/payouts/quote', isWrapped: true },
  getPayout: { method: 'GET', path: '/api/v1/payouts/status/{reference}', isWrapped: true },
  cancelPayout: { method: 'POST', path: '/api/v1/payouts/{transactionId}/cancel', isWrapped: true },
  initiateRefund: { method: 'POST', path: '/api/v1/refunds', isWrapped: true },
  getRefund: { method: 'GET', path: '/api/v1/refunds/status/{reference}', isWrapped: true },
  cancelRefund: { method: 'POST', path: '/api/v1/refunds/{transactionId}/cancel', isWrapped: true },
  listPaymentLinks: { method: 'GET', path: '/api/v1/payment-links', isWrapped: false },
  createPaymentLink: { method: 'POST', path: '/api/v1/payment-links', isWrapped: true },
  getPaymentLink: { method: 'GET', path: '/api/v1/payment-links/{id}', isWrapped: true },
  updatePaymentLink: { method: 'PATCH', path: '/api/v1/payment-links/{id}', isWrapped: true },
  listPaymentRequests: { method: 'GET', path: '/api/v1/payment-requests', isWrapped: false },
  createPaymentRequest: { method: 'POST', path: '/api/v1/payment-requests', isWrapped: true },
  getPaymentRequest: { method: 'GET', path: '/api/v1/payment-requests/{id}', isWrapped: true },
  cancelPaymentRequest: { method: 'POST', path: '/api/v1/payment-requests/{id}/cancel', isWrapped: true },
  markPaymentRequestPaid: {
    method: 'POST',
    path: '/api/v1/payment-requests/{id}/mark-paid',
    isWrapped: true,
  },
  listRecipients: { method: 'GET', path: '/api/v1/recipients', isWrapped: false },
  createRecipient: { method: 'POST', path: '/api/v1/recipients', isWrapped: true },
  getRecipient: { method: 'GET', path: '/api/v1/recipients/{id}', isWrapped: true },
  updateRecipient: { method: 'PATCH', path: '/api/v1/recipients/{id}', isWrapped: true },
  deleteRecipient: { method: 'DELETE', path: '/api/v1/recipients/{id}', isWrapped: true },
  getBalance: { method: 'GET', path: '/api/v1/client/balance', isWrapped: true },
  getStats: { method: 'GET', path: '/api/v1/client/stats', isWrapped: false },
  getEarningsChart: { method: 'GET', path: '/api/v1/client/earnings-chart', isWrapped: false },
  listTransactions: { method: 'GET', path: '/api/v1/client/transactions', isWrapped: false },
  listEntries: { method: 'GET', path: '/api/v1/client/ledger', isWrapped: false },
  getStatement: { method: 'GET', path: '/api/v1/client/statement', isWrapped: true },
  listSeals: { method: 'GET', path: '/api/v1/seals', isWrapped: false },
  getProof: { method: 'GET', path: '/api/v1/seals/{id}/proof', isWrapped: true },
  getProfile: { method: 'GET', path: '/api/client/profile', isWrapped: false },
  listRailStatus: { method: 'GET', path: '/api/v1/rails/status', isWrapped: true },
  listRailFloats: { method: 'GET', path: '/api/v1/sandbox/rail-floats', isWrapped: true },
  fundRailFloat: { method: 'POST', path: '/api/v1/sandbox/rail-floats', isWrapped: true },
  advanceClock: { method: 'POST', path: '/api/v1/sandbox/advance', isWrapped: true },
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
