<?php

declare(strict_types=1);

namespace Kaira;

use Kaira\Http\Request;

/** What every try of a call sends. */
final class Sent
{
    public function __construct(
        public readonly string $operation,
        public readonly Request $request,
        public readonly ?string $idempotencyKey,
    ) {
    }
}
