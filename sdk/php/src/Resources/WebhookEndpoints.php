<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;

/**
 * Where your webhooks go.
 *
 * @phpstan-import-type CreateEndpointBody from Description
 * @phpstan-import-type CreatedWebhookEndpoint from Description
 * @phpstan-import-type DebugSignatureBody from Description
 * @phpstan-import-type DebugSignatureData from Description
 * @phpstan-import-type ReplayEndpointBody from Description
 * @phpstan-import-type ReplayEndpointData from Description
 * @phpstan-import-type RotateSecretData from Description
 * @phpstan-import-type SendTestEventBody from Description
 * @phpstan-import-type SendTestEventData from Description
 * @phpstan-import-type UpdateEndpointBody from Description
 * @phpstan-import-type WebhookEndpoint from Description
 */
final class WebhookEndpoints extends Resource
{
    /** @return list<WebhookEndpoint> */
    public function list(mixed ...$options): array
    {
        return $this->transport->call('listEndpoints', ...$options);
    }

    /**
     * Keep the secret of the answer: it is shown this once.
     *
     * @param CreateEndpointBody $body
     * @return CreatedWebhookEndpoint
     */
    public function create(array $body, mixed ...$options): array
    {
        return $this->transport->call('createEndpoint', ...$options, body: $body);
    }

    /** @return WebhookEndpoint */
    public function get(string $id, mixed ...$options): array
    {
        return $this->transport->call('getEndpoint', ...$options, path: ['id' => $id]);
    }

    /**
     * @param UpdateEndpointBody $body
     * @return WebhookEndpoint
     */
    public function update(string $id, array $body, mixed ...$options): array
    {
        return $this->transport->call('updateEndpoint', ...$options, path: ['id' => $id], body: $body);
    }

    /** @return WebhookEndpoint */
    public function delete(string $id, mixed ...$options): array
    {
        return $this->transport->call('deleteEndpoint', ...$options, path: ['id' => $id]);
    }

    /**
     * The secret before stays good for a while; this one is shown this once.
     *
     * @return RotateSecretData
     */
    public function rotateSecret(string $id, mixed ...$options): array
    {
        return $this->transport->call('rotateSecret', ...$options, path: ['id' => $id]);
    }

    /**
     * Sends an example, and answers what your server said to it.
     *
     * @param SendTestEventBody $body
     * @return SendTestEventData
     */
    public function test(string $id, array $body = [], mixed ...$options): array
    {
        return $this->transport->call('sendTestEvent', ...$options, path: ['id' => $id], body: $body);
    }

    /**
     * @param ReplayEndpointBody $body
     * @return ReplayEndpointData
     */
    public function replay(string $id, array $body = [], mixed ...$options): array
    {
        return $this->transport->call('replayEndpoint', ...$options, path: ['id' => $id], body: $body);
    }

    /**
     * Why a signature does not verify, from what your server received. Give either body or body_base64.
     *
     * @param DebugSignatureBody $body
     * @return DebugSignatureData
     */
    public function debugSignature(string $id, array $body, mixed ...$options): array
    {
        return $this->transport->call('debugSignature', ...$options, path: ['id' => $id], body: $body);
    }
}
