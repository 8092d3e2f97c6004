<?php

declare(strict_types=1);

namespace Kaira;

/**
 * No answer came that can be read: no connection, none in time, or one that broke off.
 *
 * Whether the gateway did what it was asked is not known: look it up by its reference, or make the same call again if
 * isRetryable, with idempotencyKey if there is one.
 */
final class KairaConnectionError extends \RuntimeException
{
    public function __construct(
        string $message,
        public readonly string $operation,
        public readonly ?string $idempotencyKey,
        public readonly bool $isRetryable,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
