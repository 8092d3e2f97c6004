ALTER TABLE "settlement_files" ADD COLUMN "downloads" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_files" ADD COLUMN "discarded_by" uuid;--> statement-breakpoint
ALTER TABLE "settlement_files" ADD COLUMN "discarded_by_name" text;--> statement-breakpoint
-- Who has downloaded what was made before is not known: it counts as in the hands of who made it.
UPDATE "settlement_files" SET "downloads" = jsonb_build_array(jsonb_build_object('id', "made_by", 'name', "made_by_name", 'at', "made_at")) WHERE "status" = 'MADE';
