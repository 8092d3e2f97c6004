CREATE TABLE "history_losses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"found_by" text NOT NULL,
	"missing_count" integer NOT NULL,
	"missing" jsonb NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_by_name" text,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "event_position_base" ADD COLUMN "books_id" uuid DEFAULT gen_random_uuid() NOT NULL;