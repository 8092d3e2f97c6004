<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;

/** @phpstan-import-type RailStatus from Description */
final class Rails extends Resource
{
    /**
     * Of each rail and operation: OPERATIONAL, DELAYED or CLOSED.
     *
     * @return list<RailStatus>
     */
    public function status(mixed ...$options): array
    {
        return $this->transport->call('listRailStatus', ...$options);
    }
}
