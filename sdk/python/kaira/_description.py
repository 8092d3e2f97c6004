"""Made by `npm run sdk:types` from the OpenAPI description of the gateway. Change nothing here."""


from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union


class CollectionPaymentLink(TypedDict):
    """The payment link that it came through; only then."""

    id: str
    """Our name of the link."""
    code: str
    """The last part of its address."""


class CollectionNextActionSubmitOtp(TypedDict):
    """How to give the code."""

    method: str
    """The method to send it with."""
    url: str
    """Where the code goes, as {"otp":"…"}."""
    otp_length: int
    """How many digits it has."""
    sent_to: Union[str, None]
    """The masked number that it was sent to."""
    expires_at: Union[str, None]
    """When the collection ends without a code; null: never by itself."""
    attempts_remaining: int
    """How many codes may still be tried."""
    resend_url: str
    """A POST there has the code sent again, three times at most."""
    resend_after: str
    """From when on it can be sent again."""


class CollectionNextAction(TypedDict):
    """Ask the customer for the code and send it."""

    type: str
    """The customer was sent a one-time password."""
    submit_otp: CollectionNextActionSubmitOtp
    """How to give the code."""


class CollectionNextAction2ShowCardPage(TypedDict):
    """Which page, and how to show it."""

    url: str
    """The page of the acquirer, or of the simulator."""
    presentation: list[str]
    """The ways in which it may be shown."""
    expires_at: Union[str, None]
    """When the page ends; null: never by itself."""


class CollectionNextAction2(TypedDict):
    """Show the customer this page."""

    type: str
    """The customer enters a card on a page."""
    show_card_page: CollectionNextAction2ShowCardPage
    """Which page, and how to show it."""


class Collection(TypedDict):
    transaction_id: str
    """Our name of it."""
    client_reference: str
    """Your own name of the payment, as you sent it."""
    amount: str
    """Dalasis with two fraction digits."""
    currency: str
    """The Gambian dalasi, the only currency."""
    status: str
    """PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again."""
    provider: Union[str, None]
    """The rail that moves the money; null while the choice is left to the customer, who has not made it."""
    provider_name: Union[str, None]
    """What that rail is called on our pages; null with it."""
    redirect_url: Union[str, None]
    """Send the customer there; null on rails without a checkout address. Where the customer chooses the wallet, the page for that, for good."""
    environment: str
    """That of the key."""
    customer_name: Union[str, None]
    """As it was sent; null without."""
    customer_mobile: Union[str, None]
    """As it was sent; null without."""
    metadata: dict[str, str]
    """As it was sent; {} without."""
    expires_at: Union[str, None]
    """When the checkout ends; null: never by itself."""
    created_at: str
    """When it was made."""
    receipt_url: Union[str, None]
    """The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before."""
    payment_link: NotRequired[CollectionPaymentLink]
    """The payment link that it came through; only then."""
    over_limit: NotRequired[bool]
    """Paid although the link had all its payments already: credited, and yours to refund."""
    next_action: Union[CollectionNextAction, CollectionNextAction2, None]
    """What the customer has to do beside a redirect; null on redirect rails, in every final state, once the right code was given, and where the customer chooses the wallet: that page takes every step."""


class Failure(TypedDict):
    """Why a transaction is FAILED."""

    code: str
    """The reason, for programs."""
    message: str
    """The same for people."""


class CollectionStatusPaymentLink(TypedDict):
    """The payment link that it came through; only then."""

    id: str
    """Our name of the link."""
    code: str
    """The last part of its address."""


class CollectionStatusAttemptsItem(TypedDict):
    transaction_id: str
    """Our name of this attempt."""
    status: str
    """PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again."""
    provider: Union[str, None]
    """The rail that moves the money; null while the choice is left to the customer, who has not made it."""
    provider_name: Union[str, None]
    """What that rail is called on our pages; null with it."""
    created_at: str
    """When it was made."""


class CollectionStatusRefundsItem(TypedDict):
    transaction_id: str
    """Our name of the refund."""
    client_reference: str
    """Your name of the refund."""
    status: str
    """PENDING: on its way, and the rail has not said its last word. AWAITING_LIQUIDITY: held until the float of its rail covers it. SUCCEEDED: the payer has it. FAILED: not given back, and the money is in your balance again."""
    amount: str
    """Dalasis with two fraction digits."""
    delivered_after_failure: NotRequired[bool]
    """Only of a FAILED refund that its rail has made all the same: the payer has the money, so it counts as refunded."""


class CollectionStatusNextActionSubmitOtp(TypedDict):
    """How to give the code."""

    method: str
    """The method to send it with."""
    url: str
    """Where the code goes, as {"otp":"…"}."""
    otp_length: int
    """How many digits it has."""
    sent_to: Union[str, None]
    """The masked number that it was sent to."""
    expires_at: Union[str, None]
    """When the collection ends without a code; null: never by itself."""
    attempts_remaining: int
    """How many codes may still be tried."""
    resend_url: str
    """A POST there has the code sent again, three times at most."""
    resend_after: str
    """From when on it can be sent again."""


class CollectionStatusNextAction(TypedDict):
    """Ask the customer for the code and send it."""

    type: str
    """The customer was sent a one-time password."""
    submit_otp: CollectionStatusNextActionSubmitOtp
    """How to give the code."""


class CollectionStatusNextAction2ShowCardPage(TypedDict):
    """Which page, and how to show it."""

    url: str
    """The page of the acquirer, or of the simulator."""
    presentation: list[str]
    """The ways in which it may be shown."""
    expires_at: Union[str, None]
    """When the page ends; null: never by itself."""


class CollectionStatusNextAction2(TypedDict):
    """Show the customer this page."""

    type: str
    """The customer enters a card on a page."""
    show_card_page: CollectionStatusNextAction2ShowCardPage
    """Which page, and how to show it."""


class CollectionStatus(TypedDict):
    transaction_id: str
    """Our name of it."""
    client_reference: str
    """Your own name of the payment, as you sent it."""
    amount: str
    """Dalasis with two fraction digits."""
    currency: str
    """The Gambian dalasi, the only currency."""
    status: str
    """PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again."""
    provider: Union[str, None]
    """The rail that moves the money; null while the choice is left to the customer, who has not made it."""
    provider_name: Union[str, None]
    """What that rail is called on our pages; null with it."""
    redirect_url: Union[str, None]
    """Send the customer there; null on rails without a checkout address. Where the customer chooses the wallet, the page for that, for good."""
    environment: str
    """That of the key."""
    customer_name: Union[str, None]
    """As it was sent; null without."""
    customer_mobile: Union[str, None]
    """As it was sent; null without."""
    metadata: dict[str, str]
    """As it was sent; {} without."""
    expires_at: Union[str, None]
    """When the checkout ends; null: never by itself."""
    created_at: str
    """When it was made."""
    receipt_url: Union[str, None]
    """The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before."""
    payment_link: NotRequired[CollectionStatusPaymentLink]
    """The payment link that it came through; only then."""
    over_limit: NotRequired[bool]
    """Paid although the link had all its payments already: credited, and yours to refund."""
    type: str
    """Tells a collection from a payout."""
    failure: Union[Failure, None]
    """Why it is FAILED; null in any other status."""
    late: bool
    """Whether the money came after the collection had ended otherwise."""
    refunded_amount: str
    """What its refunds that SUCCEEDED gave back, in dalasis."""
    attempts: list[CollectionStatusAttemptsItem]
    """Those of this reference, newest first; 100 at most, 20 in a list."""
    updated_at: str
    """When it last changed."""
    completed_at: Union[str, None]
    """When it reached its final status; null while it has none."""
    refunds: list[CollectionStatusRefundsItem]
    """Its refunds, newest first; 100 at most."""
    next_action: Union[CollectionStatusNextAction, CollectionStatusNextAction2, None]
    """What the customer has to do beside a redirect; null on redirect rails, in every final state, once the right code was given, and where the customer chooses the wallet: that page takes every step."""


