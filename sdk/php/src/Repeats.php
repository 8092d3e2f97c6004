<?php

declare(strict_types=1);

namespace Kaira;

/** What a call may be repeated after. The same rules as in the TypeScript SDK (sdk/typescript/src/repeats.ts). */
final class Repeats
{
    public const LONGEST_RETRY_AFTER_SECONDS = 30;

    /** The reference is never used twice, for ever, or nothing is changed twice: a key adds nothing. */
    private const WITHOUT_KEY = [
        'initiateCollection',
        'initiatePayout',
        'sendPayout',
        'initiateRefund',
        'quotePayout',
        'createRecipient',
        'submitOtp',
        'resendOtp',
    ];
    /** A wrong code uses one of three tries, a message may be on its way: only after what surely did nothing. */
    private const ONLY_AFTER = [
        'submitOtp' => ['RATE_LIMITED', 'PROVIDER_UNAVAILABLE'],
        'resendOtp' => ['RATE_LIMITED'],
    ];
    private const PASSING = [429, 500, 502, 503, 504];
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const LONGEST_PAUSE_SECONDS = 8.0;

    /** Whether the call gets an Idempotency-Key of its own, the same in each try. The gateway reads it with POST only. */
    public static function makesKey(string $operation): bool
    {
        return Description::OPERATIONS[$operation][0] === 'POST' && !in_array($operation, self::WITHOUT_KEY, true);
    }

    /** Whether the same call may be made again after this answer; a status of null stands for no answer. */
    public static function isRepeatable(string $operation, ?int $status, ?string $code): bool
    {
        if (isset(self::ONLY_AFTER[$operation])) {
            return in_array($code, self::ONLY_AFTER[$operation], true);
        }
        return $status === null || in_array($status, self::PASSING, true);
    }

    /** Exponential with full jitter, and after Retry-After at least. */
    public static function pauseSeconds(int $retries, ?float $retryAfterSeconds): float
    {
        $ceiling = min(self::FIRST_PAUSE_SECONDS * 2 ** $retries, self::LONGEST_PAUSE_SECONDS);
        return ($retryAfterSeconds ?? 0) + mt_rand() / mt_getrandmax() * $ceiling;
    }
}
