CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"client_id" uuid,
	"transaction_id" uuid,
	"details" jsonb NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"proposal" jsonb,
	"proposed_by" uuid,
	"proposed_by_name" text,
	"proposed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"closed_by_name" text,
	"resolution" text,
	CONSTRAINT "cases_closed" CHECK (("cases"."status" = 'CLOSED') = ("cases"."closed_at" is not null)),
	CONSTRAINT "cases_four_eyes" CHECK ("cases"."proposed_by" is null or "cases"."closed_by" is null or "cases"."proposed_by" <> "cases"."closed_by")
);
--> statement-breakpoint
CREATE TABLE "rail_notices" (
	"provider" text NOT NULL,
	"dedupe_id" text NOT NULL,
	"body_sealed" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"note" text,
	"client_id" uuid,
	"transaction_id" uuid,
	"run_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	CONSTRAINT "rail_notices_provider_dedupe_id_pk" PRIMARY KEY("provider","dedupe_id")
);
--> statement-breakpoint
CREATE TABLE "rail_calls" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"operation" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"note" text,
	CONSTRAINT "rail_calls_client_id_transaction_id_id_pk" PRIMARY KEY("client_id","transaction_id","id")
);
--> statement-breakpoint
CREATE TABLE "client_rails" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"provider" text NOT NULL,
	"direction" text NOT NULL,
	"enabled" boolean NOT NULL,
	CONSTRAINT "client_rails_client_id_environment_provider_direction_pk" PRIMARY KEY("client_id","environment","provider","direction")
);
--> statement-breakpoint
CREATE TABLE "rail_connections" (
	"provider" text PRIMARY KEY NOT NULL,
	"fields_sealed" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rail_health" (
	"provider" text NOT NULL,
	"direction" text NOT NULL,
	"status" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"good_probes" integer DEFAULT 0 NOT NULL,
	"probed_at" timestamp (3) with time zone,
	"figures" jsonb NOT NULL,
	"override" text,
	"override_reason" text,
	"override_by_name" text,
	"override_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rail_health_provider_direction_pk" PRIMARY KEY("provider","direction")
);
--> statement-breakpoint
CREATE TABLE "rail_statement_lines" (
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"rail_reference" text NOT NULL,
	"day" text NOT NULL,
	"reference" text,
	"amount_bututs" bigint NOT NULL,
	"currency" text NOT NULL,
	"mobile" text,
	"at" timestamp (3) with time zone NOT NULL,
	"match" text NOT NULL,
	"client_id" uuid,
	"transaction_id" uuid,
	CONSTRAINT "rail_statement_lines_provider_kind_rail_reference_pk" PRIMARY KEY("provider","kind","rail_reference")
);
--> statement-breakpoint
CREATE TABLE "rail_statements" (
	"provider" text NOT NULL,
	"day" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"imported_by_name" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by_name" text,
	CONSTRAINT "rail_statements_provider_day_pk" PRIMARY KEY("provider","day")
);
--> statement-breakpoint
CREATE TABLE "rail_wallets" (
	"provider" text PRIMARY KEY NOT NULL,
	"balance_bututs" bigint,
	"read_at" timestamp (3) with time zone,
	"short_until" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "rail_operations_due";--> statement-breakpoint
ALTER TABLE "rail_operations" ADD COLUMN "provider" text;--> statement-breakpoint
UPDATE "rail_operations" o SET "provider" = t."provider" FROM "transactions" t WHERE t."client_id" = o."client_id" AND t."environment" = o."environment" AND t."id" = o."transaction_id";--> statement-breakpoint
ALTER TABLE "rail_operations" ALTER COLUMN "provider" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "rail_state_sealed" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX "cases_open" ON "cases" USING btree ("kind","subject") WHERE status = 'OPEN';--> statement-breakpoint
CREATE INDEX "cases_status" ON "cases" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "cases_transaction" ON "cases" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "cases_subject" ON "cases" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "rail_notices_due" ON "rail_notices" USING btree ("run_at");--> statement-breakpoint
CREATE INDEX "rail_notices_transaction" ON "rail_notices" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "rail_calls_recent" ON "rail_calls" USING btree ("environment","provider","started_at");--> statement-breakpoint
CREATE INDEX "rail_statement_lines_day" ON "rail_statement_lines" USING btree ("provider","day");--> statement-breakpoint
CREATE INDEX "rail_statement_lines_transaction" ON "rail_statement_lines" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "transactions_live_rail_reference" ON "transactions" USING btree ("provider","rail_reference") WHERE environment = 'LIVE' and rail_reference is not null;--> statement-breakpoint
CREATE INDEX "transactions_live_completed" ON "transactions" USING btree ("provider","completed_at") WHERE environment = 'LIVE' and completed_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_live_reversed" ON "transactions" USING btree ("provider","reversed_at") WHERE environment = 'LIVE' and reversed_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_held_by_rail" ON "transactions" USING btree ("environment","provider","id") WHERE status = 'AWAITING_LIQUIDITY';--> statement-breakpoint
CREATE INDEX "rail_operations_due" ON "rail_operations" USING btree ("environment","provider","run_at");