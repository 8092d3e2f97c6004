<?php

declare(strict_types=1);

// A shop of one file for `php -S`: what WordPress would call, by addresses that a test can call.

require __DIR__ . '/stubs.php';
require __DIR__ . '/../kaira-for-woocommerce.php';
do_action('plugins_loaded');
do_action('before_woocommerce_init');

if (isset($_GET['wc-api'])) {
    do_action("woocommerce_api_{$_GET['wc-api']}");
}

$gateway = new (apply_filters('woocommerce_payment_gateways', [])[0])();
[, $what, $id] = explode('/', parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) + ['', '', ''];
$input = json_decode((string) file_get_contents('php://input'), true) ?? [];
header('content-type: application/json');
echo json_encode(match ($what) {
    'available' => $gateway->is_available(),
    'pay' => $gateway->process_payment((int) $id) + ['notices' => $GLOBALS['kaira_notices'] ?? []],
    'refund' => $gateway->process_refund((int) $id, $input['amount'], $input['reason'] ?? ''),
    'thank-you' => do_action('woocommerce_thankyou_kaira', (int) $id),
    default => null,
});
