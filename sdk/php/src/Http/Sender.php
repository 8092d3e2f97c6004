<?php

declare(strict_types=1);

namespace Kaira\Http;

/** Makes one request as it is: no redirect is followed, since nobody else may have the key, and nothing is repeated. */
interface Sender
{
    /** Throws NoAnswer where there is none. */
    public function send(Request $request, float $timeoutSeconds): Response;
}
