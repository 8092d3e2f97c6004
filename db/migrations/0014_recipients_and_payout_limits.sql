CREATE TABLE "recipients" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"mobile" text NOT NULL,
	"provider" text,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "recipients_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id")
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "payout_limit_bututs" bigint;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "payout_limit_day_bututs" bigint;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "payout_limit_month_bututs" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_mobile" ON "recipients" USING btree ("client_id","environment","mobile") WHERE deleted_at is null;