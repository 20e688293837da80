-- Anybody can have a mail delivered to a reply address of their own, or put it in copy, so that answers to all name it
-- too. Such a copy must not stand for the one that belongs to a ticket of the sender.
create or replace function private.place_of(mail jsonb, envelope text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select named.address from (
      select $2 as address, -1 as n
      union all
      select lower(btrim(e #>> '{}')), n
        from jsonb_array_elements(private.first_of($1 -> 'delivered_to', 60)) with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 100 + n from jsonb_array_elements(private.first_of($1 -> 'to', 60))
        with ordinality as l (e, n)
      union all
      select lower(btrim(e ->> 'address')), 200 + n from jsonb_array_elements(private.first_of($1 -> 'cc', 60))
        with ordinality as l (e, n)
    ) named
    where private.is_reply_address(named.address)
      and (private.ticket_of_reply_address(named.address) is not null
        or (private.forward_of(named.address)).ticket_id is not null)
    -- Of several, the one that shows a mail to the fewest: what an outsider answers waits for staff, and a note is for
    -- staff.
    order by named.n >= 0, named.address ~ '^[^@+]+\+f\.' desc, private.is_note_address(named.address) desc,
      private.writes_to(private.ticket_of_reply_address(named.address),
        private.lower_ascii(btrim($1 #>> '{from,address}'))) desc,
      named.n limit 1), $2)
$$;
comment on function private.place_of(jsonb, text) is
  'The reply address to which a mail was sent: of its envelope, else of those that Delivered-To, To and Cc name, '
  'rather one of a ticket of its sender, else the envelope''s address.';

create function private.as_copy(mail private.mail_messages, known private.mail_messages, place text, refs jsonb)
returns private.mail_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
begin
  hit := private.mail_hit(mail, place, refs);
  if known.state = 'unmatched'
      and (hit.ticket_id, hit.forwarded_to) is distinct from (known.suspected_ticket_id, known.forwarded_to)
    or hit.via = 'address' and hit.forwarded_to is null and private.writes_to(hit.ticket_id, mail.from_address)
      and hit.ticket_id is distinct from coalesce(known.ticket_id, known.suspected_ticket_id) then
    mail.content_hash := encode(sha256(convert_to(concat_ws(' ', mail.content_hash,
      coalesce(hit.ticket_id::text, ''), coalesce(hit.forwarded_to, '')), 'UTF8')), 'hex');
  end if;
  return mail;
end
$$;
comment on function private.as_copy(private.mail_messages, private.mail_messages, text, jsonb) is
  'A mail that is known already: with a content_hash of its own when it was delivered to a ticket of its sender, and '
  'the known one to another place or for staff.';

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
  from jsonb_array_elements(people) with ordinality as l (e, n) where n > 1;
  made.id := gen_random_uuid();
  made.message_id := left(mail ->> 'message_id', 500);
  made.recipient := desk;
  made.received_at := now();
  made.sent_at := case when pg_input_is_valid(mail ->> 'sent_at', 'timestamptz') then
    (mail ->> 'sent_at')::timestamptz end;
  made.from_address := left(private.lower_ascii(btrim(coalesce(mail #>> '{from,address}', ''))), 254);
  made.from_name := people #>> '{0,name}';
  made.reply_to := left(private.lower_ascii(mail ->> 'reply_to'), 254);
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
