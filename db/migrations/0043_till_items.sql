CREATE TABLE "tills" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"items" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tills_client_id_environment_pk" PRIMARY KEY("client_id","environment")
);
--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "sold" jsonb;