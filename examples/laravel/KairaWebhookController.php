<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Log;
use Kaira\Amounts;
use Kaira\Webhook;
use Kaira\WebhookVerificationError;

/**
 * In routes/api.php, where no CSRF token is asked for: Route::post('/kaira', KairaWebhookController::class);
 * In config/services.php: 'kaira' => ['secret' => env('KAIRA_WEBHOOK_SECRET'), 'environment' => env('KAIRA_ENVIRONMENT')],
 * the latter SANDBOX or LIVE. In a migration: Schema::create('kaira_events', fn ($table) => $table->string('id')->primary());
 * The table orders has reference, bututs (a whole number: 100 are 1 GMD) and status.
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
            if ($event['event'] === 'payment.succeeded') {
                $this->book($event['data']);
            }
        });
        return response('thank you');
    }

    /**
     * An order is paid by its own reference, in full; of money that does not fit it somebody has to know.
     *
     * @param array<string, mixed> $payment
     */
    private function book(array $payment): void
    {
        $order = DB::table('orders')->where('reference', $payment['reference'])->first();
        if ($order === null) {
            Log::warning("paid, and no order of this shop: {$payment['reference']}");
            return;
        }
        $isWhole = $payment['currency'] === 'GMD' && Amounts::toBututs($payment['amount']) === (int) $order->bututs;
        $status = $isWhole ? 'paid' : 'look at it';
        DB::table('orders')->where('reference', $payment['reference'])->update(['status' => $status]);
        if ($isWhole) {
            DB::table('parcels')->insert(['reference' => $payment['reference']]);
        }
    }
}
