<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;
use Kaira\Listing;

/**
 * What one customer each is asked to pay.
 *
 * @phpstan-import-type CreatePaymentRequestBody from Description
 * @phpstan-import-type MarkPaymentRequestPaidBody from Description
 * @phpstan-import-type PaymentRequest from Description
 */
final class PaymentRequests extends Resource
{
    /**
     * Newest first; $query may have status.
     *
     * @param array<string, mixed> $query
     * @return Listing<PaymentRequest>
     */
    public function list(array $query = [], mixed ...$options): Listing
    {
        return $this->listing('listPaymentRequests', $query, $options);
    }

    /**
     * @param CreatePaymentRequestBody $body
     * @return PaymentRequest
     */
    public function create(array $body, mixed ...$options): array
    {
        return $this->transport->call('createPaymentRequest', ...$options, body: $body);
    }

    /** @return PaymentRequest */
    public function get(string $id, mixed ...$options): array
    {
        return $this->transport->call('getPaymentRequest', ...$options, path: ['id' => $id]);
    }

    /**
     * Nobody can begin to pay it any more; money that came wins.
     *
     * @return PaymentRequest
     */
    public function cancel(string $id, mixed ...$options): array
    {
        return $this->transport->call('cancelPaymentRequest', ...$options, path: ['id' => $id]);
    }

    /**
     * Says that it was paid otherwise, such as in cash. No money moves.
     *
     * @param MarkPaymentRequestPaidBody $body
     * @return PaymentRequest
     */
    public function markPaid(string $id, array $body = [], mixed ...$options): array
    {
        return $this->transport->call('markPaymentRequestPaid', ...$options, path: ['id' => $id], body: $body);
    }
}
