CREATE TABLE "backups" (
	"finished_at" timestamp (3) with time zone PRIMARY KEY DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_audits" ALTER COLUMN "started_by" DROP NOT NULL;