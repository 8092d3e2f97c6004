CREATE TABLE "messages" (
	"event" text NOT NULL,
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"link_sealed" "bytea",
	"status" text DEFAULT 'WAITING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone,
	"lease_token" uuid,
	"useful_until" timestamp (3) with time zone NOT NULL,
	"fault" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_event_address_pk" PRIMARY KEY("event","address")
);
--> statement-breakpoint
CREATE INDEX "messages_run_at" ON "messages" USING btree ("run_at") WHERE run_at is not null;--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");