<?php

declare(strict_types=1);

namespace Kaira\Http;

/** What a Sender throws; users of the client see a KairaConnectionError. */
final class NoAnswer extends \RuntimeException
{
}
