ALTER TABLE "payment_links" ADD COLUMN "is_choice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "reserved_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "customer_name" text;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "customer_mobile" text;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "error_url" text;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "scenario" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "customer_chooses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_reserved" ON "payment_links" USING btree ("client_id","environment","reserved_id") WHERE reserved_id is not null;--> statement-breakpoint
CREATE INDEX "payment_links_unchosen" ON "payment_links" USING btree ("expires_at") WHERE reserved_id is not null;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_choice" CHECK (("payment_links"."is_choice" or "payment_links"."reserved_id" is null)
       and (not "payment_links"."is_choice" or ("payment_links"."client_reference" is not null and "payment_links"."amount_bututs" is not null and "payment_links"."expires_at" is not null)));