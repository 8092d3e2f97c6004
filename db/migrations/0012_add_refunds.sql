ALTER TABLE "transactions" DROP CONSTRAINT "transactions_status";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "refund_commission" text DEFAULT 'keep' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "collection_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "collection_reference" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "refund_method" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "refund_reason" text;--> statement-breakpoint
CREATE INDEX "transactions_refunds" ON "transactions" USING btree ("client_id","environment","collection_id") WHERE collection_id is not null;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_refund" CHECK (("transactions"."type" = 'refund') = ("transactions"."collection_id" is not null) and ("transactions"."type" = 'refund') = ("transactions"."refund_method" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_status" CHECK (("transactions"."type" = 'collection' and "transactions"."status" in ('PENDING','SUCCEEDED','FAILED','EXPIRED','CANCELLED'))
       or ("transactions"."type" = 'payout' and "transactions"."status" in ('PENDING','SUCCEEDED','FAILED','AWAITING_LIQUIDITY','REVERSED'))
       or ("transactions"."type" = 'refund' and "transactions"."status" in ('PENDING','SUCCEEDED','FAILED','AWAITING_LIQUIDITY'))) NOT VALID;
