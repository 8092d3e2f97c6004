DROP INDEX "transactions_reference";--> statement-breakpoint
CREATE INDEX "transactions_facets" ON "transactions" USING btree ("client_id","environment","type","status","provider","id");--> statement-breakpoint
CREATE INDEX "transactions_mobile" ON "transactions" USING btree ("client_id","environment","mobile","id") WHERE mobile is not null;--> statement-breakpoint
CREATE INDEX "transactions_rail_reference" ON "transactions" USING btree ("client_id","environment","rail_reference") WHERE rail_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reference" ON "transactions" USING btree ("client_id","environment","type","client_reference" text_pattern_ops,"attempt");