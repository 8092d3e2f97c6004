CREATE TABLE "settlement_accounts" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"holder" text NOT NULL,
	"bank" text,
	"account_number" text,
	"provider" text,
	"mobile" text,
	"added_by" uuid NOT NULL,
	"added_by_name" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"approved_by_name" text,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "settlement_accounts_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id"),
	CONSTRAINT "settlement_accounts_kind" CHECK (("settlement_accounts"."kind" = 'bank') = ("settlement_accounts"."bank" is not null and "settlement_accounts"."account_number" is not null and "settlement_accounts"."provider" is null and "settlement_accounts"."mobile" is null)
        and ("settlement_accounts"."kind" = 'wallet') = ("settlement_accounts"."provider" is not null and "settlement_accounts"."mobile" is not null and "settlement_accounts"."bank" is null and "settlement_accounts"."account_number" is null))
);
--> statement-breakpoint
CREATE TABLE "settlement_changes" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"settlement_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"note" text,
	"journal_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_changes_client_id_settlement_id_sequence_pk" PRIMARY KEY("client_id","settlement_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "settlement_files" (
	"id" uuid NOT NULL,
	"environment" text NOT NULL,
	"status" text NOT NULL,
	"columns" jsonb NOT NULL,
	"count" integer NOT NULL,
	"sum_bututs" bigint NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"sent_by" uuid,
	"sent_by_name" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "settlement_files_id_pk" PRIMARY KEY("id"),
	CONSTRAINT "settlement_files_sent" CHECK (("settlement_files"."status" = 'SENT') = ("settlement_files"."sent_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "settlement_schedules" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"account_id" uuid NOT NULL,
	"every" text NOT NULL,
	"weekday" integer,
	"above_bututs" bigint,
	"keep_bututs" bigint NOT NULL,
	"is_on" boolean NOT NULL,
	"next_run_at" timestamp (3) with time zone NOT NULL,
	"last_refusal" text,
	"changed_by_name" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_schedules_client_id_environment_pk" PRIMARY KEY("client_id","environment"),
	CONSTRAINT "settlement_schedules_weekday" CHECK (("settlement_schedules"."every" = 'week') = ("settlement_schedules"."weekday" is not null)),
	CONSTRAINT "settlement_schedules_above" CHECK (("settlement_schedules"."every" = 'balance') = ("settlement_schedules"."above_bututs" is not null)),
	CONSTRAINT "settlement_schedules_keep" CHECK ("settlement_schedules"."keep_bututs" >= 0)
);
--> statement-breakpoint
CREATE TABLE "settlement_templates" (
	"environment" text NOT NULL,
	"columns" jsonb NOT NULL,
	"changed_by_name" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_templates_environment_pk" PRIMARY KEY("environment")
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"holder" text NOT NULL,
	"bank" text NOT NULL,
	"account_number" text NOT NULL,
	"amount_bututs" bigint NOT NULL,
	"status" text NOT NULL,
	"reference" text NOT NULL,
	"period" text,
	"requested_by" uuid,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"file_id" uuid,
	"confirmed_by" uuid,
	"bank_reference" text,
	"reason" text,
	"ended_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlements_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id"),
	CONSTRAINT "settlements_amount" CHECK ("settlements"."amount_bututs" > 0),
	CONSTRAINT "settlements_status_known" CHECK ("settlements"."status" in ('REQUESTED','IN_FILE','SENT','CONFIRMED','FAILED','CANCELLED','RETURNED')),
	CONSTRAINT "settlements_in_file" CHECK (("settlements"."status" in ('REQUESTED','CANCELLED')) = ("settlements"."file_id" is null)),
	CONSTRAINT "settlements_ended" CHECK (("settlements"."status" in ('REQUESTED','IN_FILE','SENT')) = ("settlements"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_decided";--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_environment";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "payout_approval_above_bututs" bigint;--> statement-breakpoint
CREATE INDEX "settlement_changes_journal" ON "settlement_changes" USING btree ("client_id","journal_id") WHERE journal_id is not null;--> statement-breakpoint
CREATE INDEX "settlement_schedules_due" ON "settlement_schedules" USING btree ("next_run_at") WHERE is_on;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_period" ON "settlements" USING btree ("client_id","environment","period") WHERE period is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_reference" ON "settlements" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "settlements_confirmed" ON "settlements" USING btree ("client_id","environment") WHERE status = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX "settlements_status" ON "settlements" USING btree ("environment","status","id");--> statement-breakpoint
CREATE INDEX "settlements_file" ON "settlements" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "settlements_id" ON "settlements" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_threshold" ON "approvals" USING btree ("client_id") WHERE kind = 'payout_approval' and status = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_payment" ON "approvals" USING btree ("client_id","environment","kind",(details ->> 'client_reference')) WHERE kind in ('payout', 'refund', 'payout_batch') and status in ('PENDING', 'APPROVED');--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided" CHECK ("approvals"."status" in ('WITHDRAWN', 'EXPIRED') or ("approvals"."decided_by" is null) = ("approvals"."status" = 'PENDING')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_environment" CHECK (("approvals"."kind" in ('key_rotation', 'new_key', 'payout', 'refund', 'payout_batch', 'settlement_account')) = ("approvals"."environment" is not null)) NOT VALID;