<?php

declare(strict_types=1);

namespace Kaira;

use Kaira\Http\CurlSender;
use Kaira\Http\NoAnswer;
use Kaira\Http\Request;
use Kaira\Http\Response;
use Kaira\Http\Sender;

/** Makes calls: one address, one key, tries with pauses between, errors with types. */
final class Transport
{
    private readonly string $address;
    private readonly Sender $sender;

    public function __construct(
        #[\SensitiveParameter] private readonly string $apiKey,
        ?string $baseUrl,
        private readonly float $timeoutSeconds,
        public readonly int $maxRetries,
        ?Sender $sender,
        bool $allowInsecureHttp,
    ) {
        if (preg_match('/^sk_(test|live)_[0-9A-Za-z]+$/D', $apiKey) !== 1) {
            throw new \InvalidArgumentException('The apiKey is not a key of Kaira: sk_test_… or sk_live_….');
        }
        self::checkTries($timeoutSeconds, $maxRetries);
        $this->address = self::checkedBaseUrl($baseUrl, $apiKey, $allowInsecureHttp);
        $this->sender = $sender ?? new CurlSender();
    }

    /**
     * The answer, without its envelope. What is sent is made once, so that each try sends the same bytes.
     *
     * @param array<string, string> $path
     * @param array<string, mixed> $query
     * @param ?array<string, mixed> $body
     */
    public function call(
        string $operation,
        array $path = [],
        array $query = [],
        ?array $body = null,
        ?string $scenario = null,
        ?string $idempotencyKey = null,
        ?float $timeoutSeconds = null,
        ?int $maxRetries = null,
    ): mixed {
        $headers = $scenario === null ? [] : ['x-gw-scenario' => $scenario];
        $sent = $this->prepare($operation, $path, $query, $body, $idempotencyKey, $headers);
        $timeout = $timeoutSeconds ?? $this->timeoutSeconds;
        $most = $maxRetries ?? $this->maxRetries;
        self::checkTries($timeout, $most);
        for ($retries = 0; true; $retries++) {
            try {
                return $this->once($sent, $timeout);
            } catch (KairaError | KairaConnectionError $error) {
                self::pauseOrThrow($error, $retries, $most);
            }
        }
    }

    /**
     * @param array<string, string> $path
     * @param array<string, mixed> $query
     * @param ?array<string, mixed> $body
     * @param array<string, string> $headers
     */
    public function prepare(
        string $operation,
        array $path,
        array $query,
        ?array $body,
        ?string $idempotencyKey,
        array $headers,
    ): Sent {
        [$method, $pattern] = Description::OPERATIONS[$operation];
        $url = $this->address . preg_replace_callback(
            '/\{(\w+)\}/',
            static fn (array $found): string => self::segment($path[$found[1]] ?? ''),
            $pattern,
        );
        $asked = array_map(static fn (mixed $each) => is_bool($each) ? ($each ? 'true' : 'false') : $each, $query);
        $text = http_build_query($asked, '', '&', PHP_QUERY_RFC3986);
        $idempotencyKey ??= Repeats::makesKey($operation) ? 'sdk-' . bin2hex(random_bytes(16)) : null;
        if ($idempotencyKey !== null && preg_match('/^[!-~]([ -~]{0,253}[!-~])?$/D', $idempotencyKey) !== 1) {
            throw new \InvalidArgumentException('An idempotencyKey has 1 to 255 printable ASCII characters.');
        }
        $all = ['accept' => 'application/json', 'authorization' => "Bearer $this->apiKey", ...$headers];
        if ($body !== null) {
            $all['content-type'] = 'application/json';
        }
        if ($idempotencyKey !== null) {
            $all['idempotency-key'] = $idempotencyKey;
        }
        foreach ($all as $name => $value) {
            if (preg_match('/[\r\n\0]/', $value) === 1) {
                throw new \InvalidArgumentException("$name has a line break.");
            }
        }
        $request = new Request(
            $method,
            $text === '' ? $url : "$url?$text",
            $all,
            $body === null ? null : self::json($body),
        );
        return new Sent($operation, $request, $idempotencyKey);
    }

    /** Waits for the next try, or throws the error if there is none. */
    public static function pauseOrThrow(KairaError|KairaConnectionError $error, int $retries, int $most): void
    {
        $retryAfter = $error instanceof KairaError ? $error->retryAfterSeconds : null;
        $isTooLong = ($retryAfter ?? 0) > Repeats::LONGEST_RETRY_AFTER_SECONDS;
        if (!$error->isRetryable || $retries >= $most || $isTooLong) {
            throw $error;
        }
        usleep((int) (Repeats::pauseSeconds($retries, $retryAfter) * 1e6));
    }

    public static function lost(Sent $sent, string $why, ?\Throwable $previous = null): KairaConnectionError
    {
        $isRetryable = Repeats::isRepeatable($sent->operation, null, null);
        return new KairaConnectionError(
            "$sent->operation: $why",
            $sent->operation,
            $sent->idempotencyKey,
            $isRetryable,
            $previous,
        );
    }

