CREATE TABLE "event_position_base" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"base" bigint NOT NULL,
	"system_identifier" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "deliveries_event";--> statement-breakpoint
DROP INDEX "deliveries_due";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "position" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "attempts_at_resend" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "request_headers" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "last_failed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "events_position" ON "events" USING btree ("client_id","environment","position","id");--> statement-breakpoint
CREATE INDEX "deliveries_transaction" ON "deliveries" USING btree ("client_id","transaction_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_status" ON "deliveries" USING btree ("client_id","environment","status","id");--> statement-breakpoint
CREATE INDEX "deliveries_endpoint" ON "deliveries" USING btree ("client_id","environment","endpoint_id","status","id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("client_id","environment","endpoint_id","run_at") WHERE status = 'PENDING';