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
CREATE UNIQUE INDEX "approvals_open_rotation" ON "approvals" USING btree ("client_id","key_id") WHERE kind = 'key_rotation' and status in ('PENDING', 'APPROVED');--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_allowlist" ON "approvals" USING btree ("client_id") WHERE kind = 'ip_allowlist' and status = 'PENDING';--> statement-breakpoint
CREATE INDEX "approvals_status" ON "approvals" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "approvals_id" ON "approvals" USING btree ("id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");