DROP INDEX "payment_requests_reminded";--> statement-breakpoint
ALTER TABLE "payment_requests" ADD COLUMN "send_sms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_requests_reminded" ON "payment_requests" USING btree ("due_on") WHERE (send_email or send_sms) and due_on is not null and paid_by_hand_at is null and cancelled_at is null;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_sms" CHECK (not "payment_requests"."send_sms" or "payment_requests"."customer_email" is null);