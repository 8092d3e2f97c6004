<?php

declare(strict_types=1);

/** What events of Kaira mean for an order. Each may come twice, and in any order. */
final class Kaira_Webhooks
{
    private const DEALT_WITH = '_kaira_events';

    public function __construct(private readonly Kaira_References $references, private readonly string $environment)
    {
    }

    /** @param array{id: string, event: string, data: array<string, mixed>, test?: bool, ...} $event */
    public function take(array $event): string
    {
        $data = $event['data'];
        if (isset($event['test']) || ($data['environment'] ?? null) !== $this->environment) {
            return 'heard, and nothing done';
        }
        $order = $this->references->order_of((string) ($data['reference'] ?? ''));
        if ($order === null) {
            return 'not an order of this shop';
        }
        $dealt_with = array_filter(explode(' ', (string) $order->get_meta(self::DEALT_WITH)));
        if (in_array($event['id'], $dealt_with, true)) {
            return 'heard before';
        }
        match ($event['event']) {
            'payment.succeeded' => self::paid($order, $data),
            'payment.failed' => self::failed($order, $data),
            'refund.succeeded' => $order->add_order_note(sprintf('Kaira: the customer has %s GMD back.', $data['amount'])),
            'refund.failed' => self::refund_failed($order, $data),
            default => null,
        };
        // Afterwards: what was heard and not done comes again, and does no harm twice.
        $order->update_meta_data(self::DEALT_WITH, implode(' ', array_slice([...$dealt_with, $event['id']], -50)));
        $order->save();
        return 'thank you';
    }

    /**
     * Also of an order that had been cancelled: the money is there.
     *
     * @param array<string, mixed> $payment
     */
    public static function paid(WC_Order $order, array $payment): void
    {
        $id = (string) ($payment['id'] ?? $payment['transaction_id']);
        if ($order->get_transaction_id() === $id) {
            return;
        }
        if ($order->is_paid()) {
            $order->add_order_note(sprintf('Kaira: paid a second time, %s GMD by %s. Give it back.', $payment['amount'], $id));
            return;
        }
        $is_whole = $payment['currency'] === $order->get_currency()
            && $payment['amount'] === wc_format_decimal($order->get_total(), 2);
        if (!$is_whole) {
            $order->set_transaction_id($id);
            $order->update_status('on-hold', sprintf('Kaira: %s GMD were paid, which is not what is owed.', $payment['amount']));
            return;
        }
        $order->add_order_note(sprintf('Kaira: paid by %s.', $payment['provider_name'] ?? $payment['provider']));
        $order->payment_complete($id);
    }

    /** @param array<string, mixed> $payment */
    private static function failed(WC_Order $order, array $payment): void
    {
        // The customer may pay again, and may have done so by now.
        if (!$order->is_paid()) {
            $order->update_status('failed', 'Kaira: ' . ($payment['failure']['message'] ?? 'the payment was declined.'));
        }
    }

    /** @param array<string, mixed> $refund */
    private static function refund_failed(WC_Order $order, array $refund): void
    {
        $why = $refund['failure']['message'] ?? 'its rail did not say why.';
        $order->update_status('on-hold', sprintf(
            'Kaira: %s GMD could not be given back, and are in your balance again: %s WooCommerce still counts them as '
            . 'refunded. Delete that refund, then refund it anew or in another way.',
            $refund['amount'],
            $why,
        ));
    }
}
