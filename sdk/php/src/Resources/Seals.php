<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;
use Kaira\Listing;

/**
 * What proves later that nothing was changed.
 *
 * @phpstan-import-type Proof from Description
 * @phpstan-import-type Seal from Description
 */
final class Seals extends Resource
{
    /**
     * The seals of the books, newest first; with `transaction_id`, those that something of it stands in.
     *
     * @param array<string, mixed> $query
     * @return Listing<Seal>
     */
    public function list(array $query = [], mixed ...$options): Listing
    {
        return $this->listing('listSeals', $query, $options);
    }

    /**
     * That a transaction is in a seal.
     *
     * @return Proof
     */
    public function proof(int $sealId, string $transactionId, mixed ...$options): array
    {
        return $this->transport->call('getProof', ...$options, path: ['id' => (string) $sealId], query: ['transaction_id' => $transactionId]);
    }
}