    public static function refusal(Sent $sent, Response $response): KairaError
    {
        [$code, $message, $details] = self::errorIn($response->status, self::parsed($response->body));
        preg_match('/<([^>]*)>; *rel="help"/', $response->headers['link'] ?? '', $help);
        $unread = "$sent->operation: status $response->status, and no error of Kaira. Is the baseUrl right?";
        return new KairaError(
            $message ?? $unread,
            errorCode: $code,
            status: $response->status,
            details: $details,
            requestId: $response->headers['x-request-id'] ?? null,
            help: $help[1] ?? null,
            retryAfterSeconds: self::secondsOf($response->headers['retry-after'] ?? null),
            operation: $sent->operation,
            idempotencyKey: $sent->idempotencyKey,
            isRetryable: Repeats::isRepeatable($sent->operation, $response->status, $code),
        );
    }

    /**
     * The key is in nothing that is printed.
     *
     * @return array<string, string>
     */
    public function __debugInfo(): array
    {
        return ['address' => $this->address];
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('A client of Kaira holds its key, and is not written down.');
    }

    private function once(Sent $sent, float $timeoutSeconds): mixed
    {
        try {
            $response = $this->sender->send($sent->request, $timeoutSeconds);
        } catch (NoAnswer $error) {
            throw self::lost($sent, $error->getMessage(), $error);
        }
        $body = self::parsed($response->body);
        $isSuccess = $response->status >= 200 && $response->status < 300;
        $isReadiness = $sent->operation === 'readyz' && $response->status === 503 && $body !== null;
        if (!$isSuccess && !$isReadiness) {
            throw self::refusal($sent, $response);
        }
        if ($body === null) {
            throw self::lost($sent, "the answer with status $response->status is not JSON");
        }
        return Description::OPERATIONS[$sent->operation][2] ? $body['data'] : $body;
    }

    /**
     * The error of the body: with error.code, or flat, where 401 and the plain 403 name no code.
     *
     * @param ?array<string, mixed> $body
     * @return array{string, ?string, array<string, mixed>}
     */
    private static function errorIn(int $status, ?array $body): array
    {
        $error = $body['error'] ?? null;
        if (is_array($error) && is_string($error['code'] ?? null)) {
            return [$error['code'], $error['message'] ?? null, $error['details'] ?? []];
        }
        if (is_string($error) && is_string($body['message'] ?? null)) {
            return [$body['code'] ?? ($status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN'), $body['message'], []];
        }
        return ['UNEXPECTED_ANSWER', null, []];
    }

    /** Retry-After in seconds; proxies may send a date. */
    private static function secondsOf(?string $header): ?float
    {
        if ($header === null || preg_match('/^[0-9]+$/D', $header) === 1) {
            return $header === null ? null : (float) $header;
        }
        $at = strtotime($header);
        return $at === false ? null : (float) max(0, $at - time());
    }

    /** @return ?array<string, mixed> */
    private static function parsed(string $text): ?array
    {
        $body = json_decode($text, true, 512, JSON_BIGINT_AS_STRING);
        return is_array($body) ? $body : null;
    }

    /**
     * An empty array of PHP would be sent as a list where an object is meant.
     *
     * @param array<string, mixed> $body
     */
    private static function json(array $body): string
    {
        foreach (Description::OBJECT_FIELDS as $name) {
            if (($body[$name] ?? null) === []) {
                $body[$name] = new \stdClass();
            }
        }
        try {
            return json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException("The body is not JSON: {$error->getMessage()}", 0, $error);
        }
    }

    /** One segment of a path. `.` and `..` would be taken for steps along it, in whatever way they are written. */
    private static function segment(string $value): string
    {
        if (in_array($value, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException(
                "No path can hold \"$value\". Look the transaction up by its transaction_id; " .
                "transactions->list(['reference' => …]) tells it.",
            );
        }
        return rawurlencode($value);
    }

    private static function checkTries(float $timeoutSeconds, int $maxRetries): void
    {
        if (!($timeoutSeconds > 0) || $maxRetries < 0) {
            throw new \InvalidArgumentException('timeoutSeconds is above 0, and maxRetries from 0.');
        }
    }

    private static function checkedBaseUrl(?string $baseUrl, string $apiKey, bool $allowInsecureHttp): string
    {
        if ($baseUrl === null && str_starts_with($apiKey, 'sk_live_')) {
            throw new \InvalidArgumentException('With a live key the baseUrl is needed: the address of your gateway.');
        }
        $url = $baseUrl ?? 'http://localhost:3000';
        $form = '~^(https?)://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?(/[A-Za-z0-9._\~/-]*)?$~D';
        if (preg_match($form, $url, $parts) !== 1) {
            throw new \InvalidArgumentException(
                'The baseUrl is not https:// and a host, without user, query and fragment.',
            );
        }
        $isLoopback = preg_match('/^(localhost|127(\.\d+){3}|\[::1\])$/D', $parts[2]) === 1;
        if ($parts[1] === 'http' && !$isLoopback && !$allowInsecureHttp) {
            throw new \InvalidArgumentException('The baseUrl must be https, or the key could be read on its way.');
        }
        return rtrim($url, '/');
    }
}
