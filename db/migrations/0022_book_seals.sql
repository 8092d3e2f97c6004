CREATE TABLE "book_leaves" (
	"seal_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"keys" text[] NOT NULL,
	"hashes" "bytea"[] NOT NULL,
	CONSTRAINT "book_leaves_seal_id_kind_pk" PRIMARY KEY("seal_id","kind")
);
--> statement-breakpoint
CREATE TABLE "book_seals" (
	"id" bigint PRIMARY KEY NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"leaves" integer NOT NULL,
	"root" "bytea" NOT NULL,
	"chain" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seal_beginning" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" bigint NOT NULL,
	"queued_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "unsealed" (
	"place" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unsealed_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"client_id" uuid,
	"id" uuid,
	"sequence" integer,
	"key" text,
	"hash" "bytea"
);
