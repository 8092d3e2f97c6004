<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;
use Kaira\Listing;

/**
 * Each event on its way to each endpoint.
 *
 * @phpstan-import-type ResendFailedBody from Description
 * @phpstan-import-type ResendFailedData from Description
 * @phpstan-import-type WebhookDelivery from Description
 */
final class WebhookDeliveries extends Resource
{
    /**
     * @param array<string, mixed> $query
     * @return Listing<WebhookDelivery>
     */
    public function list(array $query = [], mixed ...$options): Listing
    {
        return $this->listing('listDeliveries', $query, $options);
    }

    /** @return WebhookDelivery */
    public function get(string $id, mixed ...$options): array
    {
        return $this->transport->call('getDelivery', ...$options, path: ['id' => $id]);
    }

    /** @return WebhookDelivery */
    public function resend(string $id, mixed ...$options): array
    {
        return $this->transport->call('resendDelivery', ...$options, path: ['id' => $id]);
    }

    /**
     * @param ResendFailedBody $body
     * @return ResendFailedData
     */
    public function resendFailed(array $body, mixed ...$options): array
    {
        return $this->transport->call('resendFailed', ...$options, body: $body);
    }
}
