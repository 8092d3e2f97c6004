CREATE TABLE "payment_requests" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_email" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"due_on" date,
	"paid_by_hand_at" timestamp (3) with time zone,
	"paid_by_hand_by" text,
	"paid_by_hand_note" text,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" text,
	CONSTRAINT "payment_requests_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id"),
	CONSTRAINT "payment_requests_closed" CHECK (("payment_requests"."paid_by_hand_at" is null) = ("payment_requests"."paid_by_hand_by" is null)
       and ("payment_requests"."cancelled_at" is null) = ("payment_requests"."cancelled_by" is null)
       and ("payment_requests"."paid_by_hand_note" is null or "payment_requests"."paid_by_hand_at" is not null)
       and ("payment_requests"."paid_by_hand_at" is null or "payment_requests"."cancelled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "is_request" boolean DEFAULT false NOT NULL;