class PayoutReversal(TypedDict):
    reversed_at: str
    """When it was taken back."""
    reason: Union[str, None]
    """Why; null where nobody said."""


class PayoutLiquidity(TypedDict):
    """Only while it waits for the float of its rail."""

    queue_position: Union[int, None]
    """Its place in the queue, from 1; null when it left the queue meanwhile."""
    since: Union[str, None]
    """Since when it waits."""


class Payout(TypedDict):
    transaction_id: str
    """Our name of it."""
    client_reference: str
    """Your own name of the payment, as you sent it."""
    type: str
    """Tells a payout from a collection."""
    amount: str
    """Dalasis with two fraction digits."""
    currency: str
    """The Gambian dalasi, the only currency."""
    status: str
    """PENDING: on its way, and the rail has not said its last word. AWAITING_LIQUIDITY: held until the float of its rail covers it. SUCCEEDED: the recipient has it. FAILED: not paid, and the money is back in your balance. REVERSED: taken back after it had succeeded."""
    provider: str
    """The rail that moves the money."""
    provider_name: str
    """What the rail is called on our pages; the operators may change it."""
    recipient_mobile: str
    """The number that is paid."""
    environment: str
    """That of the key."""
    failure: Union[Failure, None]
    """Why it is FAILED; null in any other status."""
    reversal: Union[PayoutReversal, None]
    """How it was taken back; null unless it is REVERSED."""
    delivered_after_failure: NotRequired[bool]
    """Only of a FAILED payout that its rail has paid all the same: the recipient has the money, so do not pay again. An adjustment settles whose it is."""
    metadata: dict[str, str]
    """As it was sent; {} without."""
    liquidity: NotRequired[PayoutLiquidity]
    """Only while it waits for the float of its rail."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    completed_at: Union[str, None]
    """When it reached its final status; null while it has none."""


class PayoutQuoteLimitsPerPayout(TypedDict):
    limit: str
    """The limit, in dalasis."""
    left: str
    """What payouts may still take of it."""


class PayoutQuoteLimitsDay(TypedDict):
    limit: str
    """The limit, in dalasis."""
    left: str
    """What payouts may still take of it."""


class PayoutQuoteLimitsMonth(TypedDict):
    limit: str
    """The limit, in dalasis."""
    left: str
    """What payouts may still take of it."""


class PayoutQuoteLimitsRailDay(TypedDict):
    limit: str
    """The limit, in dalasis."""
    left: str
    """What payouts may still take of it."""


class PayoutQuoteLimitsRailMonth(TypedDict):
    limit: str
    """The limit, in dalasis."""
    left: str
    """What payouts may still take of it."""


class PayoutQuoteLimits(TypedDict):
    """The limits that the operators set for this account, in this environment, and for what goes out over the rail: in live by all accounts together, in the sandbox by this one."""

    per_payout: Union[PayoutQuoteLimitsPerPayout, None]
    """Of one payout; null: no limit."""
    day: Union[PayoutQuoteLimitsDay, None]
    """Of the day in Banjul; null: no limit."""
    month: Union[PayoutQuoteLimitsMonth, None]
    """Of the month in Banjul; null: no limit."""
    rail_day: Union[PayoutQuoteLimitsRailDay, None]
    """Of the day over this rail; null: no limit."""
    rail_month: Union[PayoutQuoteLimitsRailMonth, None]
    """Of the month over this rail; null: no limit."""


class PayoutQuoteRecipient(TypedDict):
    id: str
    """Our name of the recipient."""
    name: str
    """Your own name for it."""


class PayoutQuoteRecentTwinsItem(TypedDict):
    transaction_id: str
    """Our name of that payment."""
    type: str
    """A refund is named that goes to its payer by a payout."""
    client_reference: str
    """Your reference of it."""
    status: str
    """Where it stands."""
    delivered_after_failure: bool
    """It failed, and its rail has paid it all the same."""
    created_at: str
    """When it was asked for."""


class PayoutQuote(TypedDict):
    amount: str
    """Dalasis with two fraction digits."""
    fee: str
    """What you would pay for the payout."""
    total_debit: str
    """What would leave your balance: amount and fee."""
    available_balance: str
    """What you can pay out now."""
    available_after: str
    """What would be left of it; below zero when it does not cover the payout."""
    will_be_held: bool
    """Whether it would leave your balance and wait, for the float of its rail or for the rail to open. False when it would be refused."""
    would_be_refused_with: Union[str, None]
    """The code of the error that it would end with; null when none."""
    limits: PayoutQuoteLimits
    """The limits that the operators set for this account, in this environment, and for what goes out over the rail: in live by all accounts together, in the sandbox by this one."""
    provider: str
    """The rail that moves the money."""
    provider_name: str
    """What the rail is called on our pages; the operators may change it."""
    operator: str
    """Whose range the number lies in, by its prefix; only a hint."""
    recipient: Union[PayoutQuoteRecipient, None]
    """Whom you have saved the number as; null when nobody."""
    name_check: str
    """Whether the rail knows the number by the name that you gave, or else by the one that you saved the named recipient under. UNAVAILABLE: the rail cannot say, or there was no name. Advice: a payout is taken whatever it is."""
    recent_twins: list[PayoutQuoteRecentTwinsItem]
    """What went, or is on its way, to the same number with the same amount in the last ten minutes, the newest first: look whether you mean another payment. Advice: a payout under a reference of its own is taken all the same."""


class RefundCollection(TypedDict):
    """The collection whose payer gets money back."""

    transaction_id: str
    """Our name of the collection."""
    client_reference: str
    """Your name of the collection."""


class RefundLiquidity(TypedDict):
    """Only while it waits for the float of its rail."""

    queue_position: Union[int, None]
    """Its place in the queue, from 1; null when it left the queue meanwhile."""
    since: Union[str, None]
    """Since when it waits."""


class Refund(TypedDict):
    transaction_id: str
    """Our name of it."""
    client_reference: str
    """Your name of the refund."""
    type: str
    """Tells a refund from a collection or a payout."""
    collection: RefundCollection
    """The collection whose payer gets money back."""
    amount: str
    """Dalasis with two fraction digits."""
    currency: str
    """The Gambian dalasi, the only currency."""
    status: str
    """PENDING: on its way, and the rail has not said its last word. AWAITING_LIQUIDITY: held until the float of its rail covers it. SUCCEEDED: the payer has it. FAILED: not given back, and the money is in your balance again."""
    provider: str
    """The rail that moves the money."""
    provider_name: str
    """What the rail is called on our pages; the operators may change it."""
    method: str
    """reversal: the rail gives it back itself. payout: the number of the payer is paid from the float of the rail."""
    recipient_mobile: Union[str, None]
    """The number of the payer; null where the collection has none."""
    environment: str
    """That of the key."""
    reason: Union[str, None]
    """Why, as you said it."""
    failure: Union[Failure, None]
    """Why it is FAILED; null in any other status."""
    delivered_after_failure: NotRequired[bool]
    """Only of a FAILED refund that its rail has made all the same: the payer has the money, so do not refund again. An adjustment settles whose it is."""
    metadata: dict[str, str]
    """As it was sent; {} without."""
    liquidity: NotRequired[RefundLiquidity]
    """Only while it waits for the float of its rail."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    completed_at: Union[str, None]
    """When it reached its final status; null while it has none."""


