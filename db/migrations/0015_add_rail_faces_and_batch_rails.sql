CREATE TABLE "rail_faces" (
	"provider" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"logo" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by_name" text NOT NULL,
	CONSTRAINT "rail_faces_form" CHECK ("rail_faces"."colour" ~ '^#[0-9a-f]{6}$' and octet_length("rail_faces"."logo") <= 8192)
);
--> statement-breakpoint
ALTER TABLE "payout_batch_rows" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "payout_batch_rows" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "payout_batch_rows" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "rail_faces_name" ON "rail_faces" USING btree (lower(name));