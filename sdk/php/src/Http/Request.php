<?php

declare(strict_types=1);

namespace Kaira\Http;

final class Request
{
    /** @param array<string, string> $headers By lower-case name; the key is among them. */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        #[\SensitiveParameter] public readonly array $headers,
        public readonly ?string $body,
    ) {
    }

    /**
     * The key is in nothing that is printed.
     *
     * @return array<string, string>
     */
    public function __debugInfo(): array
    {
        return ['method' => $this->method, 'url' => $this->url];
    }
}
