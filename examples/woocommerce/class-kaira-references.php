<?php

declare(strict_types=1);

/**
 * What an order's payments and refunds are called at Kaira: one reference for one of them, for ever. It is kept before
 * the first request is made, so that whatever is lost on the way is asked for again under the same reference.
 */
final class Kaira_References
{
    private const ATTEMPT = '_kaira_attempt';
    private const REFUNDS = '_kaira_refunds';
    private const OPEN_REFUND = '_kaira_open_refund';

    public function __construct(private readonly string $prefix)
    {
    }

    public function of(WC_Order $order): string
    {
        $attempt = max(1, (int) $order->get_meta(self::ATTEMPT));
        $order->update_meta_data(self::ATTEMPT, (string) $attempt);
        $order->save();
        return "{$this->prefix}-{$order->get_id()}-$attempt";
    }

    /** A payment that failed, or of another amount, keeps its reference; the next one is another payment. */
    public function next(WC_Order $order): string
    {
        $order->update_meta_data(self::ATTEMPT, (string) (max(1, (int) $order->get_meta(self::ATTEMPT)) + 1));
        return $this->of($order);
    }

    /** The refund whose answer was lost, or else another one. */
    public function of_refund(WC_Order $order): string
    {
        $open = (string) $order->get_meta(self::OPEN_REFUND);
        if ($open !== '') {
            return $open;
        }
        $number = (int) $order->get_meta(self::REFUNDS) + 1;
        $open = "{$this->prefix}-{$order->get_id()}-refund-$number";
        $order->update_meta_data(self::REFUNDS, (string) $number);
        $order->update_meta_data(self::OPEN_REFUND, $open);
        $order->save();
        return $open;
    }

    public function close_refund(WC_Order $order): void
    {
        $order->delete_meta_data(self::OPEN_REFUND);
        $order->save();
    }

    /** The order that a reference is of; null for one that this shop did not make. */
    public function order_of(string $reference): ?WC_Order
    {
        $form = '/^' . preg_quote($this->prefix, '/') . '-(\d+)-(?:refund-)?\d+$/D';
        $order = preg_match($form, $reference, $parts) === 1 ? wc_get_order((int) $parts[1]) : null;
        return $order instanceof WC_Order && $order->get_payment_method() === 'kaira' ? $order : null;
    }
}
