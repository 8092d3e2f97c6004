<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;
use Kaira\Listing;

/**
 * Addresses at which anybody may pay.
 *
 * @phpstan-import-type CreatePaymentLinkBody from Description
 * @phpstan-import-type PaymentLink from Description
 * @phpstan-import-type UpdatePaymentLinkBody from Description
 */
final class PaymentLinks extends Resource
{
    /**
     * Newest first; $query may have status.
     *
     * @param array<string, mixed> $query
     * @return Listing<PaymentLink>
     */
    public function list(array $query = [], mixed ...$options): Listing
    {
        return $this->listing('listPaymentLinks', $query, $options);
    }

    /**
     * @param CreatePaymentLinkBody $body
     * @return PaymentLink
     */
    public function create(array $body, mixed ...$options): array
    {
        return $this->transport->call('createPaymentLink', ...$options, body: $body);
    }

    /** @return PaymentLink */
    public function get(string $id, mixed ...$options): array
    {
        return $this->transport->call('getPaymentLink', ...$options, path: ['id' => $id]);
    }

    /**
     * Changes what is given; status INACTIVE switches it off. An amount never changes.
     *
     * @param UpdatePaymentLinkBody $body
     * @return PaymentLink
     */
    public function update(string $id, array $body, mixed ...$options): array
    {
        return $this->transport->call('updatePaymentLink', ...$options, path: ['id' => $id], body: $body);
    }
}
