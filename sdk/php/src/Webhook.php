<?php

declare(strict_types=1);

namespace Kaira;

final class Webhook
{
    /**
     * The event of a webhook: id, event, data, and "test" => true for one that you asked for.
     *
     * $body is the exact bytes that came: file_get_contents('php://input'), Laravel's and Symfony's
     * $request->getContent(), PSR-7's (string) $request->getBody(). $headers have any case, as getallheaders(), $_SERVER,
     * $request->headers->all() or PSR-7's getHeaders() have them.
     *
     * Guarantee: who sent it knows the secret, and sent these bytes at most $toleranceSeconds ago under this id. A replay
     * within that time has the same id: do nothing for an id that you have dealt with. While a secret is being replaced,
     * the one before and the new one both verify. Throws WebhookVerificationError, and \InvalidArgumentException for a
     * secret that is none. https://www.standardwebhooks.com/
     *
     * @param array<array-key, mixed> $headers
     * @return array{id: string, event: string, data: array<string, mixed>, test?: bool, ...}
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string $secret,
        int $toleranceSeconds = 300,
    ): array {
        if (preg_match('~^whsec_[A-Za-z0-9+/]{43}=$~D', $secret) !== 1) {
            throw new \InvalidArgumentException(
                'The secret is not whsec_ and 44 characters, as it was shown with the endpoint.',
            );
        }
        $found = self::byName($headers);
        $id = self::required($found, 'webhook-id');
        $timestamp = self::required($found, 'webhook-timestamp');
        $signatures = self::required($found, 'webhook-signature');
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookVerificationError('webhook-timestamp is not a number of seconds');
        }
        if (abs(time() - (int) $timestamp) > $toleranceSeconds) {
            throw new WebhookVerificationError(
                "webhook-timestamp is more than $toleranceSeconds seconds from the time here",
            );
        }
        $key = base64_decode(substr($secret, strlen('whsec_')));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        $matches = 0;
        // Every one is compared, each in constant time.
        foreach (explode(' ', $signatures) as $given) {
            $matches += (int) hash_equals($expected, $given);
        }
        if ($matches === 0) {
            throw new WebhookVerificationError('no signature matches');
        }
        return self::eventOf($id, $body);
    }

    /**
     * @param array<array-key, mixed> $headers
     * @return array<string, string>
     */
    private static function byName(array $headers): array
    {
        $found = [];
        foreach ($headers as $name => $value) {
            // $_SERVER has HTTP_WEBHOOK_ID, and much that is no header.
            $plain = strtr(strtolower(preg_replace('/^HTTP_/', '', (string) $name) ?? ''), '_', '-');
            if (str_starts_with($plain, 'webhook-')) {
                $found[$plain] = implode(' ', array_filter((array) $value, is_string(...)));
            }
        }
        return $found;
    }

    /** @param array<string, string> $headers */
    private static function required(array $headers, string $name): string
    {
        if (($headers[$name] ?? '') === '') {
            throw new WebhookVerificationError("$name is missing");
        }
        return $headers[$name];
    }

    /** @return array{id: string, event: string, data: array<string, mixed>, test?: bool, ...} */
    private static function eventOf(string $id, string $body): array
    {
        $event = json_decode($body, true, 512, JSON_BIGINT_AS_STRING);
        if (json_last_error() !== JSON_ERROR_NONE) {
            throw new WebhookVerificationError('the body is not JSON');
        }
        if (is_array($event) && is_string($event['event'] ?? null) && is_array($event['data'] ?? null)) {
            return ['id' => $id] + $event;
        }
        // Its amounts are JSON numbers, which would be read as floats.
        throw new WebhookVerificationError(
            'the endpoint has the payload_form legacy: set it to current with webhookEndpoints->update',
        );
    }
}