class PaymentLinkFieldsItem(TypedDict):
    key: str
    """The key of the answer in the metadata."""
    label: str
    """What the payer reads."""
    required: bool
    """Whether there is no payment without it."""


class PaymentLinkPayments(TypedDict):
    """How often it was used."""

    opened: int
    """Attempts that were begun."""
    succeeded: int
    """Those that were paid."""


class PaymentLink(TypedDict):
    id: str
    """Our name of the link."""
    code: str
    """The last part of its address."""
    url: str
    """Where anybody may pay."""
    qr_svg_url: str
    """The address as a QR code, for print."""
    qr_png_url: str
    """The same as a picture."""
    title: str
    """What is paid for."""
    description: Union[str, None]
    """More of it."""
    amount: Union[str, None]
    """In dalasis; null: the payer types it."""
    min_amount: Union[str, None]
    """The least that the payer may type."""
    max_amount: Union[str, None]
    """The most that the payer may type."""
    currency: str
    """The Gambian dalasi, the only currency."""
    max_payments: Union[int, None]
    """After so many it is COMPLETED; null: any number."""
    expires_at: Union[str, None]
    """From then on it takes no payment; null: never."""
    providers: Union[list[str], None]
    """The wallets that may be chosen, in this order; null: all of yours."""
    fields: list[PaymentLinkFieldsItem]
    """What the payer is asked to type."""
    success_url: Union[str, None]
    """Where the payer may go on to."""
    client_reference: Union[str, None]
    """What its one collection is called."""
    metadata: dict[str, str]
    """As it was sent; {} without."""
    status: str
    """INACTIVE: switched off. COMPLETED: it has all its payments."""
    environment: str
    """That of the key."""
    payments: PaymentLinkPayments
    """How often it was used."""
    collected_bututs: int
    """What it brought in, in bututs."""
    collected_gmd: str
    """What it brought in, in dalasis."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""


class PaymentRequestLinesItem(TypedDict):
    description: str
    """What it is."""
    quantity: int
    """How many."""
    unit_price: str
    """What each costs, in dalasis."""
    amount: str
    """What they cost together."""


class PaymentRequestPayment(TypedDict):
    transaction_id: str
    """The collection that paid it."""
    provider: str
    """The rail that moves the money."""
    provider_name: str
    """What the rail is called on our pages; the operators may change it."""
    amount: str
    """What came in."""
    completed_at: Union[str, None]
    """When it was paid."""


class PaymentRequestPaymentsItem(TypedDict):
    transaction_id: str
    """The collection that paid it."""
    provider: str
    """The rail that moves the money."""
    provider_name: str
    """What the rail is called on our pages; the operators may change it."""
    amount: str
    """What came in."""
    completed_at: Union[str, None]
    """When it was paid."""
    over_limit: bool
    """It was more than was left when it came."""


class PaymentRequestPaidByHand(TypedDict):
    at: str
    """When it was said."""
    by: Union[str, None]
    """Who said so; null: a program with a key."""
    note: Union[str, None]
    """How it was paid."""
    amount: str
    """What was left to be paid then."""


class PaymentRequestTakenBackItem(TypedDict):
    at: str
    """When it was said."""
    by: Union[str, None]
    """Who said so; null: a program with a key."""
    note: Union[str, None]
    """How it was paid."""
    amount: str
    """What was left to be paid then."""
    taken_back_at: str
    """When it was taken back."""
    taken_back_by: str
    """Who took it back."""


class PaymentRequest(TypedDict):
    id: str
    """Our name of the request; that of its payment link, as `payment_link` of its collections says."""
    status: str
    """PARTLY_PAID: something has come, and `left` is still to be paid. OVERDUE: its day is over, and what is left can still be paid. PAID_BY_HAND: you said so; no money moved here."""
    client_reference: str
    """What its collection is called."""
    description: str
    """What is to be paid."""
    message: Union[str, None]
    """More of it, for the customer."""
    customer_name: Union[str, None]
    """Who is asked."""
    customer_mobile: Union[str, None]
    """The number of the customer."""
    customer_email: Union[str, None]
    """Where the customer reads mail."""
    lines: list[PaymentRequestLinesItem]
    """What the amount is made of; empty: it is one amount."""
    amount: str
    """In dalasis."""
    currency: str
    """The Gambian dalasi, the only currency."""
    allow_part_payments: bool
    """Whether it may be paid in parts."""
    min_part_amount: Union[str, None]
    """The smallest part; null: as little as a wallet takes."""
    paid: str
    """What has come in here of `amount`. A refund changes nothing of it."""
    left: str
    """What the customer may still pay; 0.00 once it is paid, paid by hand, or cancelled."""
    due_on: Union[str, None]
    """The last day that is in time."""
    send_email: bool
    """Whether the customer is written to: when it is made, before its day and after it."""
    send_sms: bool
    """The same by SMS, to a customer with a number and without an e-mail address."""
    code: str
    """The last part of its address."""
    url: str
    """Where it is paid: send it to the customer."""
    qr_svg_url: str
    """The address as a QR code, for print."""
    qr_png_url: str
    """The same as a picture."""
    metadata: dict[str, str]
    """As it was sent; {} without."""
    payment: Union[PaymentRequestPayment, None]
    """What paid it first; null: nothing has."""
    payments: list[PaymentRequestPaymentsItem]
    """All that came in, the first one first and what was too much last; of more than 100 the newest. `GET /client/transactions?payment_link_id=` lists them all."""
    paid_by_hand: Union[PaymentRequestPaidByHand, None]
    """That what was left was paid otherwise, such as in cash; null: nobody says so."""
    taken_back: list[PaymentRequestTakenBackItem]
    """That it was paid by hand, as somebody said and somebody took back."""
    cancelled_at: Union[str, None]
    """When it was cancelled; null: it was not."""
    environment: str
    """That of the key."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""


