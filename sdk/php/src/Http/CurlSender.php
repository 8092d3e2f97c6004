<?php

declare(strict_types=1);

namespace Kaira\Http;

/** By PHP's own curl extension. A connection for each try: none that the other side closed can swallow a call. */
final class CurlSender implements Sender
{
    /** @param array<int, mixed> $options More for curl, such as a proxy or a CA of your own (CURLOPT_CAINFO). */
    public function __construct(#[\SensitiveParameter] private readonly array $options = [])
    {
        if (!extension_loaded('curl')) {
            throw new \LogicException('PHP has no curl here: install ext-curl, or give a Kaira\Http\Psr18Sender.');
        }
    }

    public function send(Request $request, float $timeoutSeconds): Response
    {
        $headers = [];
        $curl = $this->prepare($request, $headers);
        $inMs = max(1, (int) ceil($timeoutSeconds * 1000));
        curl_setopt_array($curl, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => $inMs,
            CURLOPT_CONNECTTIMEOUT_MS => $inMs,
        ]);
        $body = curl_exec($curl);
        if (!is_string($body)) {
            throw new NoAnswer(curl_error($curl));
        }
        return new Response(curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $headers, $body);
    }

    /**
     * The answer's chunks as they arrive. An answer that is no success is returned whole instead, by getReturn().
     *
     * @return \Generator<int, string, void, ?Response>
     */
    public function stream(Request $request, int $silentAfterSeconds): \Generator
    {
        $headers = [];
        $arrived = '';
        $curl = $this->prepare($request, $headers);
        curl_setopt_array($curl, [
            CURLOPT_CONNECTTIMEOUT => $silentAfterSeconds,
            CURLOPT_LOW_SPEED_LIMIT => 1,
            CURLOPT_LOW_SPEED_TIME => $silentAfterSeconds,
            CURLOPT_WRITEFUNCTION => static function ($_, string $chunk) use (&$arrived): int {
                $arrived .= $chunk;
                return strlen($chunk);
            },
        ]);
        $multi = curl_multi_init();
        curl_multi_add_handle($multi, $curl);
        try {
            do {
                curl_multi_exec($multi, $running);
                $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
                if ($arrived !== '' && $status >= 200 && $status < 300) {
                    [$chunk, $arrived] = [$arrived, ''];
                    yield $chunk;
                } elseif ($running) {
                    curl_multi_select($multi, 1.0);
                }
            } while ($running);
            $ended = curl_multi_info_read($multi);
            if ($ended !== false && $ended['result'] !== CURLE_OK) {
                throw new NoAnswer(curl_strerror($ended['result']) ?? 'the connection broke off');
            }
            return $status >= 200 && $status < 300 ? null : new Response($status, $headers, $arrived);
        } finally {
            // Also when whoever reads has had enough.
            curl_multi_remove_handle($multi, $curl);
            curl_multi_close($multi);
        }
    }

    /** @param array<string, string> $headers Filled while the answer arrives. */
    private function prepare(Request $request, array &$headers): \CurlHandle
    {
        $curl = curl_init($request->url);
        if ($curl === false) {
            throw new NoAnswer('curl could not be started');
        }
        $lines = ['expect:'];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        curl_setopt_array($curl, $this->options + [
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    // After an interim answer, or a proxy's.
                    $headers = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        if ($request->body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $request->body);
        }
        return $curl;
    }
}
