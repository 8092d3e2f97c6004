ALTER TABLE "transactions" DROP CONSTRAINT "transactions_rail_fee";--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_rail_fee" CHECK ("transactions"."rail_fee_bututs" >= -"transactions"."amount_bututs" and ("transactions"."environment" = 'LIVE' or "transactions"."rail_fee_bututs" = 0)) NOT VALID;
