CREATE TABLE "adjustments" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"journal_id" uuid NOT NULL,
	"client_bututs" bigint NOT NULL,
	"rail_bututs" bigint NOT NULL,
	"reason" text NOT NULL,
	"evidence" text NOT NULL,
	"proposed_by_name" text NOT NULL,
	"confirmed_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "adjustments_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id"),
	CONSTRAINT "adjustments_amount" CHECK ("adjustments"."rail_bututs" <> 0 and "adjustments"."client_bututs" in (0, "adjustments"."rail_bututs"))
);
--> statement-breakpoint
CREATE TABLE "rail_connection_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"mark" "bytea" NOT NULL,
	"fields_sealed" "bytea",
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by_name" text
);
--> statement-breakpoint
DROP INDEX "transactions_live_rail_reference";--> statement-breakpoint
ALTER TABLE "rail_calls" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "rail_calls" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "rail_wallets" ADD COLUMN "collections_cover_payouts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "delivered_after_failure" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "adjustments_transaction" ON "adjustments" USING btree ("client_id","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rail_connection_versions_mark" ON "rail_connection_versions" USING btree ("provider","mark");--> statement-breakpoint
update "rail_operations" set "kind" = 'look_up' where "kind" = 'notice';--> statement-breakpoint
-- One payment of a rail that was booked for several of ours is one for the first; the others are cases.
do $$
begin
  create temporary table booked_again on commit drop as
    select client_id, environment, id, provider, rail_reference, first_id from (
      select *, first_value(id) over (partition by provider, rail_reference, type order by id) as first_id
      from transactions where environment = 'LIVE' and rail_reference is not null
    ) t where id <> first_id;
  if exists (select from booked_again) then
    insert into cases (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at)
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
             placing substring(int8send((extract(epoch from now()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid, environment, provider, 'same_payment', id::text, client_id, id,
           jsonb_build_object('rail_reference', rail_reference, 'other_transaction_id', first_id), 'OPEN', now()
    from booked_again on conflict do nothing;
    update transactions t set rail_reference = t.rail_reference || '#' || t.id from booked_again b
    where t.client_id = b.client_id and t.environment = b.environment and t.id = b.id;
  end if;
end $$;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_rail_payment" ON "transactions" USING btree ("provider","rail_reference","type") WHERE environment = 'LIVE' and rail_reference is not null;