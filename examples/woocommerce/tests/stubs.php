<?php

declare(strict_types=1);

// The few functions and classes of WordPress and WooCommerce that the plugin uses, by their documented behaviour, over
// files. What is tested with them is the plugin and Kaira; a real shop is not.

$kaira_hooks = [];

function add_action(string $name, callable $callback): void
{
    $GLOBALS['kaira_hooks'][$name][] = $callback;
}

function add_filter(string $name, callable $callback): void
{
    add_action($name, $callback);
}

function do_action(string $name, mixed ...$arguments): void
{
    foreach ($GLOBALS['kaira_hooks'][$name] ?? [] as $callback) {
        $callback(...$arguments);
    }
}

function apply_filters(string $name, mixed $value): mixed
{
    foreach ($GLOBALS['kaira_hooks'][$name] ?? [] as $callback) {
        $value = $callback($value);
    }
    return $value;
}

function status_header(int $code): void
{
    http_response_code($code);
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function wc_format_decimal(mixed $number, int $places): string
{
    return number_format((float) $number, $places, '.', '');
}

function get_woocommerce_currency(): string
{
    return 'GMD';
}

function wc_add_notice(string $text, string $kind): void
{
    $GLOBALS['kaira_notices'][] = "$kind: $text";
}

function wc_get_logger(): object
{
    return new class {
        public function __call(string $level, array $arguments): void
        {
            error_log("$level: {$arguments[0]}");
        }
    };
}

function WC(): object
{
    return new class {
        public function api_request_url(string $name): string
        {
            return "http://{$_SERVER['HTTP_HOST']}/?wc-api=$name";
        }
    };
}

function wc_get_order(mixed $id): WC_Order|false
{
    return is_file(WC_Order::file((int) $id)) ? new WC_Order((int) $id) : false;
}

final class WP_Error
{
    public function __construct(public readonly string $code, public readonly string $message)
    {
    }
}

abstract class WC_Payment_Gateway
{
    public string $id = '';
    public string $title = '';
    public string $method_title = '';
    public string $method_description = '';
    public bool $has_fields = false;
    public array $supports = [];
    public array $form_fields = [];
    public array $settings = [];

    public function init_settings(): void
    {
        $this->settings = json_decode((string) getenv('SHOP_SETTINGS'), true) ?? [];
    }

    public function get_option(string $name): string
    {
        return $this->settings[$name] ?? $this->form_fields[$name]['default'] ?? '';
    }

    public function is_available(): bool
    {
        return $this->get_option('enabled') === 'yes';
    }

    public function get_return_url(WC_Order $order): string
    {
        return "http://{$_SERVER['HTTP_HOST']}/thank-you/{$order->get_id()}";
    }

    public function process_admin_options(): void
    {
    }
}

final class WC_Order
{
    private array $data;

    public static function file(int $id): string
    {
        return getenv('SHOP_FOLDER') . "/order-$id.json";
    }

    public function __construct(private readonly int $id)
    {
        $this->data = json_decode(file_get_contents(self::file($id)), true);
    }

    public function save(): void
    {
        // Whole or not at all, for whoever reads it meanwhile.
        $draft = tempnam(dirname(self::file($this->id)), 'order');
        file_put_contents($draft, json_encode($this->data));
        rename($draft, self::file($this->id));
    }

    public function get_id(): int { return $this->id; }
    public function get_total(): string { return $this->data['total']; }
    public function get_currency(): string { return 'GMD'; }
    public function get_payment_method(): string { return $this->data['payment_method'] ?? 'kaira'; }
    public function get_billing_phone(): string { return $this->data['phone'] ?? ''; }
    public function get_formatted_billing_full_name(): string { return $this->data['name'] ?? ''; }
    public function get_transaction_id(): string { return $this->data['transaction_id'] ?? ''; }
    public function get_checkout_payment_url(): string { return "http://{$_SERVER['HTTP_HOST']}/pay/{$this->id}"; }
    public function get_meta(string $name): string { return $this->data['meta'][$name] ?? ''; }
    public function is_paid(): bool { return in_array($this->data['status'], ['processing', 'completed'], true); }

    public function set_transaction_id(string $id): void
    {
        $this->data['transaction_id'] = $id;
    }

    public function update_meta_data(string $name, string $value): void
    {
        $this->data['meta'][$name] = $value;
    }

    public function delete_meta_data(string $name): void
    {
        unset($this->data['meta'][$name]);
    }

    public function add_order_note(string $note): void
    {
        $this->data['notes'][] = $note;
        $this->save();
    }

    public function update_status(string $status, string $note = ''): void
    {
        $this->data['status'] = $status;
        $this->add_order_note($note);
    }

    public function payment_complete(string $transaction_id): void
    {
        if (in_array($this->data['status'], ['on-hold', 'pending', 'failed', 'cancelled'], true)) {
            $this->data['status'] = 'processing';
            $this->data['transaction_id'] = $transaction_id;
            $this->data['times_completed'] = ($this->data['times_completed'] ?? 0) + 1;
        }
        $this->save();
    }
}
