-- Seals of the form before, which no release had, are forgotten, and all is sealed anew.
DROP VIEW IF EXISTS "sealed_rows", "sealed_other_rows", "sealed_payment_rows";--> statement-breakpoint
DROP TABLE "book_leaves";--> statement-breakpoint
CREATE TABLE "book_leaves" (
	"seal_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"keys" text[] NOT NULL,
	"hashes" "bytea" NOT NULL,
	CONSTRAINT "book_leaves_seal_id_kind_pk" PRIMARY KEY("seal_id","kind")
);
--> statement-breakpoint
DROP TABLE "book_seals";--> statement-breakpoint
CREATE TABLE "book_seals" (
	"id" bigint PRIMARY KEY NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"leaves" integer NOT NULL,
	"root" "bytea" NOT NULL,
	"chain" "bytea" NOT NULL
);
--> statement-breakpoint
DELETE FROM "unsealed";--> statement-breakpoint
UPDATE "seal_beginning" SET "queued_at" = NULL;--> statement-breakpoint
CREATE TABLE "unsealed_payments" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sequence" integer
);
--> statement-breakpoint
ALTER TABLE "unsealed" DROP COLUMN "sequence";
