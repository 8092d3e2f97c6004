CREATE TABLE "tally_totals" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"provider" text NOT NULL,
	"count" integer NOT NULL,
	"amount_bututs" bigint NOT NULL,
	"commission_bututs" bigint NOT NULL,
	CONSTRAINT "tally_totals_client_id_environment_type_status_provider_pk" PRIMARY KEY("client_id","environment","type","status","provider")
);
--> statement-breakpoint
ALTER TABLE "tallies" DROP CONSTRAINT "tallies_client_id_environment_type_status_provider_day_pk";--> statement-breakpoint
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_client_id_environment_day_type_status_provider_pk" PRIMARY KEY("client_id","environment","day","type","status","provider");--> statement-breakpoint
INSERT INTO "tally_totals" SELECT "client_id", "environment", "type", "status", "provider", sum("count"), sum("amount_bututs"), sum("commission_bututs") FROM "tallies" GROUP BY 1, 2, 3, 4, 5;