class Recipient(TypedDict):
    id: str
    """Our name of the recipient; what `recipient_id` of a payout takes."""
    name: str
    """Your own name for whoever has the number."""
    mobile: str
    """The number; it never changes."""
    provider: Union[str, None]
    """The rail of payouts that name the recipient and no rail; null: the default."""
    provider_name: Union[str, None]
    """What that rail is called; null where none is named."""
    note: Union[str, None]
    """A note of your own."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""


class Balance(TypedDict):
    available_balance_bututs: int
    """What can be paid out, in bututs; 100 bututs are 1 GMD."""
    available_balance_gmd: str
    """What can be paid out, in dalasis."""
    total_collected_bututs: int
    """All that customers paid, in bututs; 100 bututs are 1 GMD."""
    total_collected_gmd: str
    """All that customers paid, in dalasis."""
    platform_commissions_bututs: int
    """The share of the gateway, in bututs; 100 bututs are 1 GMD."""
    platform_commissions_gmd: str
    """The share of the gateway, in dalasis."""
    net_collections_bututs: int
    """Collected less commissions, in bututs; 100 bututs are 1 GMD."""
    net_collections_gmd: str
    """Collected less commissions, in dalasis."""
    adjustments_bututs: int
    """What people booked by hand, by evidence; below zero where more was taken than given, in bututs; 100 bututs are 1 GMD."""
    adjustments_gmd: str
    """What people booked by hand, by evidence; below zero where more was taken than given, in dalasis."""
    total_paid_out_bututs: int
    """Payouts that stand SUCCEEDED, and what a bank has paid of your settlements, in bututs; 100 bututs are 1 GMD."""
    total_paid_out_gmd: str
    """Payouts that stand SUCCEEDED, and what a bank has paid of your settlements, in dalasis."""
    total_refunded_bututs: int
    """Refunds that stand SUCCEEDED, in bututs; 100 bututs are 1 GMD."""
    total_refunded_gmd: str
    """Refunds that stand SUCCEEDED, in dalasis."""
    held_bututs: int
    """Payouts and refunds in flight or waiting for liquidity, and settlements that a bank has not paid yet, in bututs; 100 bututs are 1 GMD."""
    held_gmd: str
    """Payouts and refunds in flight or waiting for liquidity, and settlements that a bank has not paid yet, in dalasis."""
    successful_collections: int
    """Collections that stand SUCCEEDED."""
    total_payouts: int
    """Payouts that stand SUCCEEDED, and settlements that a bank has paid."""


class Stats(TypedDict):
    total_volume_bututs: int
    """Succeeded collections of all time, in bututs; 100 bututs are 1 GMD."""
    total_volume_gmd: str
    """Succeeded collections of all time, in dalasis."""
    today_earnings_bututs: int
    """Collected today less commissions, in bututs; 100 bututs are 1 GMD."""
    today_earnings_gmd: str
    """Collected today less commissions, in dalasis."""
    pending_transactions_count: int
    """Collections and payouts that are not final."""
    pending_volume_bututs: int
    """Collections and payouts that are not final, in bututs; 100 bututs are 1 GMD."""
    pending_volume_gmd: str
    """Collections and payouts that are not final, in dalasis."""


class ListedCollectionPaymentLink(TypedDict):
    """The payment link that it came through; only then."""

    id: str
    """Our name of the link."""
    code: str
    """The last part of its address."""


class ListedCollectionAttemptsItem(TypedDict):
    transaction_id: str
    """Our name of this attempt."""
    status: str
    """PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again."""
    provider: Union[str, None]
    """The rail that moves the money; null while the choice is left to the customer, who has not made it."""
    provider_name: Union[str, None]
    """What that rail is called on our pages; null with it."""
    created_at: str
    """When it was made."""


class ListedCollection(TypedDict):
    transaction_id: str
    """Our name of it."""
    client_reference: str
    """Your own name of the payment, as you sent it."""
    amount: str
    """Dalasis with two fraction digits."""
    currency: str
    """The Gambian dalasi, the only currency."""
    status: str
    """PENDING: the customer has not acted, or the rail has not said its word. SUCCEEDED: the money is in your balance, less the commission. FAILED: it was declined. EXPIRED, CANCELLED: nothing was charged, and the same reference can be offered again."""
    provider: Union[str, None]
    """The rail that moves the money; null while the choice is left to the customer, who has not made it."""
    provider_name: Union[str, None]
    """What that rail is called on our pages; null with it."""
    redirect_url: Union[str, None]
    """Send the customer there; null on rails without a checkout address. Where the customer chooses the wallet, the page for that, for good."""
    environment: str
    """That of the key."""
    customer_name: Union[str, None]
    """As it was sent; null without."""
    customer_mobile: Union[str, None]
    """As it was sent; null without."""
    metadata: dict[str, str]
    """As it was sent; {} without."""
    expires_at: Union[str, None]
    """When the checkout ends; null: never by itself."""
    created_at: str
    """When it was made."""
    receipt_url: Union[str, None]
    """The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before."""
    payment_link: NotRequired[ListedCollectionPaymentLink]
    """The payment link that it came through; only then."""
    over_limit: NotRequired[bool]
    """Paid although the link had all its payments already: credited, and yours to refund."""
    type: str
    """Tells a collection from a payout."""
    failure: Union[Failure, None]
    """Why it is FAILED; null in any other status."""
    late: bool
    """Whether the money came after the collection had ended otherwise."""
    refunded_amount: str
    """What its refunds that SUCCEEDED gave back, in dalasis."""
    attempts: list[ListedCollectionAttemptsItem]
    """Those of this reference, newest first; 100 at most, 20 in a list."""
    updated_at: str
    """When it last changed."""
    completed_at: Union[str, None]
    """When it reached its final status; null while it has none."""


class LedgerEntry(TypedDict):
    journal_id: str
    """The journal that the entry is of; its entries sum to zero."""
    transaction_id: Union[str, None]
    """The transaction that moved the money; null without one, as where a float is funded."""
    account: str
    """The account that was asked for."""
    kind: str
    """What happened; adjustment: two operators booked by evidence what a payment did not."""
    amount: str
    """Dalasis with two fraction digits; positive when it raises the balance."""
    balance_after_bututs: int
    """The balance of the account with this entry, in bututs; 100 bututs are 1 GMD."""
    balance_after_gmd: str
    """The balance of the account with this entry, in dalasis."""
    created_at: str
    """When it was made."""


class StatementLine(TypedDict):
    at: str
    """When it was booked."""
    kind: str
    """collection: what a customer paid, less the commission. payout: taken when it was accepted. payout_returned: it failed or was cancelled. reversal: it had been delivered and came back. refund: taken when it was accepted. refund_commission: the commission that returned with it. refund_returned: it failed or was cancelled. settlement: to your own bank, taken when it was asked for; one to a wallet is a payout. settlement_returned: it was cancelled, or the bank did not pay it or sent it back. adjustment: two operators booked by evidence what a payment did not."""
    transaction_id: Union[str, None]
    """The transaction that moved the money; null of a settlement to a bank."""
    client_reference: Union[str, None]
    """Your own name of the transaction; of a settlement to a bank the reference that your bank shows."""
    counterparty: Union[str, None]
    """The name, else the number, of who paid or was paid; of a settlement the bank and the account; null without."""
    debit: Union[str, None]
    """What left your balance; null where something came."""
    credit: Union[str, None]
    """What came to your balance; null where something left."""
    balance: str
    """The balance with this line."""


class StatementTotalsValue(TypedDict):
    count: int
    """How many lines."""
    amount: str
    """What they added to the balance; negative where they took from it."""


Statement = TypedDict(
    "Statement",
    {
        "from": "str",
        "to": "str",
        "currency": "str",
        "opening_balance": "str",
        "closing_balance": "str",
        "totals": "dict[str, StatementTotalsValue]",
        "lines": "list[StatementLine]",
    },
)


class Seal(TypedDict):
    id: int
    """1, 2, 3 …, without a gap."""
    sealed_at: str
    """When it was made."""
    leaves: int
    """How many rows it is of."""
    root: str
    """Of the tree of its leaves, in hexadecimal."""
    previous_chain: Union[str, None]
    """The chain of the seal before; null of the first."""
    chain: str
    """SHA-256 of the chain before and of this seal."""


class ProofRowsItemPathItem(TypedDict):
    side: str
    """Where it stands beside the hash so far."""
    hash: str
    """The neighbour."""


class ProofRowsItem(TypedDict):
    kind: str
    """What it is a row of."""
    content: str
    """The row as it was hashed, byte for byte."""
    place: int
    """Which leaf of the seal it is, from 0."""
    path: list[ProofRowsItemPathItem]
    """From the leaf to the root."""


class Proof(TypedDict):
    seal: Seal
    """The seal that it is in."""
    rows: list[ProofRowsItem]
    """What the seal has of the transaction."""


class Profile(TypedDict):
    id: str
    """The id of the account."""
    name: str
    """The name of the business."""
    businessPhone: str
    """Its phone number."""
    businessEmail: str
    """Its e-mail address."""
    status: str
    """Whether the account may use the gateway."""


class RailStatusOperationsItem(TypedDict):
    operation: str
    """Which way the money goes."""
    status: str
    """OPERATIONAL: it works. DELAYED: it is slow or fails now and then. CLOSED: it does not answer, is switched off or is not connected."""


class RailStatus(TypedDict):
    provider: str
    """The rail that moves the money."""
    provider_name: str
    """What the rail is called on our pages; the operators may change it."""
    style: str
    """How the customer pays: at a checkout address, by a one-time password, or on a card page."""
    operations: list[RailStatusOperationsItem]
    """What the rail can do, and how it does."""


class RailFloat(TypedDict):
    provider: str
    """The rail that moves the money."""
    provider_name: str
    """What the rail is called on our pages; the operators may change it."""
    balance_bututs: int
    """What the sandbox float holds, in bututs; 100 bututs are 1 GMD."""
    balance_gmd: str
    """What the sandbox float holds, in dalasis."""


class Advanced(TypedDict):
    advanced_seconds: int
    """How much time has passed."""
    done: int
    """How many things happened: words of rails, and attempts at webhooks."""


class WebhookEndpoint(TypedDict):
    id: str
    """The id of the endpoint."""
    url: str
    """Where webhooks are sent."""
    events: list[str]
    """Which events are sent there; empty: all."""
    payload_form: str
    """legacy is the earlier transaction.completed form."""
    description: Union[str, None]
    """Your own note; null without."""
    status: str
    """PAUSED: nothing but failures for three days. DISABLED: your server answered 410. Nothing is sent until it is resumed."""
    secret_last4: str
    """The end of its secret, to tell secrets apart."""
    created_at: str
    """When it was made."""


class CreatedWebhookEndpoint(TypedDict):
    id: str
    """The id of the endpoint."""
    url: str
    """Where webhooks are sent."""
    events: list[str]
    """Which events are sent there; empty: all."""
    payload_form: str
    """legacy is the earlier transaction.completed form."""
    description: Union[str, None]
    """Your own note; null without."""
    status: str
    """PAUSED: nothing but failures for three days. DISABLED: your server answered 410. Nothing is sent until it is resumed."""
    secret_last4: str
    """The end of its secret, to tell secrets apart."""
    created_at: str
    """When it was made."""
    secret: str
    """What webhooks are signed with. Shown this once."""


class WebhookDeliveryAttemptsItem(TypedDict):
    attempt: int
    """Its number, from 1."""
    at: str
    """When it was made."""
    address: Union[str, None]
    """The IP address that was called; null when no connection was made."""
    response_status: Union[int, None]
    """What was answered; null when nothing came."""
    latency_ms: int
    """How long the answer took, in milliseconds."""
    response_excerpt: Union[str, None]
    """The beginning of the answer; null without a body."""
    error: Union[str, None]
    """Why it failed; null when it was delivered."""
    request_headers: Union[dict[str, str], None]
    """The headers that were sent; null when nothing was."""


class WebhookDelivery(TypedDict):
    id: str
    """What the header X-Gw-Delivery carries."""
    event_id: str
    """The event that it tells; the header X-Gw-Event-Id."""
    endpoint_id: str
    """The endpoint that it goes to."""
    transaction_id: str
    """The transaction that the event is about."""
    event: str
    """The event type."""
    status: str
    """PENDING: waits for its next attempt. SUCCEEDED: answered 2xx. FAILED: no attempt is left. SKIPPED: its endpoint took nothing at the time."""
    attempts: list[WebhookDeliveryAttemptsItem]
    """Every attempt so far, oldest first. Those of deliveries older than half a year may be gone."""
    next_attempt_at: Union[str, None]
    """When the next one is due; null when none is, or one is under way."""
    created_at: str
    """When it was made."""


class Event(TypedDict):
    id: str
    """The header X-Gw-Event-Id."""
    event: str
    """The event type."""
    data: Union[WebhookData, AdjustmentData]
    """What was sent as data."""
    created_at: str
    """When it was made."""


class WebhookDataPaymentLink(TypedDict):
    """The payment link that it came through; only then."""

    id: str
    """Our name of the link."""
    code: str
    """The last part of its address."""


class WebhookDataCollection(TypedDict):
    """The collection whose payer gets money back."""

    transaction_id: str
    """Our name of the collection."""
    client_reference: str
    """Your name of the collection."""


class WebhookData(TypedDict):
    id: str
    """The transaction_id."""
    type: str
    """Which way the money goes."""
    reference: str
    """Your client_reference."""
    amount: str
    """Dalasis with two fraction digits."""
    currency: str
    """The Gambian dalasi, the only currency."""
    status: str
    """How the transaction stood when the event was made."""
    provider: Union[str, None]
    """The rail that moves the money; null while the choice is left to the customer, who has not made it."""
    provider_name: NotRequired[Union[str, None]]
    """What the rail was called then; missing in events from before rails had names."""
    environment: str
    """That of the key."""
    completed_at: Union[str, None]
    """When it reached its final status; null while it has none."""
    recipient_mobile: NotRequired[Union[str, None]]
    """The number that is paid; of payouts and refunds."""
    receipt_url: NotRequired[Union[str, None]]
    """The receipt of a collection that SUCCEEDED, for the payer: a page, and with .pdf behind it a file. Null before."""
    payment_link: NotRequired[WebhookDataPaymentLink]
    """The payment link that it came through; only then."""
    over_limit: NotRequired[bool]
    """Paid although the link had all its payments already: credited, and yours to refund."""
    collection: NotRequired[WebhookDataCollection]
    """The collection whose payer gets money back."""
    failure: NotRequired[Failure]
    """Why it is FAILED; only then."""


class AdjustmentData(TypedDict):
    id: str
    """Our name of the adjustment."""
    type: str
    """Tells it from a transaction."""
    reference: str
    """The client_reference of the transaction that it is about."""
    amount: str
    """What your balance got, in dalasis; below zero: what was taken of it."""
    currency: str
    """The Gambian dalasi, the only currency."""
    reason: str
    """Why, for people."""
    environment: str
    """That of the key."""
    completed_at: str
    """When it was booked."""


class InitiateCollectionBody(TypedDict):
    amount: str
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""
    currency: Literal["GMD"]
    """The Gambian dalasi is the only currency."""
    client_reference: str
    """Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever."""
    provider: NotRequired[str]
    """The rail that moves the money, or CUSTOMER_CHOICE: your customer chooses one on our page, which is the redirect_url."""
    customer_name: NotRequired[str]
    """The name of your customer."""
    customer_mobile: NotRequired[str]
    """The number of your customer; required on PROVIDER_A, which sends a one-time password there."""
    success_url: NotRequired[str]
    """Where the customer comes back to after paying, which proves nothing. https; http for localhost with a test key."""
    error_url: NotRequired[str]
    """Where the customer comes back to otherwise."""
    metadata: NotRequired[dict[str, str]]
    """A flat object of your own, echoed."""


class SubmitOtpBody(TypedDict):
    otp: str
    """The one-time password that the customer was sent. In the sandbox 000000 pays."""


class InitiatePayoutBody(TypedDict):
    amount: str
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""
    currency: Literal["GMD"]
    """The Gambian dalasi is the only currency."""
    recipient_mobile: NotRequired[str]
    """A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering."""
    client_reference: str
    """Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever."""
    provider: NotRequired[str]
    """The rail that moves the money."""
    metadata: NotRequired[dict[str, str]]
    """A flat object of your own, echoed."""
    recipient_id: NotRequired[str]
    """One of your recipients, instead of recipient_mobile; without a provider, the payout goes by the recipient’s own."""


class SendPayoutBody(TypedDict):
    amount: str
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""
    currency: Literal["GMD"]
    """The Gambian dalasi is the only currency."""
    recipient_mobile: NotRequired[str]
    """A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering."""
    client_reference: str
    """Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever."""
    provider: NotRequired[str]
    """The rail that moves the money."""
    metadata: NotRequired[dict[str, str]]
    """A flat object of your own, echoed."""
    recipient_id: NotRequired[str]
    """One of your recipients, instead of recipient_mobile; without a provider, the payout goes by the recipient’s own."""


class QuotePayoutBody(TypedDict):
    amount: str
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""
    currency: Literal["GMD"]
    """The Gambian dalasi is the only currency."""
    recipient_mobile: NotRequired[str]
    """A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering."""
    provider: NotRequired[str]
    """The rail that moves the money."""
    recipient_id: NotRequired[str]
    """One of your recipients, instead of recipient_mobile; without a provider, the payout goes by the recipient’s own."""
    recipient_name: NotRequired[str]
    """Who should have the number, to be compared with what its rail knows."""


class InitiateRefundBody(TypedDict):
    collection: str
    """The collection: your client_reference of it, or its transaction_id. A reference comes first."""
    client_reference: str
    """Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever."""
    amount: NotRequired[str]
    """How much goes back, in dalasis as a decimal string; left out: what is left of the collection."""
    reason: NotRequired[str]
    """Why, for you and your people."""
    recipient_mobile: NotRequired[str]
    """Only where the collection has no customer_mobile: the number that its payer has told you, to which what the rail does not give back itself is paid."""
    metadata: NotRequired[dict[str, str]]
    """A flat object of your own, echoed."""


class ListPaymentLinksAnswerPagination(TypedDict):
    """Where the list goes on."""

    limit: int
    """Items per page, as asked for."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null at the end."""


