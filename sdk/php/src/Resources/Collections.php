<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;

/**
 * Money in.
 *
 * @phpstan-import-type Collection from Description
 * @phpstan-import-type CollectionScenario from Description
 * @phpstan-import-type CollectionStatus from Description
 * @phpstan-import-type InitiateCollectionBody from Description
 */
final class Collections extends Resource
{
    /**
     * Asks a customer for a payment: send them to redirect_url, or do what next_action says.
     *
     * Guarantee: one collection for a client_reference, however often this is called with the same body; a repeat
     * answers it as it stands now, so this is repeated after a lost answer too. With a test key, $scenario decides
     * what becomes of it.
     *
     * @param InitiateCollectionBody $body
     * @param CollectionScenario|null $scenario
     * @return Collection
     */
    public function initiate(array $body, ?string $scenario = null, mixed ...$options): array
    {
        return $this->transport->call('initiateCollection', ...$options, body: $body, scenario: $scenario);
    }

    /**
     * How it stands, by your client_reference or by its transaction_id; of several attempts the newest.
     *
     * @return CollectionStatus
     */
    public function get(string $referenceOrId, mixed ...$options): array
    {
        return $this->transport->call('getCollection', ...$options, path: ['reference' => $referenceOrId]);
    }

    /**
     * Gives the one-time password. INVALID_OTP for a wrong one, with details['attempts_remaining'].
     *
     * Not repeated after a lost answer: a wrong code would use another of the three tries. Call get then.
     *
     * @return Collection
     */
    public function submitOtp(string $transactionId, #[\SensitiveParameter] string $otp, mixed ...$options): array
    {
        return $this->transport->call('submitOtp', ...$options, path: ['transactionId' => $transactionId], body: ['otp' => $otp]);
    }

    /**
     * Has the one-time password sent again: three times at most, a minute apart.
     *
     * @return Collection
     */
    public function resendOtp(string $transactionId, mixed ...$options): array
    {
        return $this->transport->call('resendOtp', ...$options, path: ['transactionId' => $transactionId]);
    }

    /**
     * Closes a PENDING one. Look at status: SUCCEEDED if the customer had paid, else CANCELLED.
     *
     * @return CollectionStatus
     */
    public function cancel(string $transactionId, mixed ...$options): array
    {
        return $this->transport->call('cancelCollection', ...$options, path: ['transactionId' => $transactionId]);
    }
}
