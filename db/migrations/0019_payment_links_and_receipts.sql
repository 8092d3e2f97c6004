CREATE TABLE "payment_links" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"amount_bututs" bigint,
	"min_bututs" bigint,
	"max_bututs" bigint,
	"max_payments" integer,
	"expires_at" timestamp (3) with time zone,
	"providers" jsonb,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"success_url" text,
	"client_reference" text,
	"request_hash" "bytea" NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"opened_count" integer DEFAULT 0 NOT NULL,
	"succeeded_count" integer DEFAULT 0 NOT NULL,
	"collected_bututs" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_links_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id"),
	CONSTRAINT "payment_links_reference" CHECK ("payment_links"."client_reference" is null or "payment_links"."max_payments" = 1),
	CONSTRAINT "payment_links_counts" CHECK ("payment_links"."succeeded_count" >= 0 and "payment_links"."opened_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "receipt_token" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "payment_link_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "payment_link_code" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "over_limit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_code" ON "payment_links" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_client_reference" ON "payment_links" USING btree ("client_id","environment","client_reference") WHERE client_reference is not null;--> statement-breakpoint
CREATE INDEX "transactions_payment_link" ON "transactions" USING btree ("client_id","environment","payment_link_id","id") WHERE payment_link_id is not null;--> statement-breakpoint
CREATE INDEX "transactions_over_limit" ON "transactions" USING btree ("client_id","environment","id") WHERE over_limit;