<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Listing;

final class Transactions extends Resource
{
    /**
     * Collections, payouts and refunds; `type` tells which. A page has pagination['total'] too.
     *
     * @param array<string, mixed> $query
     * @return Listing<array<string, mixed>>
     */
    public function list(array $query = [], mixed ...$options): Listing
    {
        return $this->listing('listTransactions', $query, $options);
    }
}