class ListPaymentLinksAnswer(TypedDict):
    status: str
    """Tells a success from an error."""
    data: list[PaymentLink]
    """The items of this page."""
    pagination: ListPaymentLinksAnswerPagination
    """Where the list goes on."""


class CreatePaymentLinkBodyFieldsItem(TypedDict):
    key: str
    """The key of the answer in the metadata."""
    label: str
    """What the payer reads."""
    required: NotRequired[bool]
    """Whether there is no payment without it."""


class CreatePaymentLinkBody(TypedDict):
    title: str
    """What is paid for; the payer reads it."""
    description: NotRequired[Union[str, None]]
    """More of it, for the payer."""
    amount: NotRequired[Union[str, None]]
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""
    min_amount: NotRequired[Union[str, None]]
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""
    max_amount: NotRequired[Union[str, None]]
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""
    currency: NotRequired[Literal["GMD"]]
    """The Gambian dalasi is the only currency."""
    max_payments: NotRequired[Union[int, None]]
    """After so many payments it is COMPLETED; null: any number."""
    expires_at: NotRequired[Union[str, None]]
    """From then on it takes no payment; null: never."""
    providers: NotRequired[Union[list[str], None]]
    """The wallets that the payer may choose from, in this order; null: all of yours."""
    fields: NotRequired[list[CreatePaymentLinkBodyFieldsItem]]
    """What the payer is asked to type; the answers stand in the metadata of the collection."""
    success_url: NotRequired[Union[str, None]]
    """Where the payer may go on to after paying, which proves nothing."""
    client_reference: NotRequired[Union[str, None]]
    """Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever."""
    metadata: NotRequired[dict[str, str]]
    """A flat object of your own, echoed."""


