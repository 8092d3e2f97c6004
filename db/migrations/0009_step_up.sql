CREATE TABLE "rail_connection_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"fields_sealed" "bytea",
	"same_wallet" boolean NOT NULL,
	"changes" jsonb NOT NULL,
	"status" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_by_name" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "rail_connection_requests_four_eyes" CHECK ("rail_connection_requests"."decided_by" <> "rail_connection_requests"."requested_by"),
	CONSTRAINT "rail_connection_requests_decided" CHECK (("rail_connection_requests"."status" in ('PENDING', 'WITHDRAWN')) = ("rail_connection_requests"."decided_by" is null)),
	CONSTRAINT "rail_connection_requests_forgotten" CHECK ("rail_connection_requests"."status" = 'PENDING' or "rail_connection_requests"."fields_sealed" is null)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "rail_connection_requests_open" ON "rail_connection_requests" USING btree ("provider") WHERE status = 'PENDING';