<?php

declare(strict_types=1);

namespace Kaira\Http;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * By any client of PSR-18, with factories of PSR-17: Guzzle's, Symfony's, one of your framework.
 *
 * How long it waits is a setting of that client: PSR-18 has no word for it, and timeoutSeconds does nothing here.
 */
final class Psr18Sender implements Sender
{
    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function send(Request $request, float $timeoutSeconds): Response
    {
        $sent = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $sent = $sent->withHeader($name, $value);
        }
        if ($request->body !== null) {
            $sent = $sent->withBody($this->streams->createStream($request->body));
        }
        try {
            $response = $this->client->sendRequest($sent);
            $body = (string) $response->getBody();
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            throw new NoAnswer($error->getMessage(), 0, $error);
        }
        $headers = [];
        foreach ($response->getHeaders() as $name => $values) {
            $headers[strtolower((string) $name)] = implode(', ', $values);
        }
        return new Response($response->getStatusCode(), $headers, $body);
    }
}
