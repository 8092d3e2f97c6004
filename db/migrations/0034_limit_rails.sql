CREATE TABLE "rail_tallies" (
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"amount_bututs" bigint NOT NULL,
	CONSTRAINT "rail_tallies_provider_day_pk" PRIMARY KEY("provider","day")
);
--> statement-breakpoint
ALTER TABLE "rail_settings" ADD COLUMN "day_limit_bututs" bigint;--> statement-breakpoint
ALTER TABLE "rail_settings" ADD COLUMN "month_limit_bututs" bigint;--> statement-breakpoint
CREATE INDEX "unfolded_tallies_rail" ON "unfolded_tallies" USING btree ("provider","day") WHERE environment = 'LIVE' and type = 'payout' and status <> 'FAILED';