<?php

declare(strict_types=1);

use Kaira\Kaira;
use Kaira\KairaConnectionError;
use Kaira\KairaError;
use Kaira\Webhook;
use Kaira\WebhookVerificationError;

/** Sends the customer to Kaira's page; the order is paid when Kaira says so, and never because the customer came back. */
final class WC_Gateway_Kaira extends WC_Payment_Gateway
{
    private readonly Kaira_References $references;

    public function __construct()
    {
        $this->id = 'kaira';
        $this->method_title = 'Kaira';
        $this->method_description = 'Mobile wallets of The Gambia. In Kaira, make a webhook endpoint with the address '
            . WC()->api_request_url('kaira') . ' and put its secret here.';
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->form_fields = [
            'enabled' => ['title' => 'On', 'type' => 'checkbox', 'label' => 'Offer Kaira at the checkout', 'default' => 'no'],
            'title' => ['title' => 'Title', 'type' => 'text', 'default' => 'Mobile wallet'],
            'url' => ['title' => 'Address of Kaira', 'type' => 'text', 'description' => 'https://…, where its dashboard is.'],
            'key' => ['title' => 'API key', 'type' => 'password', 'description' => 'sk_test_… is the sandbox.'],
            'secret' => ['title' => 'Secret of the webhook endpoint', 'type' => 'password', 'description' => 'whsec_…'],
            'prefix' => [
                'title' => 'References begin with',
                'type' => 'text',
                'default' => 'wc',
                'description' => 'Another word for each shop that shares this account of Kaira. Never change it.',
            ],
        ];
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->references = new Kaira_References($this->get_option('prefix'));
        add_action("woocommerce_update_options_payment_gateways_{$this->id}", [$this, 'process_admin_options']);
        add_action("woocommerce_thankyou_{$this->id}", [$this, 'look']);
    }

    public function is_available(): bool
    {
        return parent::is_available() && get_woocommerce_currency() === 'GMD' && $this->get_option('key') !== '';
    }

