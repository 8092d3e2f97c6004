CREATE TABLE "approvals" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"environment" text,
	"details" jsonb NOT NULL,
	"key_id" uuid,
	"status" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_by_name" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "approvals_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "approvals_four_eyes" CHECK ("approvals"."decided_by" <> "approvals"."requested_by"),
	CONSTRAINT "approvals_decided" CHECK ("approvals"."status" = 'WITHDRAWN' or ("approvals"."decided_by" is null) = ("approvals"."status" = 'PENDING')),
	CONSTRAINT "approvals_environment" CHECK (("approvals"."kind" = 'ip_allowlist') = ("approvals"."environment" is null))
);
--> statement-breakpoint
CREATE TABLE "client_notes" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"text" text NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_notes_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_audits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_by" uuid NOT NULL,
	"started_by_name" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"checks_total" integer NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text
);
--> statement-breakpoint
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
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid,
	"user_name" text,
	"client_id" uuid,
	"environment" text,
	"action" text NOT NULL,
	"subject_id" text,
	"before" jsonb,
	"after" jsonb,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "login_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"address" text,
	"user_agent" text
);
--> statement-breakpoint
DROP INDEX "transactions_reference";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_secret_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_enabled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_rotation" ON "approvals" USING btree ("client_id","key_id") WHERE kind = 'key_rotation' and status in ('PENDING', 'APPROVED');--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_allowlist" ON "approvals" USING btree ("client_id") WHERE kind = 'ip_allowlist' and status = 'PENDING';--> statement-breakpoint
CREATE INDEX "approvals_status" ON "approvals" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "approvals_id" ON "approvals" USING btree ("id");--> statement-breakpoint
CREATE INDEX "payout_batches_due" ON "payout_batches" USING btree ("run_at") WHERE status = 'RUNNING';--> statement-breakpoint
CREATE INDEX "audit_log_client" ON "audit_log" USING btree ("client_id","id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id","id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "transactions_facets" ON "transactions" USING btree ("client_id","environment","type","status","provider","id");--> statement-breakpoint
CREATE INDEX "transactions_mobile" ON "transactions" USING btree ("client_id","environment","mobile","id") WHERE mobile is not null;--> statement-breakpoint
CREATE INDEX "transactions_rail_reference" ON "transactions" USING btree ("client_id","environment","rail_reference") WHERE rail_reference is not null;--> statement-breakpoint
CREATE INDEX "users_client" ON "users" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reference" ON "transactions" USING btree ("client_id","environment","type","client_reference" text_pattern_ops,"attempt");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_fits_client" CHECK ((client_id is null) = (role in ('admin', 'support')));