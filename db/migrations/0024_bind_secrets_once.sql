CREATE TABLE "bound_secrets" (
	"is_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bound_secrets_one" CHECK ("bound_secrets"."is_one")
);
--> statement-breakpoint
-- Where nothing was ever sealed, nothing was sealed as releases before did.
INSERT INTO "bound_secrets" ("bound_at") SELECT now() WHERE NOT EXISTS (
  SELECT FROM "users" UNION ALL SELECT FROM "webhook_endpoints" UNION ALL SELECT FROM "transactions"
  UNION ALL SELECT FROM "idempotency_keys" UNION ALL SELECT FROM "rail_notices" UNION ALL SELECT FROM "rail_connections"
  UNION ALL SELECT FROM "rail_connection_versions" UNION ALL SELECT FROM "rail_connection_requests");
--> statement-breakpoint
-- A secret of before that is bound to the endpoint and not to its column, as between two releases: it signs nothing more.
UPDATE "webhook_endpoints" SET "previous_secret_sealed" = NULL, "previous_secret_expires_at" = NULL
WHERE substring("previous_secret_sealed" from 1 for 2) = 'K2'::bytea;
