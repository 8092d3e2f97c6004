<?php
// Verifies a webhook from Kaira. PHP 8.0 or newer, no extension beyond those of every build.
//
//   require 'verify.php';
//   $event = Kaira\verify_webhook(getenv('KAIRA_WEBHOOK_SECRET'));
//
// Laravel and Symfony: Kaira\verify_webhook($secret, $request->getContent(), $request->server->all()).
// A WebhookError says why a request is not to be trusted: answer 400. The signature is that of the exact bytes; JSON
// that was decoded and encoded again has other bytes.

declare(strict_types=1);

namespace Kaira;

const TOLERANCE_SECONDS = 300;

final class WebhookError extends \RuntimeException
{
}

/**
 * Verifies webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks). This is all you need.
 *
 * $event['id'] is the same in every attempt, and signed: do nothing for an id that you have dealt with.
 */
function verify_webhook(string|false|null $secret, ?string $body = null, ?array $server = null): array
{
    $body ??= (string) file_get_contents('php://input');
    $server ??= $_SERVER;
    $key = base64_decode(substr(checked_secret($secret), strlen('whsec_')));
    $id = required_header($server, 'webhook-id');
    $timestamp = required_header($server, 'webhook-timestamp');
    $signatures = required_header($server, 'webhook-signature');

    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        throw new WebhookError('webhook-timestamp is not a number of seconds');
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new WebhookError('webhook-timestamp is more than 5 minutes from the time here');
    }

    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is being replaced there are two signatures: one by the new secret, one by the previous one.
    preg_match_all('~\bv1,[A-Za-z0-9+/]{43}=~', $signatures, $given);
    foreach ($given[0] as $each) {
        if (hash_equals($expected, $each)) {
            return ['id' => $id] + parse($body);
        }
    }
    throw new WebhookError('no signature matches');
}

/**
 * Verifies x-gw-signature alone, for when you cannot use the above. It covers the body and nothing else: no id, and no
 * time, so that a request which somebody recorded is accepted for ever. Remember what you have dealt with.
 */
function verify_body_signature(string|false|null $secret, ?string $body = null, ?array $server = null): array
{
    $body ??= (string) file_get_contents('php://input');
    $server ??= $_SERVER;
    $key = checked_secret($secret);
    $given = required_header($server, 'x-gw-signature');
    $previous = header_value($server, 'x-gw-signature-previous');
    $expected = hash_hmac('sha256', $body, $key);
    if (!hash_equals($expected, $given) && !hash_equals($expected, $previous)) {
        throw new WebhookError('no signature matches');
    }
    return parse($body);
}

function checked_secret(string|false|null $secret): string
{
    if (preg_match('~^whsec_[A-Za-z0-9+/]{43}=$~D', (string) $secret) !== 1) {
        throw new WebhookError('the secret is not whsec_ and 44 characters');
    }
    return $secret;
}

function required_header(array $server, string $name): string
{
    $value = header_value($server, $name);
    if ($value === '') {
        throw new WebhookError("$name is missing");
    }
    return $value;
}

function header_value(array $server, string $name): string
{
    return (string) ($server['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? '');
}

function parse(string $body): array
{
    $event = json_decode($body, true);
    if (!is_array($event)) {
        throw new WebhookError('the body is not JSON');
    }
    return $event;
}
