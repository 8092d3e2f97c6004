<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;
use Kaira\Listing;

/** @phpstan-import-type LedgerEntry from Description */
final class Ledger extends Resource
{
    /**
     * The entries of one of your accounts, "available" without `account`, with the balance after each.
     *
     * @param array<string, mixed> $query
     * @return Listing<LedgerEntry>
     */
    public function list(array $query = [], mixed ...$options): Listing
    {
        return $this->listing('listEntries', $query, $options);
    }
}
