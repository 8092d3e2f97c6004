CREATE TABLE "sandbox_clocks" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"lease_token" uuid NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_steps" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"moved_ms" bigint NOT NULL,
	CONSTRAINT "sandbox_steps_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "scenario" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "skipped_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "sandbox_steps_at" ON "sandbox_steps" USING btree ("client_id","at");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_sandbox" CHECK ("transactions"."environment" = 'SANDBOX' or ("transactions"."scenario" is null and "transactions"."skipped_ms" = 0)) NOT VALID;