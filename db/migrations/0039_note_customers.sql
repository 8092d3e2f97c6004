CREATE TABLE "customer_notes" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"mobile" text NOT NULL,
	"id" uuid NOT NULL,
	"text" text NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_notes_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id")
);
--> statement-breakpoint
CREATE INDEX "customer_notes_mobile" ON "customer_notes" USING btree ("client_id","environment","mobile","id");--> statement-breakpoint
CREATE INDEX "payment_links_customer" ON "payment_links" USING btree ("client_id","environment","customer_mobile","id") WHERE is_request and customer_mobile is not null;