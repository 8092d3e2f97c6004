<?php

declare(strict_types=1);

namespace Kaira;

/** A request that is not to be trusted, and why. Answer 400 with the message: it will stand in the delivery log. */
final class WebhookVerificationError extends \RuntimeException
{
}
