CREATE TABLE "rail_tariffs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"movement" text NOT NULL,
	"starts_on" date NOT NULL,
	"flat_bututs" bigint NOT NULL,
	"bps" integer NOT NULL,
	"note" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"set_by" uuid NOT NULL,
	"set_by_name" text NOT NULL,
	CONSTRAINT "rail_tariffs_rate" CHECK ("rail_tariffs"."flat_bututs" between 0 and 99999999999 and "rail_tariffs"."bps" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "rail_statement_lines" ADD COLUMN "fee_bututs" bigint;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "rail_fee_bututs" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "rail_fee_told_bututs" bigint;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_rail_fee" CHECK ("transactions"."rail_fee_bututs" between -"transactions"."amount_bututs" and "transactions"."amount_bututs" and ("transactions"."environment" = 'LIVE' or "transactions"."rail_fee_bututs" = 0)) NOT VALID;
