<?php

declare(strict_types=1);

namespace Kaira\Http;

final class Response
{
    /** @param array<string, string> $headers By lower-case name. */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }
}
