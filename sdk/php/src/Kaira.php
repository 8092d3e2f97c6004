<?php

declare(strict_types=1);

namespace Kaira;

use Kaira\Http\Sender;

/**
 * A client of the gateway, for one key. It keeps no state but its options: share it.
 *
 * Every call throws KairaError when the gateway refuses, KairaConnectionError when no answer came, and
 * \InvalidArgumentException for what cannot be sent. Every call takes these at its end, by name: timeoutSeconds,
 * maxRetries and, for a POST, idempotencyKey.
 */
final class Kaira
{
    public readonly Resources\Collections $collections;
    public readonly Resources\Payouts $payouts;
    public readonly Resources\Refunds $refunds;
    public readonly Resources\PaymentLinks $paymentLinks;
    public readonly Resources\PaymentRequests $paymentRequests;
    public readonly Resources\Recipients $recipients;
    public readonly Resources\Account $account;
    public readonly Resources\Transactions $transactions;
    public readonly Resources\Ledger $ledger;
    public readonly Resources\Seals $seals;
    public readonly Resources\Rails $rails;
    public readonly Resources\Sandbox $sandbox;
    public readonly Resources\WebhookEndpoints $webhookEndpoints;
    public readonly Resources\WebhookDeliveries $webhookDeliveries;
    public readonly Resources\Events $events;
    public readonly Resources\Service $service;

    /**
     * @param string $apiKey sk_test_… or sk_live_…: it alone selects the sandbox or real money. Keep it on your server.
     * @param ?string $baseUrl Where the gateway is; a test key may leave it out for http://localhost:3000.
     * @param float $timeoutSeconds How long one try may take. A payout waits 10 s for its rail.
     * @param int $maxRetries How often a call is repeated where that is safe; 0 for never.
     * @param ?Sender $sender Makes the requests in place of curl, such as new Http\Psr18Sender(…).
     * @param bool $allowInsecureHttp Allows http to another machine, for a network that nobody else can read.
     */
    public function __construct(
        #[\SensitiveParameter] string $apiKey,
        ?string $baseUrl = null,
        float $timeoutSeconds = 30,
        int $maxRetries = 3,
        ?Sender $sender = null,
        bool $allowInsecureHttp = false,
    ) {
        $transport = new Transport($apiKey, $baseUrl, $timeoutSeconds, $maxRetries, $sender, $allowInsecureHttp);
        $this->collections = new Resources\Collections($transport);
        $this->payouts = new Resources\Payouts($transport);
        $this->refunds = new Resources\Refunds($transport);
        $this->paymentLinks = new Resources\PaymentLinks($transport);
        $this->paymentRequests = new Resources\PaymentRequests($transport);
        $this->recipients = new Resources\Recipients($transport);
        $this->account = new Resources\Account($transport);
        $this->transactions = new Resources\Transactions($transport);
        $this->ledger = new Resources\Ledger($transport);
        $this->seals = new Resources\Seals($transport);
        $this->rails = new Resources\Rails($transport);
        $this->sandbox = new Resources\Sandbox($transport);
        $this->webhookEndpoints = new Resources\WebhookEndpoints($transport);
        $this->webhookDeliveries = new Resources\WebhookDeliveries($transport);
        $this->events = new Resources\Events($transport);
        $this->service = new Resources\Service($transport);
    }
}
