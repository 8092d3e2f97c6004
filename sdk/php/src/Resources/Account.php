<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;

/**
 * Figures of the key's account, in the key's environment.
 *
 * @phpstan-import-type Balance from Description
 * @phpstan-import-type Profile from Description
 * @phpstan-import-type Statement from Description
 * @phpstan-import-type Stats from Description
 */
final class Account extends Resource
{
    /** @return Balance */
    public function balance(mixed ...$options): array
    {
        return $this->transport->call('getBalance', ...$options);
    }

    /** @return Stats */
    public function stats(mixed ...$options): array
    {
        return $this->transport->call('getStats', ...$options);
    }

    /**
     * The last seven days in Banjul, oldest first, with zeros filled in; net of commission.
     *
     * @return array<string, mixed>
     */
    public function earningsChart(mixed ...$options): array
    {
        return $this->transport->call('getEarningsChart', ...$options);
    }

    /**
     * The statement of a period, YYYY-MM-DD, both days included, with every line of it in memory.
     *
     * @return Statement
     */
    public function statement(string $fromDay, string $toDay, mixed ...$options): array
    {
        return $this->transport->call('getStatement', ...$options, query: ['from' => $fromDay, 'to' => $toDay]);
    }

    /** @return Profile */
    public function profile(mixed ...$options): array
    {
        return $this->transport->call('getProfile', ...$options);
    }
}
