-- In a database that is in use it is there already: db/large-indexes.ts built it while others wrote.
DO $$ BEGIN
  IF to_regclass('transactions_amount') IS NULL THEN
    CREATE INDEX "transactions_amount" ON "transactions" USING btree ("client_id","environment","amount_bututs","id");
  END IF;
END $$;
