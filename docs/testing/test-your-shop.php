<?php
// A small shop, and five tests of it against the sandbox of Kaira: php test-your-shop.php (PHP 8.2 or later, with curl).
// KAIRA_API_KEY is a test key; KAIRA_URL where Kaira is; PORT where webhooks arrive here; WEBHOOK_URL how Kaira reaches that.

declare(strict_types=1);

$key = getenv('KAIRA_API_KEY') ?: '';
$url = getenv('KAIRA_URL') ?: 'http://localhost:3000';
$port = getenv('PORT') ?: '4006';
$webhookUrl = getenv('WEBHOOK_URL') ?: "http://localhost:$port/webhooks";

// --- The shop: put yours in its place. ---------------------------------------------------------------------------

// What may follow what, in whatever order it is heard of: a later stage is never left for an earlier one.
const STAGES = [
    'PENDING' => 0,
    'AWAITING_LIQUIDITY' => 0,
    'EXPIRED' => 1,
    'CANCELLED' => 1,
    'FAILED' => 1,
    'SUCCEEDED' => 2,
    'REVERSED' => 3,
];

// A real shop keeps all of this in its database, and writes it in one transaction.
final class Shop
{
    public array $statuses = [];
    public array $dealtWith = [];
    public array $parcels = [];

    public function hear(string $eventId, array $payment): void
    {
        if (isset($this->dealtWith[$eventId])) return;
        $this->dealtWith[$eventId] = true;
        ['reference' => $reference, 'status' => $status] = $payment;
        $before = $this->statusOf($reference);
        if ((STAGES[$status] ?? 0) < (STAGES[$before] ?? 0)) return;
        $this->statuses[$reference] = $status;
        // Also of an order that had expired: the money is there.
        if ($payment['type'] === 'collection' && $status === 'SUCCEEDED' && $before !== $status) {
            $this->parcels[] = $reference;
        }
    }

    public function parcelsOf(string $reference): int
    {
        return count(array_keys($this->parcels, $reference, true));
    }

    public function statusOf(string $reference): string
    {
        return $this->statuses[$reference] ?? 'PENDING';
    }
}

$shop = new Shop();

// --- Kaira, by its API and its webhooks. -------------------------------------------------------------------------

// PHP does one thing at a time: while a call to Kaira is under way, what arrives here is answered in between.
function kaira(string $method, string $path, ?array $body = null, ?string $scenario = null): ?array
{
    global $key, $url;
    $headers = ["authorization: Bearer $key", 'content-type: application/json'];
    if ($scenario !== null) {
        $headers[] = "X-Gw-Scenario: $scenario";
    }
    $call = curl_init("$url/api/v1/$path");
    curl_setopt_array($call, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_TIMEOUT => 60,
    ]);
    if ($body !== null) {
        curl_setopt($call, CURLOPT_POSTFIELDS, json_encode($body));
    }
    $calls = curl_multi_init();
    curl_multi_add_handle($calls, $call);
    do {
        curl_multi_exec($calls, $isRunning);
        takeWebhooks();
    } while ($isRunning);
    $text = (string) curl_multi_getcontent($call);
    check(curl_getinfo($call, CURLINFO_RESPONSE_CODE) === 200, "$method $path: $text");
    return json_decode($text, true)['data'];
}

$server = stream_socket_server("tcp://0.0.0.0:$port");
$hooks = [];
$secret = '';

function isGenuine(array $headers, string $body): bool
{
    global $secret;
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = explode(' ', $headers['webhook-signature'] ?? '');
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    return array_filter($signatures, fn (string $each): bool => hash_equals($expected, $each)) !== [];
}

