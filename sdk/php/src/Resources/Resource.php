<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Listing;
use Kaira\Transport;

/** What calls have in common. */
abstract class Resource
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * @param array<string, mixed> $query
     * @param array<array-key, mixed> $options
     * @return Listing<array<string, mixed>>
     */
    protected function listing(string $operation, array $query, array $options): Listing
    {
        $call = fn (array $page): array => $this->transport->call($operation, ...$options, query: $page);
        return new Listing($call, $query);
    }
}
