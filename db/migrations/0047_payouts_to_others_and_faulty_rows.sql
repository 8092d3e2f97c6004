CREATE TABLE "payouts_to_others" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"payout_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"erasure_id" uuid NOT NULL,
	CONSTRAINT "payouts_to_others_client_id_payout_id_pk" PRIMARY KEY("client_id","payout_id")
);
--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "faults_forgotten_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "payout_batches_remembered" ON "payout_batches" USING btree ("finished_at") WHERE finished_at is not null and faults_forgotten_at is null;