CREATE TABLE "period_closes" (
	"environment" text NOT NULL,
	"last_day" date NOT NULL,
	"first_day" date,
	"approval_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"closed_by" uuid NOT NULL,
	"closed_by_name" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"lines" jsonb NOT NULL,
	"debit_bututs" bigint NOT NULL,
	"credit_bututs" bigint NOT NULL,
	"entries" bigint NOT NULL,
	"digest" text NOT NULL,
	"audit_id" uuid NOT NULL,
	"audit_checks" integer NOT NULL,
	CONSTRAINT "period_closes_environment_last_day_pk" PRIMARY KEY("environment","last_day"),
	CONSTRAINT "period_closes_four_eyes" CHECK ("period_closes"."asked_by" <> "period_closes"."closed_by"),
	CONSTRAINT "period_closes_balanced" CHECK ("period_closes"."debit_bututs" = "period_closes"."credit_bututs"),
	CONSTRAINT "period_closes_digest" CHECK ("period_closes"."digest" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "period_closes_month_end" CHECK (extract(day from "period_closes"."last_day" + 1) = 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_period" ON "approvals" USING btree ("client_id") WHERE kind = 'period_close' and status = 'PENDING';