function takeWebhooks(): void
{
    global $server, $hooks, $shop;
    while ($connection = @stream_socket_accept($server, 0.02)) {
        fgets($connection);
        $headers = [];
        while (($line = trim((string) fgets($connection))) !== '') {
            [$name, $value] = explode(':', $line, 2);
            $headers[strtolower($name)] = trim($value);
        }
        $body = stream_get_contents($connection, (int) ($headers['content-length'] ?? 0));
        $isGenuine = isGenuine($headers, $body);
        $told = $isGenuine ? json_decode($body, true) : [];
        // A test event moves nothing; and nobody is to pay a live order with play money.
        if ($isGenuine && !isset($told['test']) && $told['data']['environment'] === 'SANDBOX') {
            $hooks[] = [$told['event'], $told['data']['reference']];
            $shop->hear($headers['webhook-id'], $told['data']);
        }
        $status = $isGenuine ? '200 OK' : '400 Bad Request';
        fwrite($connection, "HTTP/1.1 $status\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        fclose($connection);
    }
}

// Time passes; when this returns, the webhooks of what happened have arrived.
function advance(int $seconds): void
{
    kaira('POST', 'sandbox/advance', ['seconds' => $seconds]);
}

// Every webhook of a payment comes once more, as after an answer that was lost.
function hearAgain(string $reference): void
{
    foreach (kaira('GET', "webhook-deliveries?reference=$reference") as $delivery) {
        kaira('POST', "webhook-deliveries/{$delivery['id']}/resend");
    }
    advance(1);
}

function collect(string $scenario, string $reference): array
{
    $body = ['amount' => '750.00', 'currency' => 'GMD', 'client_reference' => $reference];
    return kaira('POST', 'collections/initiate', $body, $scenario);
}

function payOut(string $scenario, string $reference): array
{
    $body = ['amount' => '25.00', 'currency' => 'GMD', 'client_reference' => $reference];
    return kaira('POST', 'payouts/initiate', $body + ['recipient_mobile' => '+2203456789'], $scenario);
}

// --- The tests. --------------------------------------------------------------------------------------------------

function check(bool $isTrue, string $otherwise): void
{
    $isTrue || throw new RuntimeException($otherwise);
}

function equal(mixed $found, mixed $expected): void
{
    check($found === $expected, json_encode($found) . ' is not ' . json_encode($expected));
}

function heard(string $reference): array
{
    global $hooks;
    return array_column(array_filter($hooks, fn (array $hook): bool => $hook[1] === $reference), 0);
}

$tests = [
    'late success: an order that had expired is paid when its money comes' => function (string $order) use ($shop): void {
        collect('late_success', $order);
        advance(60);
        equal(heard($order), ['payment.expired', 'payment.succeeded']);
        hearAgain($order);
        equal($shop->parcelsOf($order), 1);
        equal($shop->statusOf($order), 'SUCCEEDED');
    },
    'webhooks twice, and in reverse: each order is sent once, and stays paid' => function (string $order) use ($shop): void {
        collect('duplicate_webhook', "$order-twice");
        collect('webhooks_out_of_order', "$order-reversed");
        advance(60);
        equal(heard("$order-twice"), ['payment.succeeded', 'payment.succeeded']);
        equal(heard("$order-reversed"), ['payment.succeeded', 'payment.expired']);
        foreach (["$order-twice", "$order-reversed"] as $each) {
            equal($shop->parcelsOf($each), 1);
            equal($shop->statusOf($each), 'SUCCEEDED');
        }
    },
    'unknown for an hour: nothing is sent, and nobody is charged a second time' => function (string $order) use ($shop): void {
        $first = collect('unknown_then_success', $order);
        equal(kaira('GET', "collections/status/$order")['status'], 'PENDING');
        equal($shop->parcelsOf($order), 0);
        // The customer presses Pay again: the same reference is the same collection.
        equal(collect('unknown_then_success', $order)['transaction_id'], $first['transaction_id']);
        advance(3600);
        hearAgain($order);
        equal($shop->parcelsOf($order), 1);
    },
    'held payout: it is on its way, and not to be paid again' => function (string $payout) use ($shop): void {
        equal(payOut('float_short', $payout)['status'], 'AWAITING_LIQUIDITY');
        advance(60);
        equal($shop->statusOf($payout), 'AWAITING_LIQUIDITY');
        advance(3600);
        equal($shop->statusOf($payout), 'SUCCEEDED');
    },
    'reversal: a payout that had arrived comes back, and the recipient is owed it' => function (string $payout) use ($shop): void {
        equal(payOut('reversed', $payout)['status'], 'SUCCEEDED');
        advance(60);
        equal(heard($payout), ['payout.succeeded', 'payout.reversed']);
        equal($shop->statusOf($payout), 'REVERSED');
    },
];

$endpoint = kaira('POST', 'webhook-endpoints', ['url' => $webhookUrl]);
$secret = $endpoint['secret'];
$failed = false;
try {
    // Payouts need a balance.
    collect('success', 'stock-' . bin2hex(random_bytes(8)));
    advance(60);
    foreach (array_keys($tests) as $number => $name) {
        try {
            $tests[$name]("test-$number-" . bin2hex(random_bytes(8)));
            echo "ok $name\n";
        } catch (RuntimeException $error) {
            $failed = true;
            echo "not ok $name\n{$error->getMessage()}\n";
        }
    }
} finally {
    kaira('DELETE', "webhook-endpoints/{$endpoint['id']}");
}
exit($failed ? 1 : 0);
