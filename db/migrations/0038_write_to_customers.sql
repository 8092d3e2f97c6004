CREATE TABLE "message_stops" (
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_stops_address_kind_pk" PRIMARY KEY("address","kind")
);
--> statement-breakpoint
ALTER TABLE "payment_requests" ADD COLUMN "send_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_requests_reminded" ON "payment_requests" USING btree ("due_on") WHERE send_email and due_on is not null and paid_by_hand_at is null and cancelled_at is null;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_email" CHECK (not "payment_requests"."send_email" or "payment_requests"."customer_email" is not null);