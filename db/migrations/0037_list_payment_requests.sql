CREATE TABLE "payment_request_lists" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_request_lists_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id")
);
--> statement-breakpoint
ALTER TABLE "payment_requests" ADD COLUMN "list_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_request_lists_name" ON "payment_request_lists" USING btree ("client_id","environment","name");--> statement-breakpoint
CREATE INDEX "payment_requests_list" ON "payment_requests" USING btree ("client_id","environment","list_id","id") WHERE list_id is not null;