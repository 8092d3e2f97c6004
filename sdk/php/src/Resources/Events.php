<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;
use Kaira\EventStream;
use Kaira\Listing;

/**
 * What happened, whether or not anybody was told.
 *
 * @phpstan-import-type Event from Description
 */
final class Events extends Resource
{
    /**
     * @param array<string, mixed> $query
     * @return Listing<Event>
     */
    public function list(array $query = [], mixed ...$options): Listing
    {
        return $this->listing('listEvents', $query, $options);
    }

    /**
     * Events as they happen, from now on or from $query['cursor'], until you leave the loop. Needs ext-curl.
     *
     * Guarantee: each event once and in order, over lost connections too; keep $event['cursor'] when you have dealt with
     * one, and give it as cursor to go on there in another process.
     *
     * @param array<string, mixed> $query
     * @return \Generator<int, array<string, mixed>>
     */
    public function stream(array $query = [], ?int $maxRetries = null): \Generator
    {
        return (new EventStream($this->transport, $query, $maxRetries ?? $this->transport->maxRetries))->events();
    }
}
