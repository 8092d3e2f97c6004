CREATE TABLE "payout_batch_rows" (
	"client_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"reference" text NOT NULL,
	"mobile" text NOT NULL,
	"amount" text NOT NULL,
	"name" text,
	"amount_bututs" bigint,
	"status" text NOT NULL,
	"reason" text,
	"warning" text,
	"transaction_id" uuid,
	CONSTRAINT "payout_batch_rows_client_id_batch_id_line_pk" PRIMARY KEY("client_id","batch_id","line"),
	CONSTRAINT "payout_batch_rows_accepted" CHECK (("payout_batch_rows"."status" = 'ACCEPTED') = ("payout_batch_rows"."transaction_id" is not null)),
	CONSTRAINT "payout_batch_rows_amount" CHECK ("payout_batch_rows"."status" = 'BAD' or "payout_batch_rows"."amount_bututs" > 0)
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"rows_total" integer NOT NULL,
	"rows_good" integer NOT NULL,
	"good_bututs" bigint NOT NULL,
	"rows_accepted" integer DEFAULT 0 NOT NULL,
	"rows_refused" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"confirmed_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"run_at" timestamp (3) with time zone,
	"lease_token" uuid,
	CONSTRAINT "payout_batches_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id"),
	CONSTRAINT "payout_batches_running" CHECK (("payout_batches"."status" = 'RUNNING') = ("payout_batches"."run_at" is not null)),
	CONSTRAINT "payout_batches_rows" CHECK ("payout_batches"."rows_accepted" + "payout_batches"."rows_refused" <= "payout_batches"."rows_good")
);
--> statement-breakpoint
CREATE INDEX "payout_batches_due" ON "payout_batches" USING btree ("run_at") WHERE status = 'RUNNING';