class UpdatePaymentLinkBody(TypedDict):
    title: NotRequired[str]
    """What is paid for; the payer reads it."""
    description: NotRequired[Union[str, None]]
    """More of it, for the payer."""
    status: NotRequired[Literal["ACTIVE", "INACTIVE"]]
    """INACTIVE switches it off."""
    expires_at: NotRequired[Union[str, None]]
    """From then on it takes no payment; null: never."""
    max_payments: NotRequired[Union[int, None]]
    """After so many payments it is COMPLETED; null: any number."""
    success_url: NotRequired[Union[str, None]]
    """Where the payer may go on to after paying, which proves nothing."""
    providers: NotRequired[Union[list[str], None]]
    """The wallets that the payer may choose from, in this order; null: all of yours."""


class ListPaymentRequestsAnswerPagination(TypedDict):
    """Where the list goes on."""

    limit: int
    """Items per page, as asked for."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null at the end."""


class ListPaymentRequestsAnswer(TypedDict):
    status: str
    """Tells a success from an error."""
    data: list[PaymentRequest]
    """The items of this page."""
    pagination: ListPaymentRequestsAnswerPagination
    """Where the list goes on."""


class CreatePaymentRequestBodyLinesItem(TypedDict):
    description: str
    """What it is."""
    quantity: NotRequired[int]
    """How many; a whole number."""
    unit_price: str
    """What each costs, in dalasis."""


class CreatePaymentRequestBody(TypedDict):
    description: str
    """What is to be paid; the customer reads it."""
    message: NotRequired[Union[str, None]]
    """More of it, for the customer."""
    customer_name: NotRequired[Union[str, None]]
    """Who is asked."""
    customer_mobile: NotRequired[Union[str, None]]
    """A Gambian mobile number: +220 and 7 digits, or the 9 digits of the 2026 renumbering."""
    customer_email: NotRequired[Union[str, None]]
    """Where the customer reads mail."""
    amount: NotRequired[Union[str, None]]
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""
    lines: NotRequired[Union[list[CreatePaymentRequestBodyLinesItem], None]]
    """What the amount is made of; without them, `amount`."""
    currency: NotRequired[Literal["GMD"]]
    """The Gambian dalasi is the only currency."""
    allow_part_payments: NotRequired[bool]
    """Whether the customer may pay it in parts; each is a collection of its own."""
    min_part_amount: NotRequired[Union[str, None]]
    """The smallest part, in dalasis; the last one may be smaller. Left out: as little as a wallet takes."""
    due_on: NotRequired[Union[str, None]]
    """The last day that is in time, as a day of Banjul; it can be paid afterwards, too."""
    send_email: NotRequired[bool]
    """Whether the customer is written to by e-mail: now, before `due_on` and after it, until it is paid or closed. In live only."""
    send_sms: NotRequired[bool]
    """The same by SMS, of a customer with a number and without an e-mail address, where the operators of this Kaira send any."""
    client_reference: NotRequired[Union[str, None]]
    """Your own name of the payment, compared byte for byte. The same reference is the same payment, for ever."""
    metadata: NotRequired[dict[str, str]]
    """A flat object of your own, echoed."""


