<?php

declare(strict_types=1);

namespace Kaira;

/**
 * Made by `npm run sdk:types` from the OpenAPI description of the gateway. Change nothing here.
 *
 * @phpstan-type CollectionPaymentLink array{
 *     id: string,
 *     code: string,
 *     ...
 * }
 * @phpstan-type CollectionNextActionSubmitOtp array{
 *     method: string,
 *     url: string,
 *     otp_length: int,
 *     sent_to: string|null,
 *     expires_at: string|null,
 *     attempts_remaining: int,
 *     resend_url: string,
 *     resend_after: string,
 *     ...
 * }
 * @phpstan-type CollectionNextAction array{
 *     type: string,
 *     submit_otp: CollectionNextActionSubmitOtp,
 *     ...
 * }
 * @phpstan-type CollectionNextAction2ShowCardPage array{
 *     url: string,
 *     presentation: list<string>,
 *     expires_at: string|null,
 *     ...
 * }
 * @phpstan-type CollectionNextAction2 array{
 *     type: string,
 *     show_card_page: CollectionNextAction2ShowCardPage,
 *     ...
 * }
 * @phpstan-type Collection array{
 *     transaction_id: string,
 *     client_reference: string,
 *     amount: string,
 *     currency: string,
 *     status: string,
 *     provider: string|null,
 *     provider_name: string|null,
 *     redirect_url: string|null,
 *     environment: string,
 *     customer_name: string|null,
 *     customer_mobile: string|null,
 *     metadata: array<string, string>,
 *     expires_at: string|null,
 *     created_at: string,
 *     receipt_url: string|null,
 *     payment_link?: CollectionPaymentLink,
 *     over_limit?: bool,
 *     next_action: CollectionNextAction|CollectionNextAction2|null,
 *     ...
 * }
 * @phpstan-type Failure array{
 *     code: string,
 *     message: string,
 *     ...
 * }
 * @phpstan-type CollectionStatusPaymentLink array{
 *     id: string,
 *     code: string,
 *     ...
 * }
 * @phpstan-type CollectionStatusAttemptsItem array{
 *     transaction_id: string,
 *     status: string,
 *     provider: string|null,
 *     provider_name: string|null,
 *     created_at: string,
 *     ...
 * }
 * @phpstan-type CollectionStatusRefundsItem array{
 *     transaction_id: string,
 *     client_reference: string,
 *     status: string,
 *     amount: string,
 *     delivered_after_failure?: bool,
 *     ...
 * }
 * @phpstan-type CollectionStatusNextActionSubmitOtp array{
 *     method: string,
 *     url: string,
 *     otp_length: int,
 *     sent_to: string|null,
 *     expires_at: string|null,
 *     attempts_remaining: int,
 *     resend_url: string,
 *     resend_after: string,
 *     ...
 * }
 * @phpstan-type CollectionStatusNextAction array{
 *     type: string,
 *     submit_otp: CollectionStatusNextActionSubmitOtp,
 *     ...
 * }
 * @phpstan-type CollectionStatusNextAction2ShowCardPage array{
 *     url: string,
 *     presentation: list<string>,
 *     expires_at: string|null,
 *     ...
 * }
 * @phpstan-type CollectionStatusNextAction2 array{
 *     type: string,
 *     show_card_page: CollectionStatusNextAction2ShowCardPage,
 *     ...
 * }
 * @phpstan-type CollectionStatus array{
 *     transaction_id: string,
 *     client_reference: string,
 *     amount: string,
 *     currency: string,
 *     status: string,
 *     provider: string|null,
 *     provider_name: string|null,
 *     redirect_url: string|null,
 *     environment: string,
 *     customer_name: string|null,
 *     customer_mobile: string|null,
 *     metadata: array<string, string>,
 *     expires_at: string|null,
 *     created_at: string,
 *     receipt_url: string|null,
 *     payment_link?: CollectionStatusPaymentLink,
 *     over_limit?: bool,
 *     type: string,
 *     failure: Failure|null,
 *     late: bool,
 *     refunded_amount: string,
 *     attempts: list<CollectionStatusAttemptsItem>,
 *     updated_at: string,
 *     completed_at: string|null,
 *     refunds: list<CollectionStatusRefundsItem>,
 *     next_action: CollectionStatusNextAction|CollectionStatusNextAction2|null,
 *     ...
 * }
 * @phpstan-type PayoutReversal array{
 *     reversed_at: string,
 *     reason: string|null,
 *     ...
 * }
 * @phpstan-type PayoutLiquidity array{
 *     queue_position: int|null,
 *     since: string|null,
 *     ...
 * }
 * @phpstan-type Payout array{
 *     transaction_id: string,
 *     client_reference: string,
 *     type: string,
 *     amount: string,
 *     currency: string,
 *     status: string,
 *     provider: string,
 *     provider_name: string,
 *     recipient_mobile: string,
 *     environment: string,
 *     failure: Failure|null,
 *     reversal: PayoutReversal|null,
 *     delivered_after_failure?: bool,
 *     metadata: array<string, string>,
 *     liquidity?: PayoutLiquidity,
 *     created_at: string,
 *     updated_at: string,
 *     completed_at: string|null,
 *     ...
 * }
 * @phpstan-type PayoutQuoteLimitsPerPayout array{
 *     limit: string,
 *     left: string,
 *     ...
 * }
 * @phpstan-type PayoutQuoteLimitsDay array{
 *     limit: string,
 *     left: string,
 *     ...
 * }
 * @phpstan-type PayoutQuoteLimitsMonth array{
 *     limit: string,
 *     left: string,
 *     ...
 * }
 * @phpstan-type PayoutQuoteLimitsRailDay array{
 *     limit: string,
 *     left: string,
 *     ...
 * }
 * @phpstan-type PayoutQuoteLimitsRailMonth array{
 *     limit: string,
 *     left: string,
 *     ...
 * }
 * @phpstan-type PayoutQuoteLimits array{
 *     per_payout: PayoutQuoteLimitsPerPayout|null,
 *     day: PayoutQuoteLimitsDay|null,
 *     month: PayoutQuoteLimitsMonth|null,
 *     rail_day: PayoutQuoteLimitsRailDay|null,
 *     rail_month: PayoutQuoteLimitsRailMonth|null,
 *     ...
 * }
 * @phpstan-type PayoutQuoteRecipient array{
 *     id: string,
 *     name: string,
 *     ...
 * }
 * @phpstan-type PayoutQuoteRecentTwinsItem array{
 *     transaction_id: string,
 *     type: string,
 *     client_reference: string,
 *     status: string,
 *     delivered_after_failure: bool,
 *     created_at: string,
 *     ...
 * }
 * @phpstan-type PayoutQuote array{
 *     amount: string,
 *     fee: string,
 *     total_debit: string,
 *     available_balance: string,
 *     available_after: string,
 *     will_be_held: bool,
 *     would_be_refused_with: string|null,
 *     limits: PayoutQuoteLimits,
 *     provider: string,
 *     provider_name: string,
 *     operator: string,
 *     recipient: PayoutQuoteRecipient|null,
 *     name_check: string,
 *     recent_twins: list<PayoutQuoteRecentTwinsItem>,
 *     ...
 * }
 * @phpstan-type RefundCollection array{
 *     transaction_id: string,
 *     client_reference: string,
 *     ...
 * }
 * @phpstan-type RefundLiquidity array{
 *     queue_position: int|null,
 *     since: string|null,
 *     ...
 * }
 * @phpstan-type Refund array{
 *     transaction_id: string,
 *     client_reference: string,
 *     type: string,
 *     collection: RefundCollection,
 *     amount: string,
 *     currency: string,
 *     status: string,
 *     provider: string,
 *     provider_name: string,
 *     method: string,
 *     recipient_mobile: string|null,
 *     environment: string,
 *     reason: string|null,
 *     failure: Failure|null,
 *     delivered_after_failure?: bool,
 *     metadata: array<string, string>,
 *     liquidity?: RefundLiquidity,
 *     created_at: string,
 *     updated_at: string,
 *     completed_at: string|null,
 *     ...
 * }
 * @phpstan-type PaymentLinkFieldsItem array{
 *     key: string,
 *     label: string,
 *     required: bool,
 *     ...
 * }
 * @phpstan-type PaymentLinkPayments array{
 *     opened: int,
 *     succeeded: int,
 *     ...
 * }
 * @phpstan-type PaymentLink array{
 *     id: string,
 *     code: string,
 *     url: string,
 *     qr_svg_url: string,
 *     qr_png_url: string,
 *     title: string,
 *     description: string|null,
 *     amount: string|null,
 *     min_amount: string|null,
 *     max_amount: string|null,
 *     currency: string,
 *     max_payments: int|null,
 *     expires_at: string|null,
 *     providers: list<string>|null,
 *     fields: list<PaymentLinkFieldsItem>,
 *     success_url: string|null,
 *     client_reference: string|null,
 *     metadata: array<string, string>,
 *     status: string,
 *     environment: string,
 *     payments: PaymentLinkPayments,
 *     collected_bututs: int,
 *     collected_gmd: string,
 *     created_at: string,
 *     updated_at: string,
 *     ...
 * }
 * @phpstan-type PaymentRequestLinesItem array{
 *     description: string,
 *     quantity: int,
 *     unit_price: string,
 *     amount: string,
 *     ...
 * }
 * @phpstan-type PaymentRequestPayment array{
 *     transaction_id: string,
 *     provider: string,
 *     provider_name: string,
 *     amount: string,
 *     completed_at: string|null,
 *     ...
 * }
 * @phpstan-type PaymentRequestPaymentsItem array{
 *     transaction_id: string,
 *     provider: string,
 *     provider_name: string,
 *     amount: string,
 *     completed_at: string|null,
 *     over_limit: bool,
 *     ...
 * }
 * @phpstan-type PaymentRequestPaidByHand array{
 *     at: string,
 *     by: string|null,
 *     note: string|null,
 *     amount: string,
 *     ...
 * }
 * @phpstan-type PaymentRequestTakenBackItem array{
 *     at: string,
 *     by: string|null,
 *     note: string|null,
 *     amount: string,
 *     taken_back_at: string,
 *     taken_back_by: string,
 *     ...
 * }
 * @phpstan-type PaymentRequest array{
 *     id: string,
 *     status: string,
 *     client_reference: string,
 *     description: string,
 *     message: string|null,
 *     customer_name: string|null,
 *     customer_mobile: string|null,
 *     customer_email: string|null,
 *     lines: list<PaymentRequestLinesItem>,
 *     amount: string,
 *     currency: string,
 *     allow_part_payments: bool,
 *     min_part_amount: string|null,
 *     paid: string,
 *     left: string,
 *     due_on: string|null,
 *     send_email: bool,
 *     send_sms: bool,
 *     code: string,
 *     url: string,
 *     qr_svg_url: string,
 *     qr_png_url: string,
 *     metadata: array<string, string>,
 *     payment: PaymentRequestPayment|null,
 *     payments: list<PaymentRequestPaymentsItem>,
 *     paid_by_hand: PaymentRequestPaidByHand|null,
 *     taken_back: list<PaymentRequestTakenBackItem>,
 *     cancelled_at: string|null,
 *     environment: string,
 *     created_at: string,
 *     updated_at: string,
 *     ...
 * }
 * @phpstan-type Recipient array{
 *     id: string,
 *     name: string,
 *     mobile: string,
 *     provider: string|null,
 *     provider_name: string|null,
 *     note: string|null,
 *     created_at: string,
 *     updated_at: string,
 *     ...
 * }
 * @phpstan-type Balance array{
 *     available_balance_bututs: int,
 *     available_balance_gmd: string,
 *     total_collected_bututs: int,
 *     total_collected_gmd: string,
 *     platform_commissions_bututs: int,
 *     platform_commissions_gmd: string,
 *     net_collections_bututs: int,
 *     net_collections_gmd: string,
 *     adjustments_bututs: int,
 *     adjustments_gmd: string,
 *     total_paid_out_bututs: int,
 *     total_paid_out_gmd: string,
 *     total_refunded_bututs: int,
 *     total_refunded_gmd: string,
 *     held_bututs: int,
 *     held_gmd: string,
 *     successful_collections: int,
 *     total_payouts: int,
 *     ...
 * }
 * @phpstan-type Stats array{
 *     total_volume_bututs: int,
 *     total_volume_gmd: string,
 *     today_earnings_bututs: int,
 *     today_earnings_gmd: string,
 *     pending_transactions_count: int,
 *     pending_volume_bututs: int,
 *     pending_volume_gmd: string,
 *     ...
 * }
 * @phpstan-type ListedCollectionPaymentLink array{
 *     id: string,
 *     code: string,
 *     ...
 * }
 * @phpstan-type ListedCollectionAttemptsItem array{
 *     transaction_id: string,
 *     status: string,
 *     provider: string|null,
 *     provider_name: string|null,
 *     created_at: string,
 *     ...
 * }
 * @phpstan-type ListedCollection array{
 *     transaction_id: string,
 *     client_reference: string,
 *     amount: string,
 *     currency: string,
 *     status: string,
 *     provider: string|null,
 *     provider_name: string|null,
 *     redirect_url: string|null,
 *     environment: string,
 *     customer_name: string|null,
 *     customer_mobile: string|null,
 *     metadata: array<string, string>,
 *     expires_at: string|null,
 *     created_at: string,
 *     receipt_url: string|null,
 *     payment_link?: ListedCollectionPaymentLink,
 *     over_limit?: bool,
 *     type: string,
 *     failure: Failure|null,
 *     late: bool,
 *     refunded_amount: string,
 *     attempts: list<ListedCollectionAttemptsItem>,
 *     updated_at: string,
 *     completed_at: string|null,
 *     ...
 * }
 * @phpstan-type LedgerEntry array{
 *     journal_id: string,
 *     transaction_id: string|null,
 *     account: string,
 *     kind: string,
 *     amount: string,
 *     balance_after_bututs: int,
 *     balance_after_gmd: string,
 *     created_at: string,
 *     ...
 * }
 * @phpstan-type StatementLine array{
 *     at: string,
 *     kind: string,
 *     transaction_id: string|null,
 *     client_reference: string|null,
 *     counterparty: string|null,
 *     debit: string|null,
 *     credit: string|null,
 *     balance: string,
 *     ...
 * }
 * @phpstan-type StatementTotalsValue array{
 *     count: int,
 *     amount: string,
 *     ...
 * }
 * @phpstan-type Statement array{
 *     from: string,
 *     to: string,
 *     currency: string,
 *     opening_balance: string,
 *     closing_balance: string,
 *     totals: array<string, StatementTotalsValue>,
 *     lines: list<StatementLine>,
 *     ...
 * }
 * @phpstan-type Seal array{
 *     id: int,
 *     sealed_at: string,
 *     leaves: int,
 *     root: string,
 *     previous_chain: string|null,
 *     chain: string,
 *     ...
 * }
 * @phpstan-type ProofRowsItemPathItem array{
 *     side: string,
 *     hash: string,
 *     ...
 * }
 * @phpstan-type ProofRowsItem array{
 *     kind: string,
 *     content: string,
 *     place: int,
 *     path: list<ProofRowsItemPathItem>,
 *     ...
 * }
 * @phpstan-type Proof array{
 *     seal: Seal,
 *     rows: list<ProofRowsItem>,
 *     ...
 * }
 * @phpstan-type Profile array{
 *     id: string,
 *     name: string,
 *     businessPhone: string,
 *     businessEmail: string,
 *     status: string,
 *     ...
 * }
 * @phpstan-type RailStatusOperationsItem array{
 *     operation: string,
 *     status: string,
 *     ...
 * }
 * @phpstan-type RailStatus array{
 *     provider: string,
 *     provider_name: string,
 *     style: string,
 *     operations: list<RailStatusOperationsItem>,
 *     ...
 * }
 * @phpstan-type RailFloat array{
 *     provider: string,
 *     provider_name: string,
 *     balance_bututs: int,
 *     balance_gmd: string,
 *     ...
 * }
 * @phpstan-type Advanced array{
 *     advanced_seconds: int,
 *     done: int,
 *     ...
 * }
 * @phpstan-type WebhookEndpoint array{
 *     id: string,
 *     url: string,
 *     events: list<string>,
 *     payload_form: string,
 *     description: string|null,
 *     status: string,
 *     secret_last4: string,
 *     created_at: string,
 *     ...
 * }
 * @phpstan-type CreatedWebhookEndpoint array{
 *     id: string,
 *     url: string,
 *     events: list<string>,
 *     payload_form: string,
 *     description: string|null,
 *     status: string,
 *     secret_last4: string,
 *     created_at: string,
 *     secret: string,
 *     ...
 * }
 * @phpstan-type WebhookDeliveryAttemptsItem array{
 *     attempt: int,
 *     at: string,
 *     address: string|null,
 *     response_status: int|null,
 *     latency_ms: int,
 *     response_excerpt: string|null,
 *     error: string|null,
 *     request_headers: array<string, string>|null,
 *     ...
 * }
 * @phpstan-type WebhookDelivery array{
 *     id: string,
 *     event_id: string,
 *     endpoint_id: string,
 *     transaction_id: string,
 *     event: string,
 *     status: string,
 *     attempts: list<WebhookDeliveryAttemptsItem>,
 *     next_attempt_at: string|null,
 *     created_at: string,
 *     ...
 * }
 * @phpstan-type Event array{
 *     id: string,
 *     event: string,
 *     data: WebhookData|AdjustmentData,
 *     created_at: string,
 *     ...
 * }
 * @phpstan-type WebhookDataPaymentLink array{
 *     id: string,
 *     code: string,
 *     ...
 * }
 * @phpstan-type WebhookDataCollection array{
 *     transaction_id: string,
 *     client_reference: string,
 *     ...
 * }
 * @phpstan-type WebhookData array{
 *     id: string,
 *     type: string,
 *     reference: string,
 *     amount: string,
 *     currency: string,
 *     status: string,
 *     provider: string|null,
 *     provider_name?: string|null,
 *     environment: string,
 *     completed_at: string|null,
 *     recipient_mobile?: string|null,
 *     receipt_url?: string|null,
 *     payment_link?: WebhookDataPaymentLink,
 *     over_limit?: bool,
 *     collection?: WebhookDataCollection,
 *     failure?: Failure,
 *     ...
 * }
 * @phpstan-type AdjustmentData array{
 *     id: string,
 *     type: string,
 *     reference: string,
 *     amount: string,
 *     currency: string,
 *     reason: string,
 *     environment: string,
 *     completed_at: string,
 *     ...
 * }
 * @phpstan-type InitiateCollectionBody array{
 *     amount: string,
 *     currency: 'GMD',
 *     client_reference: string,
 *     provider?: string,
 *     customer_name?: string,
 *     customer_mobile?: string,
 *     success_url?: string,
 *     error_url?: string,
 *     metadata?: array<string, string>,
 * }
 * @phpstan-type SubmitOtpBody array{
 *     otp: string,
 * }
 * @phpstan-type InitiatePayoutBody array{
 *     amount: string,
 *     currency: 'GMD',
 *     recipient_mobile?: string,
 *     client_reference: string,
 *     provider?: string,
 *     metadata?: array<string, string>,
 *     recipient_id?: string,
 * }
 * @phpstan-type SendPayoutBody array{
 *     amount: string,
 *     currency: 'GMD',
 *     recipient_mobile?: string,
 *     client_reference: string,
 *     provider?: string,
 *     metadata?: array<string, string>,
 *     recipient_id?: string,
 * }
 * @phpstan-type QuotePayoutBody array{
 *     amount: string,
 *     currency: 'GMD',
 *     recipient_mobile?: string,
 *     provider?: string,
 *     recipient_id?: string,
 *     recipient_name?: string,
 * }
 * @phpstan-type InitiateRefundBody array{
 *     collection: string,
 *     client_reference: string,
 *     amount?: string,
 *     reason?: string,
 *     recipient_mobile?: string,
 *     metadata?: array<string, string>,
 * }
 * @phpstan-type ListPaymentLinksAnswerPagination array{
 *     limit: int,
 *     next_cursor: string|null,
 *     ...
 * }
 * @phpstan-type ListPaymentLinksAnswer array{
 *     status: string,
 *     data: list<PaymentLink>,
 *     pagination: ListPaymentLinksAnswerPagination,
 *     ...
 * }
 * @phpstan-type CreatePaymentLinkBodyFieldsItem array{
 *     key: string,
 *     label: string,
 *     required?: bool,
 * }
 * @phpstan-type CreatePaymentLinkBody array{
 *     title: string,
 *     description?: string|null,
 *     amount?: string|null,
 *     min_amount?: string|null,
 *     max_amount?: string|null,
 *     currency?: 'GMD',
 *     max_payments?: int|null,
 *     expires_at?: string|null,
 *     providers?: list<string>|null,
 *     fields?: list<CreatePaymentLinkBodyFieldsItem>,
 *     success_url?: string|null,
 *     client_reference?: string|null,
 *     metadata?: array<string, string>,
 * }
 * @phpstan-type UpdatePaymentLinkBody array{
 *     title?: string,
 *     description?: string|null,
 *     status?: 'ACTIVE'|'INACTIVE',
 *     expires_at?: string|null,
 *     max_payments?: int|null,
 *     success_url?: string|null,
 *     providers?: list<string>|null,
 * }
 * @phpstan-type ListPaymentRequestsAnswerPagination array{
 *     limit: int,
 *     next_cursor: string|null,
 *     ...
 * }
 * @phpstan-type ListPaymentRequestsAnswer array{
 *     status: string,
 *     data: list<PaymentRequest>,
 *     pagination: ListPaymentRequestsAnswerPagination,
 *     ...
 * }
 * @phpstan-type CreatePaymentRequestBodyLinesItem array{
 *     description: string,
 *     quantity?: int,
 *     unit_price: string,
 * }
 * @phpstan-type CreatePaymentRequestBody array{
 *     description: string,
 *     message?: string|null,
 *     customer_name?: string|null,
 *     customer_mobile?: string|null,
 *     customer_email?: string|null,
 *     amount?: string|null,
 *     lines?: list<CreatePaymentRequestBodyLinesItem>|null,
 *     currency?: 'GMD',
 *     allow_part_payments?: bool,
 *     min_part_amount?: string|null,
 *     due_on?: string|null,
 *     send_email?: bool,
 *     send_sms?: bool,
 *     client_reference?: string|null,
 *     metadata?: array<string, string>,
 * }
 * @phpstan-type MarkPaymentRequestPaidBody array{
 *     note?: string|null,
 *     left?: string,
 * }
 * @phpstan-type ListRecipientsAnswerPagination array{
 *     limit: int,
 *     next_cursor: string|null,
 *     ...
 * }
 * @phpstan-type ListRecipientsAnswer array{
 *     status: string,
 *     data: list<Recipient>,
 *     pagination: ListRecipientsAnswerPagination,
 *     ...
 * }
 * @phpstan-type CreateRecipientBody array{
 *     name: string,
 *     mobile: string,
 *     provider?: string|null,
 *     note?: string|null,
 * }
 * @phpstan-type UpdateRecipientBody array{
 *     name?: string,
 *     mobile?: string,
 *     provider?: string|null,
 *     note?: string|null,
 * }
 * @phpstan-type ListTransactionsAnswerPagination array{
 *     page: int,
 *     limit: int,
 *     total: int,
 *     total_pages: int,
 *     next_cursor: string|null,
 *     ...
 * }
 * @phpstan-type ListTransactionsAnswer array{
 *     status: string,
 *     data: list<ListedCollection|Payout|Refund>,
 *     pagination: ListTransactionsAnswerPagination,
 *     ...
 * }
 * @phpstan-type ListEntriesAnswerPagination array{
 *     limit: int,
 *     next_cursor: string|null,
 *     ...
 * }
 * @phpstan-type ListEntriesAnswer array{
 *     status: string,
 *     data: list<LedgerEntry>,
 *     pagination: ListEntriesAnswerPagination,
 *     ...
 * }
 * @phpstan-type ListSealsAnswerPagination array{
 *     limit: int,
 *     next_cursor: string|null,
 *     ...
 * }
 * @phpstan-type ListSealsAnswer array{
 *     status: string,
 *     data: list<Seal>,
 *     pagination: ListSealsAnswerPagination,
 *     ...
 * }
 * @phpstan-type FundRailFloatBody array{
 *     provider: string,
 *     amount: string,
 * }
 * @phpstan-type AdvanceClockBody array{
 *     seconds: int,
 * }
 * @phpstan-type CreateEndpointBody array{
 *     url: string,
 *     events?: list<'payment.succeeded'|'payment.failed'|'payment.expired'|'payment.cancelled'|'payout.succeeded'|'payout.failed'|'payout.pending'|'payout.reversed'|'refund.pending'|'refund.succeeded'|'refund.failed'|'balance.adjusted'>,
 *     payload_form?: 'current'|'legacy',
 *     description?: string|null,
 * }
 * @phpstan-type UpdateEndpointBody array{
 *     url?: string,
 *     events?: list<'payment.succeeded'|'payment.failed'|'payment.expired'|'payment.cancelled'|'payout.succeeded'|'payout.failed'|'payout.pending'|'payout.reversed'|'refund.pending'|'refund.succeeded'|'refund.failed'|'balance.adjusted'>,
 *     payload_form?: 'current'|'legacy',
 *     description?: string|null,
 *     status?: 'ACTIVE',
 * }
 * @phpstan-type RotateSecretData array{
 *     id: string,
 *     secret: string,
 *     previous_secret_expires_at: string,
 *     ...
 * }
 * @phpstan-type SendTestEventBody array{
 *     event?: 'payment.succeeded'|'payment.failed'|'payment.expired'|'payment.cancelled'|'payout.succeeded'|'payout.failed'|'payout.pending'|'payout.reversed'|'refund.pending'|'refund.succeeded'|'refund.failed'|'balance.adjusted',
 * }
 * @phpstan-type SendTestEventData array{
 *     attempt: int,
 *     at: string,
 *     address: string|null,
 *     response_status: int|null,
 *     latency_ms: int,
 *     response_excerpt: string|null,
 *     error: string|null,
 *     request_headers: array<string, string>,
 *     request_body: string,
 *     ...
 * }
 * @phpstan-type ReplayEndpointBody array{
 *     since?: string,
 * }
 * @phpstan-type ReplayEndpointData array{
 *     count: int,
 *     ...
 * }
 * @phpstan-type DebugSignatureBody array{
 *     body?: string,
 *     body_base64?: string,
 *     headers: array<string, string|list<string>>,
 *     computed_signature?: string,
 *     received_at?: string,
 * }
 * @phpstan-type DebugSignatureDataChecksItem array{
 *     header: string,
 *     result: string,
 *     key?: string,
 *     ...
 * }
 * @phpstan-type DebugSignatureDataFindingsItem array{
 *     code: string,
 *     message: string,
 *     ...
 * }
 * @phpstan-type DebugSignatureData array{
 *     valid: bool,
 *     summary: string,
 *     checks: list<DebugSignatureDataChecksItem>,
 *     findings: list<DebugSignatureDataFindingsItem>,
 *     ...
 * }
 * @phpstan-type ListDeliveriesAnswerPagination array{
 *     limit: int,
 *     next_cursor: string|null,
 *     ...
 * }
 * @phpstan-type ListDeliveriesAnswer array{
 *     status: string,
 *     data: list<WebhookDelivery>,
 *     pagination: ListDeliveriesAnswerPagination,
 *     ...
 * }
 * @phpstan-type ResendFailedBody array{
 *     since: string,
 *     endpoint_id?: string,
 * }
 * @phpstan-type ResendFailedData array{
 *     count: int,
 *     ...
 * }
 * @phpstan-type ListEventsAnswerPagination array{
 *     limit: int,
 *     next_cursor: string|null,
 *     ...
 * }
 * @phpstan-type ListEventsAnswer array{
 *     status: string,
 *     data: list<Event>,
 *     pagination: ListEventsAnswerPagination,
 *     ...
 * }
 * @phpstan-type ReceiveNoticeAnswer array{
 *     status: string,
 *     ...
 * }
 * @phpstan-type HealthzAnswer array{
 *     status: string,
 *     ...
 * }
 * @phpstan-type ReadyzAnswerChecks array{
 *     draining: bool,
 *     database: bool,
 *     migrations: bool,
 *     machine: bool,
 *     history: bool,
 *     worker_lag_seconds: float|null,
 *     ...
 * }
 * @phpstan-type ReadyzAnswer array{
 *     status: string,
 *     missing: list<string>,
 *     checks: ReadyzAnswerChecks,
 *     ...
 * }
 * @phpstan-type OpenapiAnswer array{
 *     openapi: string,
 *     ...
 * }
 * @phpstan-type CollectionScenario 'success'|'insufficient_funds'|'account_blocked'|'declined'|'expired'|'cancelled'|'late_success'|'unknown_then_success'|'unknown_then_failure'|'duplicate_webhook'|'webhooks_out_of_order'
 * @phpstan-type PayoutScenario 'success'|'recipient_not_found'|'recipient_inactive'|'float_short'|'pending_then_success'|'pending_then_failure'|'reversed'
 */
