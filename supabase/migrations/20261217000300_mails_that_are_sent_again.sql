-- What a signature alone proves counts where its author addressed it to: anybody can send it again.
create or replace function private.is_addressed_here(signed jsonb, place text) returns boolean
language sql stable security definer set search_path = '' as $$
  select jsonb_typeof(signed) is distinct from 'array' or exists (
    select from jsonb_array_elements_text(private.first_of(signed, 120)) named
    where case when private.is_reply_address(place)
      -- A gateway may have changed the domain.
      then private.is_reply_address(named) and split_part(lower(named), '@', 1) = split_part(place, '@', 1)
      else (private.desk_address(named)).id is not null
        or private.ticket_of_reply_address(named) is not null end)
$$;
comment on function private.is_addressed_here(jsonb, text) is
  'True when the addresses that a signature covers name the reply address to which a mail was sent, or the workspace; '
  'and when the way of the mail proves its author (null).';

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
  made.authentication := case when mail ->> 'authentication' <> 'pass' or private.is_addressed_here(mail -> 'signed_to',
    private.place_of(mail, lower(btrim(mail ->> 'recipient')))) then mail ->> 'authentication' else 'none' end;
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
