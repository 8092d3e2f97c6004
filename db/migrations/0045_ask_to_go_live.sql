CREATE TABLE "application_files" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"content" "bytea" NOT NULL,
	"added_by" uuid NOT NULL,
	"added_by_name" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "application_files_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "application_files_size" CHECK ("application_files"."size_bytes" = octet_length("application_files"."content") and "application_files"."size_bytes" <= 5242880)
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"legal_name" text,
	"registration_number" text,
	"tin" text,
	"owners" text[] DEFAULT '{}' NOT NULL,
	"account" jsonb,
	"files" integer DEFAULT 0 NOT NULL,
	"note" text,
	"noted_at" timestamp (3) with time zone,
	"submitted_by" uuid,
	"submitted_by_name" text,
	"submitted_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "applications_files" CHECK ("applications"."files" between 0 and 10),
	CONSTRAINT "applications_submitted" CHECK ("applications"."status" = 'DRAFT' or "applications"."submitted_by" is not null),
	CONSTRAINT "applications_approved" CHECK (("applications"."status" = 'APPROVED') = ("applications"."approved_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "application_files" ADD CONSTRAINT "application_files_client_id_applications_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."applications"("client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_status" ON "applications" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_application" ON "approvals" USING btree ("client_id") WHERE kind = 'application' and status = 'PENDING';