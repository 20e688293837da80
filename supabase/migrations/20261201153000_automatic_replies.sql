-- A note of an absence belongs on its ticket: as one line for staff, with its text, and not as a message. It is kept as long as
-- the ticket; other mails that are not filed still go after 30 days.
alter table public.ticket_events drop constraint ticket_events_kind;
alter table public.ticket_events add constraint ticket_events_kind check (kind in (
  'created', 'subject', 'description', 'status', 'priority', 'assigned_to', 'customer_id', 'tags', 'taken_over',
  'comment_added', 'comment_edited', 'comment_deleted', 'note_added', 'note_edited', 'note_deleted',
  'attachment_added', 'attachment_deleted', 'rated', 'delivery_failed', 'file_refused',
  'copies_left_out', 'copies_removed', 'not_sent_on', 'auto_reply', 'unverified_auto_reply'));

alter table private.mail_messages
  add column response text constraint mail_messages_response check (response in ('auto_reply', 'read_receipt', 'abuse_report')),
  add column is_away boolean,
  add column away_until date,
  add column event_id uuid references public.ticket_events (id) on delete set null;
comment on column private.mail_messages.response is 'What a program answered by itself; null for other mails.';
comment on column private.mail_messages.is_away is 'An automatic answer that speaks of an absence.';
comment on column private.mail_messages.away_until is 'The end of the absence, as its text names it.';
comment on column private.mail_messages.event_id is 'The line on the ticket that shows an automatic answer, which is kept with it.';

create index mail_messages_event_idx on private.mail_messages (event_id);

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
  return made;
end
$$;
