<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;

/**
 * Money back to whoever paid a collection.
 *
 * @phpstan-import-type InitiateRefundBody from Description
 * @phpstan-import-type Refund from Description
 */
final class Refunds extends Resource
{
    /**
     * Gives the money of a SUCCEEDED collection back: amount, or all that is left.
     *
     * Guarantee: one refund for a client_reference, for ever, and those of a collection never exceed it.
     *
     * @param InitiateRefundBody $body
     * @return Refund
     */
    public function initiate(array $body, mixed ...$options): array
    {
        return $this->transport->call('initiateRefund', ...$options, body: $body);
    }

    /**
     * How it stands, by your client_reference or by its transaction_id.
     *
     * @return Refund
     */
    public function get(string $referenceOrId, mixed ...$options): array
    {
        return $this->transport->call('getRefund', ...$options, path: ['reference' => $referenceOrId]);
    }

    /**
     * Takes one back that is AWAITING_LIQUIDITY.
     *
     * @return Refund
     */
    public function cancel(string $transactionId, mixed ...$options): array
    {
        return $this->transport->call('cancelRefund', ...$options, path: ['transactionId' => $transactionId]);
    }
}
