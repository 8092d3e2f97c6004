ALTER TABLE "payment_links" ADD COLUMN "takes_parts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD COLUMN "paid_by_hand_bututs" bigint;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD COLUMN "taken_back" jsonb DEFAULT '[]'::jsonb NOT NULL;