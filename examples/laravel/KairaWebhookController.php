<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\DB;
use Kaira\Webhook;
use Kaira\WebhookVerificationError;

/**
 * In routes/api.php, where no CSRF token is asked for: Route::post('/kaira', KairaWebhookController::class);
 * In config/services.php: 'kaira' => ['secret' => env('KAIRA_WEBHOOK_SECRET'), 'environment' => 'SANDBOX'],
 * In a migration: Schema::create('kaira_events', fn ($table) => $table->string('id')->primary());
 */
final class KairaWebhookController
{
    public function __invoke(Request $request): Response
    {
        try {
            $event = Webhook::verify($request->getContent(), $request->headers->all(), config('services.kaira.secret'));
        } catch (WebhookVerificationError $error) {
            return response($error->getMessage(), 400);
        }
        if (isset($event['test']) || $event['data']['environment'] !== config('services.kaira.environment')) {
            return response('heard, and nothing done');
        }
        // One transaction: either the event is dealt with and remembered, or it comes again.
        DB::transaction(function () use ($event): void {
            if (DB::table('kaira_events')->insertOrIgnore(['id' => $event['id']]) === 0) {
                return;
            }
            $paid = ['reference' => $event['data']['reference'], 'amount' => $event['data']['amount']];
            if ($event['event'] === 'payment.succeeded' && DB::table('orders')->where($paid)->exists()) {
                DB::table('parcels')->insert(['reference' => $event['data']['reference']]);
            }
        });
        return response('thank you');
    }
}
