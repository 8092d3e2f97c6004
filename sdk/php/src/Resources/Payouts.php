<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;

/**
 * Money out.
 *
 * @phpstan-import-type InitiatePayoutBody from Description
 * @phpstan-import-type Payout from Description
 * @phpstan-import-type PayoutQuote from Description
 * @phpstan-import-type PayoutScenario from Description
 * @phpstan-import-type QuotePayoutBody from Description
 * @phpstan-import-type SendPayoutBody from Description
 */
final class Payouts extends Resource
{
    /**
     * Sends money from your balance to a mobile number. PENDING and AWAITING_LIQUIDITY are not failed.
     *
     * Guarantee: one payout for a client_reference, for ever. After KairaConnectionError call it again with the same
     * reference, or get it: a new reference would be a new payout. With a test key, $scenario decides what becomes
     * of it.
     *
     * @param InitiatePayoutBody $body
     * @param PayoutScenario|null $scenario
     * @return Payout
     */
    public function initiate(array $body, ?string $scenario = null, mixed ...$options): array
    {
        return $this->transport->call('initiatePayout', ...$options, body: $body, scenario: $scenario);
    }

    /**
     * The same as initiate, under the path it had before.
     *
     * @deprecated
     * @param SendPayoutBody $body
     * @param PayoutScenario|null $scenario
     * @return Payout
     */
    public function send(array $body, ?string $scenario = null, mixed ...$options): array
    {
        return $this->transport->call('sendPayout', ...$options, body: $body, scenario: $scenario);
    }

    /**
     * What a payout would do if it were sent now, and whose number it is. Nothing is stored.
     *
     * @param QuotePayoutBody $body
     * @return PayoutQuote
     */
    public function quote(array $body, mixed ...$options): array
    {
        return $this->transport->call('quotePayout', ...$options, body: $body);
    }

    /**
     * How it stands, by your client_reference or by its transaction_id.
     *
     * @return Payout
     */
    public function get(string $referenceOrId, mixed ...$options): array
    {
        return $this->transport->call('getPayout', ...$options, path: ['reference' => $referenceOrId]);
    }

    /**
     * Takes one back that is AWAITING_LIQUIDITY: it is FAILED then, and its money in your balance.
     *
     * @return Payout
     */
    public function cancel(string $transactionId, mixed ...$options): array
    {
        return $this->transport->call('cancelPayout', ...$options, path: ['transactionId' => $transactionId]);
    }
}
