-- Files of one mail were recorded in the same moment, and shown in any order. A microsecond apart, they keep that of the mail.
create or replace function public.finish_mail_files(mail_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages;
  author uuid;
  hidden boolean;
  stored jsonb;
  refused jsonb;
begin
  select m.* into made from private.mail_messages m where m.id = mail_id and m.files_due for update;
  if not found then
    return 0;
  end if;
  update private.mail_messages m set files_due = false where m.id = made.id;
  if made.state <> 'accepted' or made.files = '[]' then
    return 0;
  end if;
  select coalesce(jsonb_agg(l.e order by l.n) filter (where l.is_stored), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('name', l.e ->> 'name', 'reason', 'storage') order by l.n) filter (where not l.is_stored), '[]')
  into stored, refused
  from (
    select e, n, exists (
      select from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = e ->> 'path') as is_stored
    from jsonb_array_elements(made.files) with ordinality as k (e, n)) l;
  author := coalesce((select c.user_id from public.comments c where c.id = made.comment_id),
    (select t.created_by from public.tickets t where t.id = made.ticket_id));
  perform private.act_as(author);
  insert into public.attachments (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by, created_at)
  select made.ticket_id, made.comment_id, e ->> 'name', e ->> 'type', (e ->> 'size')::bigint, e ->> 'path', author,
    now() + n * interval '1 microsecond'
  from jsonb_array_elements(stored) with ordinality as l (e, n) order by n;
  if refused <> '[]' then
    update private.mail_messages m set files = stored, rejected_files = m.rejected_files || refused where m.id = made.id;
    hidden := coalesce((select c.is_internal from public.comments c where c.id = made.comment_id), false);
    insert into public.ticket_events (ticket_id, kind, to_value, is_internal)
    select made.ticket_id, 'file_refused', e ->> 'name', hidden from jsonb_array_elements(refused) e;
  end if;
  return jsonb_array_length(stored);
end
$$;
