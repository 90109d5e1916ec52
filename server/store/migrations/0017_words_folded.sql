-- Words are compared without their case by this collation, whatever the database's own is. It knows all of Unicode, where "C" knows
-- ASCII alone. No index uses it.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE 'CREATE COLLATION textrelay_words (PROVIDER = builtin, LOCALE = ''C.UTF-8'')';
  ELSE
    EXECUTE 'CREATE COLLATION textrelay_words (PROVIDER = icu, LOCALE = ''und'')';
  END IF;
END
$$;
