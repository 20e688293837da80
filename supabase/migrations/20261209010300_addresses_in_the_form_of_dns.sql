-- Domains of mails come in the form of DNS; people of earlier mails may be known by the other form.
create index profiles_ascii_email_idx on public.profiles (private.ascii_address(email))
  where substring(email from '[^@]*$') ~ '[^\x01-\x7f]';
alter index public.profiles_ascii_email_idx alter column 1 set statistics 0;
create index ticket_participants_ascii_idx on public.ticket_participants (private.ascii_address(address))
  where substring(address from '[^@]*$') ~ '[^\x01-\x7f]';
alter index public.ticket_participants_ascii_idx alter column 1 set statistics 0;

create or replace function private.desk_address(address text) returns public.mail_addresses
language sql stable security definer set search_path = '' as $$
  select a.* from public.mail_addresses a
  where a.is_active
    and a.address = (select private.ascii_address(regexp_replace(lower(btrim($1)), '\+[^@]*@', '@')))
$$;
comment on function private.desk_address(text) is
  'The active address of the workspace, also for its reply addresses; null for others.';

create or replace function private.known_address(address text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if address !~ '@.*xn--' or exists (select from public.profiles p where p.email = address) then
    return address;
  end if;
  return coalesce(
    (select p.email from public.profiles p
      where substring(p.email from '[^@]*$') ~ '[^\x01-\x7f]' and private.ascii_address(p.email) = address
        -- Capitals of other scripts have no one form.
        and p.email = lower(p.email)
      order by p.created_at limit 1),
    (select p.address from public.ticket_participants p
      where substring(p.address from '[^@]*$') ~ '[^\x01-\x7f]' and private.ascii_address(p.address) = $1
        and p.address = lower(p.address)
      order by p.created_at limit 1),
    address);
end
$$;
comment on function private.known_address(text) is
  'The address as the workspace knows it: ann@bücher.example of ann@xn--bcher-kva.example if that is a person''s.';

create or replace function private.mail_of(mail jsonb, desk text) returns private.mail_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  made private.mail_messages;
  known private.mail_messages;
  "to" jsonb := private.first_of(mail -> 'to', 60);
  cc jsonb := private.first_of(mail -> 'cc', 60);
  -- All at once: each call reads the names of staff.
  people constant jsonb := private.guest_names(jsonb_build_array(mail -> 'from') || "to" || cc);
  to_count constant integer := jsonb_array_length("to");
begin
  select coalesce(jsonb_agg(e order by n) filter (where n <= 1 + to_count), '[]'),
    coalesce(jsonb_agg(e order by n) filter (where n > 1 + to_count), '[]') into "to", cc
  from (
    select case when e ->> 'address' ~ '@.*xn--'
      then e || jsonb_build_object('address', private.known_address(e ->> 'address')) else e end as e, n
    from jsonb_array_elements(people) with ordinality as l (e, n) where n > 1) named;
  made.id := gen_random_uuid();
  made.message_id := left(mail ->> 'message_id', 500);
  made.recipient := desk;
  made.received_at := now();
  made.sent_at := case when pg_input_is_valid(mail ->> 'sent_at', 'timestamptz') then
    (mail ->> 'sent_at')::timestamptz end;
  made.from_address := private.known_address(left(private.lower_ascii(btrim(coalesce(mail #>> '{from,address}', ''))),
    254));
  made.from_name := people #>> '{0,name}';
  made.reply_to := private.known_address(left(private.lower_ascii(mail ->> 'reply_to'), 254));
  made.recipients := jsonb_build_object('to', "to", 'cc', cc);
  if private.json_is_bounded(made.recipients, 32768, 3) is not true then
    -- Long names in other scripts take four bytes a character.
    made.recipients := jsonb_build_object('to', private.first_of("to", 20), 'cc', private.first_of(cc, 20));
  end if;
  made.subject := left(coalesce(mail ->> 'subject', ''), 500);
  made.authentication := mail ->> 'authentication';
  made.is_automatic := coalesce((mail ->> 'is_automatic')::boolean, false);
  made.response := mail ->> 'response';
  made.is_away := (mail ->> 'is_away')::boolean;
  made.away_until := case when pg_input_is_valid(mail ->> 'away_until', 'date') then (mail ->> 'away_until')::date end;
  made.content := left(coalesce(mail ->> 'content', ''), 20000);
  made.quoted := left(coalesce(mail ->> 'quoted', ''), 100000);
  made.files := coalesce(mail -> 'files', '[]');
  made.rejected_files := coalesce(mail -> 'rejected_files', '[]');
  made.parts := coalesce(mail -> 'parts', '[]');
  made.size := coalesce((mail ->> 'size')::integer, 0);
  made.original_path := mail ->> 'original_path';
  made.content_hash := coalesce(mail ->> 'content_hash', '');
  made.reason := '';
  made.files_due := false;
  known := private.twin_of(made, desk);
  if known.id is not null then
    made := private.as_copy(made, known, private.place_of(mail, lower(btrim(mail ->> 'recipient'))),
      coalesce(mail -> 'references', '[]'));
  end if;
  return made;
end
$$;
comment on function private.mail_of(jsonb, text) is 'The row of a parsed mail.';
