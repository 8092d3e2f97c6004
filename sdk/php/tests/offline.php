<?php

declare(strict_types=1);

// What needs no gateway: a server of the test's own answers what it is told. php tests/offline.php

use Kaira\Amounts;
use Kaira\Description;
use Kaira\Kaira;
use Kaira\KairaConnectionError;
use Kaira\KairaError;
use Kaira\Repeats;
use Kaira\Webhook;
use Kaira\WebhookVerificationError;

require __DIR__ . '/../autoload.php';
error_reporting(E_ALL);
ini_set('zend.exception_ignore_args', '0');
set_error_handler(static fn ($level, $message, $file, $line) => throw new ErrorException($message, 0, $level, $file, $line));

const KEY = 'sk_test_0000000000000000000000000000000000000000000';
const DONE = [200, ['status' => 'success', 'data' => ['ok' => true]]];

function refused(int $status, string $code, array $details = [], array $headers = []): array
{
    $error = ['code' => $code, 'message' => 'It is.', 'details' => (object) $details];
    return [$status, ['status' => 'error', 'error' => $error], $headers];
}

final class Fake
{
    private $process;
    private array $pipes = [];
    private string $url;

    public function __construct(?array ...$answers)
    {
        $command = [PHP_BINARY, __DIR__ . '/fake-gateway.php', base64_encode(json_encode($answers))];
        $this->process = proc_open($command, [1 => ['pipe', 'w']], $this->pipes);
        $this->url = 'http://127.0.0.1:' . trim(fgets($this->pipes[1]));
    }

    public function client(int $maxRetries = 3, float $timeoutSeconds = 30): Kaira
    {
        return new Kaira(KEY, $this->url, maxRetries: $maxRetries, timeoutSeconds: $timeoutSeconds);
    }

    public function __destruct()
    {
        proc_terminate($this->process);
    }

    /** What has come until now. */
    public function requests(): array
    {
        proc_terminate($this->process);
        $lines = array_filter(explode("\n", stream_get_contents($this->pipes[1])));
        return array_map(static fn (string $line): array => json_decode($line, true), array_values($lines));
    }
}

function same(mixed $found, mixed $expected): void
{
    if ($found !== $expected) {
        throw new RuntimeException(var_export($found, true) . ' is not ' . var_export($expected, true));
    }
}

/** @template T of Throwable @param class-string<T> $class @return T */
function thrown(string $class, Closure $what): Throwable
{
    try {
        $what();
    } catch (Throwable $error) {
        return is_a($error, $class) ? $error : throw $error;
    }
    throw new RuntimeException("no $class was thrown");
}

function page(array $data, ?string $cursor): array
{
    return [200, ['status' => 'success', 'data' => $data, 'pagination' => ['limit' => 2, 'next_cursor' => $cursor]]];
}

define('SECRET', 'whsec_' . base64_encode(implode('', array_map(chr(...), range(0, 31)))));
const BODY = '{"event":"payment.succeeded","data":{"amount":"1.00"}}';

function signed(string $body = BODY, ?int $at = null, string $secret = SECRET): array
{
    $at = (string) ($at ?? time());
    $key = base64_decode(substr($secret, 6));
    return [
        'Webhook-Id' => 'e-1',
        'Webhook-Timestamp' => $at,
        'Webhook-Signature' => 'v1,' . base64_encode(hash_hmac('sha256', "e-1.$at.$body", $key, true)),
    ];
}

