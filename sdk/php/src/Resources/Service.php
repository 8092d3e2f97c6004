<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;

/**
 * For monitoring and tools.
 *
 * @phpstan-import-type HealthzAnswer from Description
 * @phpstan-import-type ReadyzAnswer from Description
 */
final class Service extends Resource
{
    /** @return HealthzAnswer */
    public function health(mixed ...$options): array
    {
        return $this->transport->call('healthz', ...$options);
    }

    /**
     * not_ready is an answer, and not an error.
     *
     * @return ReadyzAnswer
     */
    public function readiness(mixed ...$options): array
    {
        return $this->transport->call('readyz', ...$options);
    }

    /**
     * The OpenAPI description of the gateway.
     *
     * @return array<string, mixed>
     */
    public function description(mixed ...$options): array
    {
        return $this->transport->call('openapi', ...$options);
    }
}
