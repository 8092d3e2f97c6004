<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;
use Kaira\Listing;

/**
 * Whom you pay, by names of your own.
 *
 * @phpstan-import-type CreateRecipientBody from Description
 * @phpstan-import-type Recipient from Description
 * @phpstan-import-type UpdateRecipientBody from Description
 */
final class Recipients extends Resource
{
    /**
     * $query may have q, which is looked for in names and numbers.
     *
     * @param array<string, mixed> $query
     * @return Listing<Recipient>
     */
    public function list(array $query = [], mixed ...$options): Listing
    {
        return $this->listing('listRecipients', $query, $options);
    }

    /**
     * Saves one. A number that is saved already is answered as it stands.
     *
     * @param CreateRecipientBody $body
     * @return Recipient
     */
    public function create(array $body, mixed ...$options): array
    {
        return $this->transport->call('createRecipient', ...$options, body: $body);
    }

    /** @return Recipient */
    public function get(string $id, mixed ...$options): array
    {
        return $this->transport->call('getRecipient', ...$options, path: ['id' => $id]);
    }

    /**
     * Changes what is given; null takes a note or a provider away.
     *
     * @param UpdateRecipientBody $body
     * @return Recipient
     */
    public function update(string $id, array $body, mixed ...$options): array
    {
        return $this->transport->call('updateRecipient', ...$options, path: ['id' => $id], body: $body);
    }

    /** @return Recipient */
    public function delete(string $id, mixed ...$options): array
    {
        return $this->transport->call('deleteRecipient', ...$options, path: ['id' => $id]);
    }
}