class MarkPaymentRequestPaidBody(TypedDict):
    note: NotRequired[Union[str, None]]
    """How it was paid, for your own people."""
    left: NotRequired[str]
    """What you have seen to be left. Where something else is, nothing is marked."""


class ListRecipientsAnswerPagination(TypedDict):
    """Where the list goes on."""

    limit: int
    """Items per page, as asked for."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null at the end."""


class ListRecipientsAnswer(TypedDict):
    status: str
    """Tells a success from an error."""
    data: list[Recipient]
    """The items of this page."""
    pagination: ListRecipientsAnswerPagination
    """Where the list goes on."""


class CreateRecipientBody(TypedDict):
    name: str
    """Your own name for whoever has the number."""
    mobile: str
    """A Gambian mobile number, also with spaces or without +220; answered as +220 and 7 or 9 digits."""
    provider: NotRequired[Union[str, None]]
    """The rail that payouts to this recipient go by when they name none; null for the default."""
    note: NotRequired[Union[str, None]]
    """A note of your own."""


class UpdateRecipientBody(TypedDict):
    name: NotRequired[str]
    """Your own name for whoever has the number."""
    mobile: NotRequired[str]
    """Only the number that the recipient has: another number is another recipient."""
    provider: NotRequired[Union[str, None]]
    """The rail that payouts to this recipient go by when they name none; null for the default."""
    note: NotRequired[Union[str, None]]
    """A note of your own."""


class ListTransactionsAnswerPagination(TypedDict):
    """Where the list stands and goes on."""

    page: int
    """The page, as asked for; 1 with a cursor."""
    limit: int
    """Items per page, as asked for."""
    total: int
    """How many fit the filters."""
    total_pages: int
    """How many pages they fill."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null at the end."""


class ListTransactionsAnswer(TypedDict):
    status: str
    """Tells a success from an error."""
    data: list[Union[ListedCollection, Payout, Refund]]
    """The items of this page."""
    pagination: ListTransactionsAnswerPagination
    """Where the list stands and goes on."""


class ListEntriesAnswerPagination(TypedDict):
    """Where the list goes on."""

    limit: int
    """Items per page, as asked for."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null at the end."""


class ListEntriesAnswer(TypedDict):
    status: str
    """Tells a success from an error."""
    data: list[LedgerEntry]
    """The items of this page."""
    pagination: ListEntriesAnswerPagination
    """Where the list goes on."""


class ListSealsAnswerPagination(TypedDict):
    """Where the list goes on."""

    limit: int
    """Items per page, as asked for."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null at the end."""


class ListSealsAnswer(TypedDict):
    status: str
    """Tells a success from an error."""
    data: list[Seal]
    """The items of this page."""
    pagination: ListSealsAnswerPagination
    """Where the list goes on."""


class FundRailFloatBody(TypedDict):
    provider: str
    """The rail that moves the money."""
    amount: str
    """Dalasis as a decimal string with at most two fraction digits; never a JSON number."""


class AdvanceClockBody(TypedDict):
    seconds: int
    """How much time is to pass: a year at most."""


class CreateEndpointBody(TypedDict):
    url: str
    """A public https address on port 443, 8443 or 1024 and above, without user information or fragment."""
    events: NotRequired[list[Literal["payment.succeeded", "payment.failed", "payment.expired", "payment.cancelled", "payout.succeeded", "payout.failed", "payout.pending", "payout.reversed", "refund.pending", "refund.succeeded", "refund.failed", "balance.adjusted"]]]
    """Which events are sent there; an empty list means all."""
    payload_form: NotRequired[Literal["current", "legacy"]]
    """legacy is the earlier transaction.completed form."""
    description: NotRequired[Union[str, None]]
    """A note of your own."""


class UpdateEndpointBody(TypedDict):
    url: NotRequired[str]
    """A public https address on port 443, 8443 or 1024 and above, without user information or fragment."""
    events: NotRequired[list[Literal["payment.succeeded", "payment.failed", "payment.expired", "payment.cancelled", "payout.succeeded", "payout.failed", "payout.pending", "payout.reversed", "refund.pending", "refund.succeeded", "refund.failed", "balance.adjusted"]]]
    """Which events are sent there; an empty list means all."""
    payload_form: NotRequired[Literal["current", "legacy"]]
    """legacy is the earlier transaction.completed form."""
    description: NotRequired[Union[str, None]]
    """A note of your own."""
    status: NotRequired[Literal["ACTIVE"]]
    """Resumes an endpoint that was paused or disabled."""


class RotateSecretData(TypedDict):
    """What was asked for."""

    id: str
    """The id of the endpoint."""
    secret: str
    """What webhooks are signed with. Shown this once."""
    previous_secret_expires_at: str
    """Until when attempts are signed with the secret before as well."""


class SendTestEventBody(TypedDict):
    event: NotRequired[Literal["payment.succeeded", "payment.failed", "payment.expired", "payment.cancelled", "payout.succeeded", "payout.failed", "payout.pending", "payout.reversed", "refund.pending", "refund.succeeded", "refund.failed", "balance.adjusted"]]
    """Which event the example tells of."""


class SendTestEventData(TypedDict):
    """What was asked for."""

    attempt: int
    """Its number, from 1."""
    at: str
    """When it was made."""
    address: Union[str, None]
    """The IP address that was called; null when no connection was made."""
    response_status: Union[int, None]
    """What was answered; null when nothing came."""
    latency_ms: int
    """How long the answer took, in milliseconds."""
    response_excerpt: Union[str, None]
    """The beginning of the answer; null without a body."""
    error: Union[str, None]
    """Why it failed; null when it was delivered."""
    request_headers: dict[str, str]
    """The headers that were sent."""
    request_body: str
    """The exact bytes that were sent."""


class ReplayEndpointBody(TypedDict):
    since: NotRequired[str]
    """A time with its zone."""


class ReplayEndpointData(TypedDict):
    """What was asked for."""

    count: int
    """How many are due now."""


class DebugSignatureBody(TypedDict):
    body: NotRequired[str]
    """The body as it arrived."""
    body_base64: NotRequired[str]
    """The same in standard base64, where it is not text."""
    headers: dict[str, Union[str, list[str]]]
    """The headers as they arrived."""
    computed_signature: NotRequired[str]
    """What your own code computed."""
    received_at: NotRequired[str]
    """When it arrived, a time with its zone."""


class DebugSignatureDataChecksItem(TypedDict):
    header: str
    """The header that was checked."""
    result: str
    """What became of it."""
    key: NotRequired[str]
    """Whose secret made the signature, where that is known."""


class DebugSignatureDataFindingsItem(TypedDict):
    code: str
    """What was found, for programs."""
    message: str
    """The same for people, with the remedy."""