$tests = [
    'every operation has a call of its own but for the rails' => function (): void {
        $text = implode('', array_map(file_get_contents(...), glob(__DIR__ . '/../src/{Resources/*,EventStream}.php', GLOB_BRACE)));
        $missing = array_filter(array_keys(Description::OPERATIONS), fn (string $each): bool => !str_contains($text, "'$each'"));
        same(array_values($missing), ['receiveNotice']);
    },
    'a repeat sends the same bytes and the same key' => function (): void {
        $fake = new Fake(null, refused(503, 'SERVICE_UNAVAILABLE', [], ['retry-after' => '0']), DONE);
        same($fake->client()->sandbox->fundFloat(['provider' => 'PROVIDER_W', 'amount' => '1.00']), ['ok' => true]);
        $requests = $fake->requests();
        same(count($requests), 3);
        same(count(array_unique(array_map(fn ($each) => $each['headers']['idempotency-key'], $requests))), 1);
        same(array_unique(array_column($requests, 'body')), ['{"provider":"PROVIDER_W","amount":"1.00"}']);
    },
    'money is repeated under its reference, without a key' => function (): void {
        $fake = new Fake(null, DONE);
        $fake->client()->payouts->initiate(['client_reference' => 'a'], scenario: 'reversed');
        $requests = $fake->requests();
        same(count($requests), 2);
        same($requests[1]['headers']['x-gw-scenario'], 'reversed');
        same($requests[1]['headers']['idempotency-key'] ?? null, null);
        same($requests[0], $requests[1]);
    },
    'a code is not sent again after a lost answer' => function (): void {
        $fake = new Fake(null, DONE);
        $error = thrown(KairaConnectionError::class, fn () => $fake->client()->collections->submitOtp('x', '000000'));
        same($error->isRetryable, false);
        same(count($fake->requests()), 1);
    },
    'only what passes is repeated, and as often as was said' => function (): void {
        $fake = new Fake(refused(422, 'INVALID_AMOUNT'));
        thrown(KairaError::class, fn () => $fake->client()->account->balance());
        same(count($fake->requests()), 1);
        $fake = new Fake(refused(503, 'SERVICE_UNAVAILABLE', [], ['retry-after' => '0']));
        $error = thrown(KairaError::class, fn () => $fake->client(maxRetries: 1)->account->balance());
        same([count($fake->requests()), $error->isRetryable], [2, true]);
        $fake = new Fake(null);
        thrown(KairaConnectionError::class, fn () => $fake->client()->account->balance(maxRetries: 0));
        same(count($fake->requests()), 1);
    },
    'a redirect is no way for the key' => function (): void {
        $fake = new Fake([302, '', ['location' => 'http://127.0.0.1:1/']]);
        $error = thrown(KairaError::class, fn () => $fake->client()->account->balance());
        same([$error->errorCode, count($fake->requests())], ['UNEXPECTED_ANSWER', 1]);
    },
    'a long wait is not made' => function (): void {
        $fake = new Fake(refused(429, 'RATE_LIMITED', [], ['retry-after' => '31']));
        $error = thrown(KairaError::class, fn () => $fake->client()->account->balance());
        same([$error->retryAfterSeconds, count($fake->requests())], [31.0, 1]);
    },
    'errors say what they are' => function (): void {
        $headers = ['link' => '<https://pay.example.com/docs/errors#INVALID_OTP>; rel="help"', 'x-request-id' => 'r-1'];
        $fake = new Fake(refused(422, 'INVALID_OTP', ['attempts_remaining' => 2], $headers));
        $error = thrown(KairaError::class, fn () => $fake->client()->collections->submitOtp('x', '1'));
        same([$error->details, $error->requestId, $error->status], [['attempts_remaining' => 2], 'r-1', 422]);
        same($error->help, 'https://pay.example.com/docs/errors#INVALID_OTP');
        $fake = new Fake([401, ['error' => 'Unauthorized', 'message' => 'No key.']]);
        $error = thrown(KairaError::class, fn () => $fake->client()->account->balance());
        same([$error->errorCode, $error->getMessage()], ['UNAUTHORIZED', 'No key.']);
    },
    'an answer that is cut off or no JSON is none' => function (): void {
        $fake = new Fake([200, '{"status":', []]);
        thrown(KairaConnectionError::class, fn () => $fake->client(maxRetries: 0)->account->balance());
        $fake = new Fake([200, '{"status":"success","data":{}}', ['content-length' => '9999']]);
        thrown(KairaConnectionError::class, fn () => $fake->client(maxRetries: 0)->account->balance());
    },
    'what stands in a path is one segment' => function (): void {
        $fake = new Fake(DONE);
        $client = $fake->client();
        $client->payouts->get('a/b ?é');
        foreach (['', '.', '..'] as $each) {
            thrown(InvalidArgumentException::class, fn () => $client->payouts->get($each));
        }
        same($fake->requests()[0]['path'], '/api/v1/payouts/status/a%2Fb%20%3F%C3%A9');
    },
    'an empty array is an object where one is meant, and null is sent' => function (): void {
        $fake = new Fake(DONE);
        $client = $fake->client();
        $client->webhookEndpoints->test('x');
        $client->refunds->initiate(['collection' => 'o', 'metadata' => []]);
        $client->recipients->update('x', ['note' => null]);
        same(array_column($fake->requests(), 'body'), ['{}', '{"collection":"o","metadata":{}}', '{"note":null}']);
    },
    'an option that there is not, and a line in a header, are refused' => function (): void {
        $fake = new Fake(DONE);
        $client = $fake->client();
        thrown(Error::class, fn () => $client->account->balance(timeout: 3));
        thrown(InvalidArgumentException::class, fn () => $client->payouts->initiate([], scenario: "a\r\nb: c"));
        thrown(InvalidArgumentException::class, fn () => $client->sandbox->advance(['seconds' => 1], idempotencyKey: ''));
        thrown(InvalidArgumentException::class, fn () => $client->sandbox->advance(['note' => "\xff"]));
        same($fake->requests(), []);
    },
    'an address that would show the key is refused' => function (): void {
        $addresses = ['http://pay.example.com', 'ftp://pay.example.com', 'https://someone@pay.example.com', 'https://x/?y=1',
            'http://localhost\\@pay.example.com', "https://x\n", 'http://localhost.example.com'];
        foreach ($addresses as $each) {
            thrown(InvalidArgumentException::class, fn () => new Kaira(KEY, $each));
        }
        thrown(InvalidArgumentException::class, fn () => new Kaira('sk_live_' . str_repeat('0', 43)));
        new Kaira(KEY, 'http://10.0.0.1', allowInsecureHttp: true);
        new Kaira(KEY, 'http://[::1]:3000/kaira/');
    },
    'the key is in nothing that is printed or written down' => function (): void {
        $error = thrown(InvalidArgumentException::class, fn () => new Kaira('secret-thing'));
        same(str_contains(print_r($error, true), 'secret-thing'), false);
        $client = new Kaira(KEY);
        same(str_contains(print_r($client, true), KEY), false);
        thrown(LogicException::class, fn () => serialize($client));
        $lost = thrown(KairaConnectionError::class, fn () => (new Kaira(KEY, 'http://127.0.0.1:1', maxRetries: 0))->account->balance());
        same(str_contains(print_r($lost, true), KEY), false);
    },
    'a list is walked by cursors' => function (): void {
        $fake = new Fake(page([1, 2], 'c1'), page([3], null));
        same(iterator_to_array($fake->client()->events->list(['limit' => 2])), [1, 2, 3]);
        $requests = $fake->requests();
        same($requests[1]['path'], '/api/v1/events?limit=2&cursor=c1');
        $fake = new Fake(page([1], 'c1'));
        thrown(UnexpectedValueException::class, fn () => iterator_to_array($fake->client()->events->list()));
    },
    'a stream goes on where it was' => function (): void {
        $block = function (int $number): string {
            $body = json_encode(['event' => 'payment.succeeded', 'data' => ['reference' => (string) $number]]);
            $message = json_encode(['id' => "e$number", 'event' => 'payment.succeeded', 'body' => $body, 'headers' => []]);
            return "id: c$number\ndata: $message\n\n";
        };
        $busy = refused(503, 'SERVICE_UNAVAILABLE', [], ['retry-after' => '0']);
        $fake = new Fake([200, ": hello\n\n" . $block(1) . 'data: {"cut'], $busy, [200, $block(2)]);
        $cursors = [];
        foreach ($fake->client()->events->stream() as $event) {
            $cursors[] = [$event['cursor'], $event['data']['reference']];
            if (count($cursors) === 2) {
                break;
            }
        }
        same($cursors, [['c1', '1'], ['c2', '2']]);
        $requests = $fake->requests();
        same([$requests[0]['headers']['last-event-id'] ?? null, $requests[2]['headers']['last-event-id']], [null, 'c1']);
        $fake = new Fake(refused(403, 'FORBIDDEN'));
        thrown(KairaError::class, fn () => $fake->client()->events->stream()->current());
    },
    'money by reference needs no key, and everything else has one' => function (): void {
        $without = array_filter(
            array_keys(Description::OPERATIONS),
            fn ($each) => Description::OPERATIONS[$each][0] === 'POST' && !Repeats::makesKey($each) && $each !== 'receiveNotice',
        );
        sort($without);
        same($without, ['createRecipient', 'initiateCollection', 'initiatePayout', 'initiateRefund', 'quotePayout',
            'resendOtp', 'sendPayout', 'submitOtp']);
        same(Repeats::isRepeatable('resendOtp', 503, 'PROVIDER_UNAVAILABLE'), false);
        same(Repeats::isRepeatable('submitOtp', 503, 'PROVIDER_UNAVAILABLE'), true);
        foreach ([0.5, 1, 2, 4, 8, 8] as $retries => $ceiling) {
            $pause = Repeats::pauseSeconds($retries, null);
            same($pause >= 0 && $pause <= $ceiling, true);
        }
    },
    'amounts, there and back' => function (): void {
        foreach (['150.5' => 15050, '0.01' => 1, '-12.50' => -1250, '0' => 0, '92233720368547758.07' => PHP_INT_MAX] as $text => $bututs) {
            same(Amounts::toBututs((string) $text), $bututs);
        }
        same(array_map(Amounts::fromBututs(...), [15050, 1, -1250, 0]), ['150.50', '0.01', '-12.50', '0.00']);
        foreach (['1,5', '1.234', '', '01.00', '1e2', "1\n", '92233720368547758.08'] as $text) {
            thrown(InvalidArgumentException::class, fn () => Amounts::toBututs($text));
        }
    },
    'a webhook that is signed is taken, whatever form its headers have' => function (): void {
        $event = Webhook::verify(BODY, signed(), SECRET);
        same([$event['id'], $event['data']['amount']], ['e-1', '1.00']);
        $headers = signed();
        foreach ($headers as $name => $value) {
            $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
            $lists[strtolower($name)] = [$value];
        }
        Webhook::verify(BODY, $server + ['argv' => ['x'], 'REQUEST_TIME' => 1], SECRET);
        Webhook::verify(BODY, $lists, SECRET);
        $headers['Webhook-Signature'] = 'v2,x v1,' . str_repeat('A', 43) . "= {$headers['Webhook-Signature']}";
        Webhook::verify(BODY, $headers, SECRET);
    },
    'a webhook that is not is refused' => function (): void {
        $other = 'whsec_' . base64_encode(str_repeat("\0", 32));
        $cases = [
            [BODY . ' ', signed()],
            [BODY, signed(at: time() - 400)],
            [BODY, signed(at: time() + 400)],
            [BODY, signed(secret: $other)],
            [BODY, ['Webhook-Id' => 'e-2'] + signed()],
            [BODY, ['Webhook-Timestamp' => (string) (time() + 1)] + signed()],
            [BODY, ['Webhook-Id' => 'e-1']],
            [BODY, ['Webhook-Signature' => ''] + signed()],
            ['{"amount":1}', signed('{"amount":1}')],
            ['nothing', signed('nothing')],
            ['null', signed('null')],
        ];
        foreach ($cases as [$body, $headers]) {
            thrown(WebhookVerificationError::class, fn () => Webhook::verify($body, $headers, SECRET));
        }
        thrown(InvalidArgumentException::class, fn () => Webhook::verify(BODY, signed(), ''));
    },
];

$failed = 0;
foreach ($tests as $title => $test) {
    try {
        $test();
        echo "ok $title\n";
    } catch (Throwable $error) {
        $failed++;
        echo "not ok $title\n$error\n";
    }
}
echo count($tests) - $failed, " passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
