<?php

declare(strict_types=1);

namespace Kaira\Resources;

use Kaira\Description;

/**
 * For test keys.
 *
 * @phpstan-import-type AdvanceClockBody from Description
 * @phpstan-import-type Advanced from Description
 * @phpstan-import-type FundRailFloatBody from Description
 * @phpstan-import-type RailFloat from Description
 */
final class Sandbox extends Resource
{
    /** @return list<RailFloat> */
    public function floats(mixed ...$options): array
    {
        return $this->transport->call('listRailFloats', ...$options);
    }

    /**
     * @param FundRailFloatBody $body
     * @return RailFloat
     */
    public function fundFloat(array $body, mixed ...$options): array
    {
        return $this->transport->call('fundRailFloat', ...$options, body: $body);
    }

    /**
     * Lets time pass: what is due within it has happened when this returns.
     *
     * Where there was more to do than one call does, advanced_seconds is less than was asked for: call it again.
     *
     * @param AdvanceClockBody $body
     * @return Advanced
     */
    public function advance(array $body, mixed ...$options): array
    {
        return $this->transport->call('advanceClock', ...$options, body: $body);
    }
}