class DebugSignatureData(TypedDict):
    """What was asked for."""

    valid: bool
    """Whether a correct verifier that has the secret accepts it."""
    summary: str
    """The verdict and the remedy."""
    checks: list[DebugSignatureDataChecksItem]
    """One for each header that a verifier looks at."""
    findings: list[DebugSignatureDataFindingsItem]
    """What explains most first, each with evidence of its own."""


class ListDeliveriesAnswerPagination(TypedDict):
    """Where the list goes on."""

    limit: int
    """Items per page, as asked for."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null at the end."""


class ListDeliveriesAnswer(TypedDict):
    status: str
    """Tells a success from an error."""
    data: list[WebhookDelivery]
    """The items of this page."""
    pagination: ListDeliveriesAnswerPagination
    """Where the list goes on."""


class ResendFailedBody(TypedDict):
    since: str
    """A time with its zone."""
    endpoint_id: NotRequired[str]
    """Only those to this endpoint."""


class ResendFailedData(TypedDict):
    """What was asked for."""

    count: int
    """How many are due now."""


class ListEventsAnswerPagination(TypedDict):
    """Where the list goes on."""

    limit: int
    """Items per page, as asked for."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null at the end."""


class ListEventsAnswer(TypedDict):
    status: str
    """Tells a success from an error."""
    data: list[Event]
    """The items of this page."""
    pagination: ListEventsAnswerPagination
    """Where the list goes on."""


class ReceiveNoticeAnswer(TypedDict):
    status: str
    """The notice is stored."""


class HealthzAnswer(TypedDict):
    status: str
    """The process answers."""


class ReadyzAnswerChecks(TypedDict):
    """What the verdict follows from."""

    draining: bool
    """Whether it is shutting down."""
    database: bool
    """Whether it reaches its database."""
    migrations: bool
    """Whether the database has every migration."""
    machine: bool
    """Whether functions, triggers, constraints, indexes, columns and grants are as this release ships them, as this process saw them when it started."""
    history: bool
    """Whether nothing that was acknowledged is known to be missing in the database; false also when that could not be read."""
    worker_lag_seconds: Union[float, None]
    """For how long the oldest job has been due; null when that could not be read."""


class ReadyzAnswer(TypedDict):
    status: str
    """Whether the process can do its work."""
    missing: list[str]
    """What is missing; empty when it is ready. Of what could not be looked at, because the database is away, nothing is said here."""
    checks: ReadyzAnswerChecks
    """What the verdict follows from."""


class OpenapiAnswer(TypedDict):
    openapi: str
    """The version of OpenAPI that it is written in."""


# By operation: method, path, and whether what it answers is wrapped as "data".
OPERATIONS: dict[str, tuple[str, str, bool]] = {
    "initiateCollection": ("POST", "/api/v1/collections/initiate", True),
    "getCollection": ("GET", "/api/v1/collections/status/{reference}", True),
    "cancelCollection": ("POST", "/api/v1/collections/{transactionId}/cancel", True),
    "submitOtp": ("POST", "/api/v1/collections/{transactionId}/otp", True),
    "resendOtp": ("POST", "/api/v1/collections/{transactionId}/otp/resend", True),
    "initiatePayout": ("POST", "/api/v1/payouts/initiate", True),
    "sendPayout": ("POST", "/api/v1/payouts/send", True),
    "quotePayout": ("POST", "/api/v1/payouts/quote", True),
    "getPayout": ("GET", "/api/v1/payouts/status/{reference}", True),
    "cancelPayout": ("POST", "/api/v1/payouts/{transactionId}/cancel", True),
    "initiateRefund": ("POST", "/api/v1/refunds", True),
    "getRefund": ("GET", "/api/v1/refunds/status/{reference}", True),
    "cancelRefund": ("POST", "/api/v1/refunds/{transactionId}/cancel", True),
    "listPaymentLinks": ("GET", "/api/v1/payment-links", False),
    "createPaymentLink": ("POST", "/api/v1/payment-links", True),
    "getPaymentLink": ("GET", "/api/v1/payment-links/{id}", True),
    "updatePaymentLink": ("PATCH", "/api/v1/payment-links/{id}", True),
    "listPaymentRequests": ("GET", "/api/v1/payment-requests", False),
    "createPaymentRequest": ("POST", "/api/v1/payment-requests", True),
    "getPaymentRequest": ("GET", "/api/v1/payment-requests/{id}", True),
    "cancelPaymentRequest": ("POST", "/api/v1/payment-requests/{id}/cancel", True),
    "markPaymentRequestPaid": ("POST", "/api/v1/payment-requests/{id}/mark-paid", True),
    "listRecipients": ("GET", "/api/v1/recipients", False),
    "createRecipient": ("POST", "/api/v1/recipients", True),
    "getRecipient": ("GET", "/api/v1/recipients/{id}", True),
    "updateRecipient": ("PATCH", "/api/v1/recipients/{id}", True),
    "deleteRecipient": ("DELETE", "/api/v1/recipients/{id}", True),
    "getBalance": ("GET", "/api/v1/client/balance", True),
    "getStats": ("GET", "/api/v1/client/stats", False),
    "getEarningsChart": ("GET", "/api/v1/client/earnings-chart", False),
    "listTransactions": ("GET", "/api/v1/client/transactions", False),
    "listEntries": ("GET", "/api/v1/client/ledger", False),
    "getStatement": ("GET", "/api/v1/client/statement", True),
    "listSeals": ("GET", "/api/v1/seals", False),
    "getProof": ("GET", "/api/v1/seals/{id}/proof", True),
    "getProfile": ("GET", "/api/client/profile", False),
    "listRailStatus": ("GET", "/api/v1/rails/status", True),
    "listRailFloats": ("GET", "/api/v1/sandbox/rail-floats", True),
    "fundRailFloat": ("POST", "/api/v1/sandbox/rail-floats", True),
    "advanceClock": ("POST", "/api/v1/sandbox/advance", True),
    "listEndpoints": ("GET", "/api/v1/webhook-endpoints", True),
    "createEndpoint": ("POST", "/api/v1/webhook-endpoints", True),
    "getEndpoint": ("GET", "/api/v1/webhook-endpoints/{id}", True),
    "updateEndpoint": ("PATCH", "/api/v1/webhook-endpoints/{id}", True),
    "deleteEndpoint": ("DELETE", "/api/v1/webhook-endpoints/{id}", True),
    "rotateSecret": ("POST", "/api/v1/webhook-endpoints/{id}/rotate-secret", True),
    "sendTestEvent": ("POST", "/api/v1/webhook-endpoints/{id}/test", True),
    "replayEndpoint": ("POST", "/api/v1/webhook-endpoints/{id}/replay", True),
    "debugSignature": ("POST", "/api/v1/webhook-endpoints/{id}/debug-signature", True),
    "listDeliveries": ("GET", "/api/v1/webhook-deliveries", False),
    "getDelivery": ("GET", "/api/v1/webhook-deliveries/{id}", True),
    "resendDelivery": ("POST", "/api/v1/webhook-deliveries/{id}/resend", True),
    "resendFailed": ("POST", "/api/v1/webhook-deliveries/resend-failed", True),
    "listEvents": ("GET", "/api/v1/events", False),
    "openEventStream": ("GET", "/api/v1/events/stream", False),
    "receiveNotice": ("POST", "/rails/{rail}/notify", False),
    "healthz": ("GET", "/healthz", False),
    "readyz": ("GET", "/readyz", False),
    "openapi": ("GET", "/openapi.json", False),
}
