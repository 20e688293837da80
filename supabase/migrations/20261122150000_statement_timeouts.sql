-- A pattern like (.*)(.*)(.*)\3\2\1 keeps the database busy for as long as it likes, on the texts of its author's own
-- tickets. What hosted projects have by default is said here, so that no other way to run this schema is without it.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
notify pgrst, 'reload config';