    /** @return array{result: string, redirect?: string} */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        try {
            $payment = $this->begin($order);
        } catch (KairaConnectionError $error) {
            return $this->refuse('The payment service did not answer. Press the button again: you will not pay twice.', $error);
        } catch (KairaError | InvalidArgumentException $error) {
            return $this->refuse('This payment cannot be made now. Please choose another way to pay.', $error);
        }
        if ($payment['status'] === 'SUCCEEDED') {
            Kaira_Webhooks::paid($order, $payment);
            return ['result' => 'success', 'redirect' => $this->get_return_url($order)];
        }
        if ($payment['redirect_url'] === null) {
            return $this->refuse('The payment is being prepared. Press the button again in a few seconds.', null);
        }
        return ['result' => 'success', 'redirect' => $payment['redirect_url']];
    }

    /**
     * The customer came back, which proves nothing: Kaira is asked, for where its webhook has not come yet.
     *
     * @param int $order_id
     */
    public function look($order_id): void
    {
        $order = wc_get_order($order_id);
        if (!$order instanceof WC_Order || $order->is_paid()) {
            return;
        }
        try {
            $payment = $this->kaira()->collections->get($this->references->of($order), timeoutSeconds: 5, maxRetries: 0);
            if ($payment['status'] === 'SUCCEEDED') {
                Kaira_Webhooks::paid($order, $payment);
            }
        } catch (KairaError | KairaConnectionError | InvalidArgumentException $error) {
            wc_get_logger()->warning($error->getMessage(), ['source' => 'kaira']);
        }
    }

    /** From the order's page. What WooCommerce shows as refunded is on its way; a note says when it has arrived. */
    public function process_refund($order_id, $amount = null, $reason = ''): bool|WP_Error
    {
        $order = wc_get_order($order_id);
        if ($amount === null || (float) $amount <= 0 || $order->get_transaction_id() === '') {
            return new WP_Error('kaira', 'There is nothing of Kaira to refund.');
        }
        $body = [
            'collection' => $order->get_transaction_id(),
            'client_reference' => $this->references->of_refund($order),
            'amount' => wc_format_decimal($amount, 2),
        ];
        try {
            $refund = $this->kaira()->refunds->initiate($reason === '' ? $body : $body + ['reason' => mb_substr($reason, 0, 200)]);
        } catch (KairaConnectionError) {
            return new WP_Error('kaira', 'Kaira did not answer, and may have given the money back. Refund the same amount with the same reason again: it goes back once.');
        } catch (KairaError $error) {
            // A reference that is open with another amount is of a refund whose answer was lost: it stays open.
            if (!$error->isRetryable && $error->errorCode !== 'DUPLICATE_REFERENCE') {
                $this->references->close_refund($order);
            }
            return new WP_Error('kaira', $error->getMessage());
        } catch (InvalidArgumentException $error) {
            return new WP_Error('kaira', $error->getMessage());
        }
        $this->references->close_refund($order);
        if ($refund['status'] === 'FAILED') {
            return new WP_Error('kaira', $refund['failure']['message'] ?? 'The money could not be given back.');
        }
        $order->add_order_note(sprintf('Kaira: %s GMD go back to the customer (%s).', $refund['amount'], $refund['transaction_id']));
        return true;
    }

    /**
     * A webhook: what to answer.
     *
     * @param array<string, mixed> $server As $_SERVER has the headers.
     * @return array{int, string}
     */
    public function hear(string $body, array $server): array
    {
        try {
            $event = Webhook::verify($body, $server, $this->get_option('secret'));
        } catch (WebhookVerificationError $error) {
            return [400, $error->getMessage()];
        } catch (InvalidArgumentException $error) {
            return [500, 'The secret of the endpoint is not set in the shop.'];
        }
        $environment = str_starts_with($this->get_option('key'), 'sk_live_') ? 'LIVE' : 'SANDBOX';
        return [200, (new Kaira_Webhooks($this->references, $environment))->take($event)];
    }

    /** @return array<string, mixed> The payment that is open, or the next one where the last one failed or was of another amount. */
    private function begin(WC_Order $order): array
    {
        try {
            $payment = $this->initiate($order, $this->references->of($order));
            if ($payment['status'] !== 'FAILED') {
                return $payment;
            }
        } catch (KairaError $error) {
            if ($error->errorCode !== 'DUPLICATE_REFERENCE') {
                throw $error;
            }
            // The order has changed: what was begun must not be paid any more, unless it was.
            $before = $this->kaira()->collections->get($this->references->of($order));
            if ($before['status'] === 'PENDING') {
                $before = $this->kaira()->collections->cancel($before['transaction_id']);
            }
            if ($before['status'] === 'SUCCEEDED' || $before['status'] === 'PENDING') {
                return $before + ['redirect_url' => null];
            }
        }
        return $this->initiate($order, $this->references->next($order));
    }

    /** @return array<string, mixed> */
    private function initiate(WC_Order $order, string $reference): array
    {
        $body = [
            'amount' => wc_format_decimal($order->get_total(), 2),
            'currency' => $order->get_currency(),
            'client_reference' => $reference,
            'success_url' => $this->get_return_url($order),
            'error_url' => $order->get_checkout_payment_url(),
        ];
        $name = trim($order->get_formatted_billing_full_name());
        $mobile = self::mobile($order->get_billing_phone());
        return $this->kaira()->collections->initiate(
            $body + array_filter(['customer_name' => mb_substr($name, 0, 120), 'customer_mobile' => $mobile]),
        );
    }

    /** As Kaira wants it, or nothing: a refund by payout needs it, a payment does not. */
    private static function mobile(string $typed): string
    {
        $digits = preg_replace('/\D/', '', $typed) ?? '';
        $digits = str_starts_with($digits, '220') && strlen($digits) > 7 ? substr($digits, 3) : $digits;
        return preg_match('/^(\d{7}|(83|86|87)\d{7})$/D', $digits) === 1 ? "+220$digits" : '';
    }

    /** @return array{result: string} */
    private function refuse(string $sentence, ?Throwable $error): array
    {
        if ($error !== null) {
            wc_get_logger()->error($error->getMessage(), ['source' => 'kaira']);
        }
        wc_add_notice($sentence, 'error');
        return ['result' => 'failure'];
    }

    private function kaira(): Kaira
    {
        return new Kaira($this->get_option('key'), $this->get_option('url') ?: null, timeoutSeconds: 20, maxRetries: 1);
    }
}
