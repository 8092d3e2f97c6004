<?php

declare(strict_types=1);

// What Laravel's router does with the handler, for `php -S`.

require __DIR__ . '/stubs.php';
require __DIR__ . '/../../../sdk/php/autoload.php';
require __DIR__ . '/../KairaWebhookController.php';

$response = (new App\Http\Controllers\KairaWebhookController())(new Illuminate\Http\Request());
http_response_code($response->status);
echo $response->text;
