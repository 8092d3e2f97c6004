<?php

declare(strict_types=1);

namespace Kaira;

/** The gateway answered, and the answer is an error. */
final class KairaError extends \RuntimeException
{
    /**
     * @param string $errorCode One of the gateway's; UNEXPECTED_ANSWER where somebody on the way answered, such as a proxy.
     * @param int $status Of HTTP.
     * @param array<string, mixed> $details What programs need to know of it.
     * @param ?string $requestId Stands in the gateway's log.
     * @param ?string $help The address of the page about the code.
     * @param ?float $retryAfterSeconds How long the gateway asks to wait.
     * @param bool $isRetryable Whether you may make the same call once more, with idempotencyKey if there is one.
     */
    public function __construct(
        string $message,
        public readonly string $errorCode,
        public readonly int $status,
        public readonly array $details,
        public readonly ?string $requestId,
        public readonly ?string $help,
        public readonly ?float $retryAfterSeconds,
        public readonly string $operation,
        public readonly ?string $idempotencyKey,
        public readonly bool $isRetryable,
    ) {
        parent::__construct($message);
    }
}
