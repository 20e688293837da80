-- A Message-ID is anybody's choice. A mail is known by its recipient, sender and content as well: a used Message-ID takes no
-- other mail's place, and an answer to one that several tickets have does not go astray.
alter table private.mail_messages add column content_hash text not null default ''
  constraint mail_messages_content_hash check (content_hash ~ '^([0-9a-f]{64})?$');
comment on column private.mail_messages.content_hash is
  'SHA-256 of the subject and the body; empty for mails of before it was recorded, which equal any of their sender and Message-ID.';

alter table private.mail_messages drop constraint mail_messages_message_id_recipient_key;
-- Hashed: four long texts do not fit into a row of an index.
create unique index mail_messages_identity_idx
  on private.mail_messages (message_id, md5(recipient || ' ' || from_address || ' ' || authentication || ' ' || content_hash));

create or replace function private.mail_of(mail jsonb, desk text) returns private.mail_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  made private.mail_messages;
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
  made.sent_at := case when pg_input_is_valid(mail ->> 'sent_at', 'timestamptz') then (mail ->> 'sent_at')::timestamptz end;
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
  made.content := left(coalesce(mail ->> 'content', ''), 20000);
  made.quoted := left(coalesce(mail ->> 'quoted', ''), 100000);
  made.files := coalesce(mail -> 'files', '[]');
  made.rejected_files := coalesce(mail -> 'rejected_files', '[]');
  made.size := coalesce((mail ->> 'size')::integer, 0);
  made.original_path := mail ->> 'original_path';
  made.content_hash := coalesce(mail ->> 'content_hash', '');
  made.reason := '';
  made.files_due := false;
  return made;
end
$$;

create function private.twin_of(mail private.mail_messages, at_recipient text) returns private.mail_messages
language sql stable security definer set search_path = '' as $$
  -- Materialized: to find the first, a plan may otherwise read all accepted mails in their order.
  with found as materialized (
    select m.* from private.mail_messages m
    where m.message_id = mail.message_id
      and md5(m.from_address || ' ' || m.content_hash) in (
        md5(mail.from_address || ' ' || mail.content_hash), md5(mail.from_address || ' '))
  )
  select f.* from found f
  where f.from_address = mail.from_address and f.content_hash in (mail.content_hash, '')
    -- A forged copy that came first does not take the place of the real one: better two than none.
    and (f.authentication = mail.authentication or f.state = 'accepted' and mail.authentication <> 'pass')
    and case when at_recipient is null then f.state = 'accepted' else f.recipient = at_recipient end
  order by f.received_at limit 1
$$;
comment on function private.twin_of(private.mail_messages, text) is
  'The same mail (Message-ID, sender and content) as it was received before at that address; null: as it was accepted at any.';
