<?php

declare(strict_types=1);

namespace Kaira;

use Kaira\Http\CurlSender;
use Kaira\Http\NoAnswer;

/** https://html.spec.whatwg.org/multipage/server-sent-events.html, over as many connections as it takes. */
final class EventStream
{
    /** The gateway says something every 15 s: a line that is silent for longer is dead. */
    private const SILENT_AFTER_SECONDS = 45;
    /** Before a reconnection after an end in good order, which comes every hour and at a restart. */
    private const RECONNECT_WITHIN_SECONDS = 2;

    private string $lastEventId = '';
    private int $failures = 0;

    /** @param array<string, mixed> $query */
    public function __construct(
        private readonly Transport $transport,
        private readonly array $query,
        private readonly int $maxRetries,
        private readonly CurlSender $sender = new CurlSender(),
    ) {
    }

    /** @return \Generator<int, array<string, mixed>> */
    public function events(): \Generator
    {
        $number = 0;
        while (true) {
            try {
                foreach ($this->connection() as $event) {
                    yield $number++ => $event;
                }
                usleep(random_int(0, self::RECONNECT_WITHIN_SECONDS * 1_000_000));
            } catch (KairaError | KairaConnectionError $error) {
                Transport::pauseOrThrow($error, $this->failures, $this->maxRetries);
                $this->failures++;
            }
        }
    }

    /** @return \Generator<int, array<string, mixed>> */
    private function connection(): \Generator
    {
        $headers = ['accept' => 'text/event-stream'];
        if ($this->lastEventId !== '') {
            $headers['last-event-id'] = $this->lastEventId;
        }
        $sent = $this->transport->prepare('openEventStream', [], $this->query, null, null, $headers);
        $chunks = $this->sender->stream($sent->request, self::SILENT_AFTER_SECONDS);
        $rest = '';
        try {
            foreach ($chunks as $chunk) {
                // A block ends with an empty line. What has not ended when the connection does is not read.
                $blocks = explode("\n\n", str_replace("\r\n", "\n", $rest . $chunk));
                $rest = array_pop($blocks);
                foreach ($blocks as $block) {
                    yield from $this->eventsOf($block);
                }
            }
        } catch (NoAnswer $error) {
            throw Transport::lost($sent, $error->getMessage(), $error);
        }
        $refused = $chunks->getReturn();
        if ($refused !== null) {
            throw Transport::refusal($sent, $refused);
        }
    }

    /**
     * Blocks without data move the place, too.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    private function eventsOf(string $block): \Generator
    {
        $this->failures = 0;
        $kind = 'message';
        $data = [];
        foreach (explode("\n", $block) as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $value = preg_replace('/^ /', '', $value) ?? '';
            match ($name) {
                'id' => $this->lastEventId = $value,
                'event' => $kind = $value,
                'data' => $data[] = $value,
                default => null,
            };
        }
        if ($kind === 'message' && $data !== []) {
            yield $this->eventOf(implode("\n", $data));
        }
    }

    /** @return array<string, mixed> */
    private function eventOf(string $text): array
    {
        $message = json_decode($text, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        $body = json_decode($message['body'], true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        if (!isset($body['data'])) {
            throw new \UnexpectedValueException(
                'The endpoint has the payload_form legacy, whose amounts are floats: set it to current.',
            );
        }
        return ['data' => $body['data'], 'cursor' => $this->lastEventId] + $message;
    }
}
