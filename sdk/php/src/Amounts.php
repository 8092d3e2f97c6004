<?php

declare(strict_types=1);

namespace Kaira;

/** Money is a decimal text in dalasis on the wire and whole bututs here. No float comes between them. */
final class Amounts
{
    /** The bututs of an amount: "150.5" -> 15050; 100 bututs are 1 GMD. */
    public static function toBututs(string $amount): int
    {
        if (preg_match('/^(-?)(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?$/D', $amount, $parts) !== 1) {
            throw new \InvalidArgumentException('The amount is not decimal text such as 150.00.');
        }
        $digits = $parts[2] . str_pad($parts[3] ?? '', 2, '0');
        $bututs = filter_var(ltrim($digits, '0') ?: '0', FILTER_VALIDATE_INT);
        if ($bututs === false) {
            throw new \InvalidArgumentException('The amount is more than a whole number can hold here.');
        }
        return $parts[1] === '-' ? -$bututs : $bututs;
    }

    /** The amount that a request takes: 15050 -> "150.50". */
    public static function fromBututs(int $bututs): string
    {
        $digits = str_pad(ltrim((string) $bututs, '-'), 3, '0', STR_PAD_LEFT);
        return ($bututs < 0 ? '-' : '') . substr($digits, 0, -2) . '.' . substr($digits, -2);
    }
}
