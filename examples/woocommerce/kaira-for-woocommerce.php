<?php
/**
 * Plugin Name: Kaira for WooCommerce
 * Description: Takes payments from mobile wallets in The Gambia, in dalasis, through a Kaira gateway.
 * Version: 0.1.0
 * Requires PHP: 8.2
 * Requires Plugins: woocommerce
 * License: MIT
 */

declare(strict_types=1);

// The SDK for PHP: as `sdk` in the zip, or where the repository has it.
require is_file(__DIR__ . '/sdk/autoload.php') ? __DIR__ . '/sdk/autoload.php' : __DIR__ . '/../../sdk/php/autoload.php';

// Orders are only read and written by WooCommerce's own objects, in whatever tables it keeps them.
add_action('before_woocommerce_init', static function (): void {
    if (class_exists(\Automattic\WooCommerce\Utilities\FeaturesUtil::class)) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__);
    }
});

add_action('plugins_loaded', static function (): void {
    if (!class_exists('WC_Payment_Gateway')) {
        return;
    }
    require_once __DIR__ . '/class-kaira-references.php';
    require_once __DIR__ . '/class-kaira-webhooks.php';
    require_once __DIR__ . '/class-wc-gateway-kaira.php';
    add_filter('woocommerce_payment_gateways', static fn (array $gateways): array => [...$gateways, WC_Gateway_Kaira::class]);
    // At https://shop.example.com/?wc-api=kaira
    add_action('woocommerce_api_kaira', static function (): void {
        [$status, $text] = (new WC_Gateway_Kaira())->hear((string) file_get_contents('php://input'), $_SERVER);
        status_header($status);
        echo esc_html($text);
        exit;
    });
});