final class Description
{
    /**
     * By operation: method, path, and whether what it answers is wrapped as "data".
     *
     * @var array<string, array{string, string, bool}>
     */
    public const OPERATIONS = [
        'initiateCollection' => ['POST', '/api/v1/collections/initiate', true],
        'getCollection' => ['GET', '/api/v1/collections/status/{reference}', true],
        'cancelCollection' => ['POST', '/api/v1/collections/{transactionId}/cancel', true],
        'submitOtp' => ['POST', '/api/v1/collections/{transactionId}/otp', true],
        'resendOtp' => ['POST', '/api/v1/collections/{transactionId}/otp/resend', true],
        'initiatePayout' => ['POST', '/api/v1/payouts/initiate', true],
        'sendPayout' => ['POST', '/api/v1/payouts/send', true],
        'quotePayout' => ['POST', '/api/v1/payouts/quote', true],
        'getPayout' => ['GET', '/api/v1/payouts/status/{reference}', true],
        'cancelPayout' => ['POST', '/api/v1/payouts/{transactionId}/cancel', true],
        'initiateRefund' => ['POST', '/api/v1/refunds', true],
        'getRefund' => ['GET', '/api/v1/refunds/status/{reference}', true],
        'cancelRefund' => ['POST', '/api/v1/refunds/{transactionId}/cancel', true],
        'listPaymentLinks' => ['GET', '/api/v1/payment-links', false],
        'createPaymentLink' => ['POST', '/api/v1/payment-links', true],
        'getPaymentLink' => ['GET', '/api/v1/payment-links/{id}', true],
        'updatePaymentLink' => ['PATCH', '/api/v1/payment-links/{id}', true],
        'listPaymentRequests' => ['GET', '/api/v1/payment-requests', false],
        'createPaymentRequest' => ['POST', '/api/v1/payment-requests', true],
        'getPaymentRequest' => ['GET', '/api/v1/payment-requests/{id}', true],
        'cancelPaymentRequest' => ['POST', '/api/v1/payment-requests/{id}/cancel', true],
        'markPaymentRequestPaid' => ['POST', '/api/v1/payment-requests/{id}/mark-paid', true],
        'listRecipients' => ['GET', '/api/v1/recipients', false],
        'createRecipient' => ['POST', '/api/v1/recipients', true],
        'getRecipient' => ['GET', '/api/v1/recipients/{id}', true],
        'updateRecipient' => ['PATCH', '/api/v1/recipients/{id}', true],
        'deleteRecipient' => ['DELETE', '/api/v1/recipients/{id}', true],
        'getBalance' => ['GET', '/api/v1/client/balance', true],
        'getStats' => ['GET', '/api/v1/client/stats', false],
        'getEarningsChart' => ['GET', '/api/v1/client/earnings-chart', false],
        'listTransactions' => ['GET', '/api/v1/client/transactions', false],
        'listEntries' => ['GET', '/api/v1/client/ledger', false],
        'getStatement' => ['GET', '/api/v1/client/statement', true],
        'listSeals' => ['GET', '/api/v1/seals', false],
        'getProof' => ['GET', '/api/v1/seals/{id}/proof', true],
        'getProfile' => ['GET', '/api/client/profile', false],
        'listRailStatus' => ['GET', '/api/v1/rails/status', true],
        'listRailFloats' => ['GET', '/api/v1/sandbox/rail-floats', true],
        'fundRailFloat' => ['POST', '/api/v1/sandbox/rail-floats', true],
        'advanceClock' => ['POST', '/api/v1/sandbox/advance', true],
        'listEndpoints' => ['GET', '/api/v1/webhook-endpoints', true],
        'createEndpoint' => ['POST', '/api/v1/webhook-endpoints', true],
        'getEndpoint' => ['GET', '/api/v1/webhook-endpoints/{id}', true],
        'updateEndpoint' => ['PATCH', '/api/v1/webhook-endpoints/{id}', true],
        'deleteEndpoint' => ['DELETE', '/api/v1/webhook-endpoints/{id}', true],
        'rotateSecret' => ['POST', '/api/v1/webhook-endpoints/{id}/rotate-secret', true],
        'sendTestEvent' => ['POST', '/api/v1/webhook-endpoints/{id}/test', true],
        'replayEndpoint' => ['POST', '/api/v1/webhook-endpoints/{id}/replay', true],
        'debugSignature' => ['POST', '/api/v1/webhook-endpoints/{id}/debug-signature', true],
        'listDeliveries' => ['GET', '/api/v1/webhook-deliveries', false],
        'getDelivery' => ['GET', '/api/v1/webhook-deliveries/{id}', true],
        'resendDelivery' => ['POST', '/api/v1/webhook-deliveries/{id}/resend', true],
        'resendFailed' => ['POST', '/api/v1/webhook-deliveries/resend-failed', true],
        'listEvents' => ['GET', '/api/v1/events', false],
        'openEventStream' => ['GET', '/api/v1/events/stream', false],
        'receiveNotice' => ['POST', '/rails/{rail}/notify', false],
        'healthz' => ['GET', '/healthz', false],
        'readyz' => ['GET', '/readyz', false],
        'openapi' => ['GET', '/openapi.json', false],
    ];

    /** The fields of requests that are objects, and not lists. */
    public const OBJECT_FIELDS = ['metadata', 'headers'];
}
