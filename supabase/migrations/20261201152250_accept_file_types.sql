-- The setting is enforced where files are stored, recorded and taken from mails. Files that were recorded before stay what they are.
alter table public.attachments
  drop constraint attachments_file_name,
  drop constraint attachments_file_type,
  drop constraint attachments_path_in_ticket,
  add constraint attachments_file_name check (char_length(file_name) between 1 and 255 and file_name !~ '[/\\[:cntrl:]]'
    and file_name ~ '\.[A-Za-z0-9]{1,10}$'),
  -- Not validated: a record could have the name of one type and the content type of another.
  add constraint attachments_file_type check (file_type = private.content_type_of(private.extension_of(file_name))) not valid,
  add constraint attachments_path_in_ticket
    check (storage_path ~ ('^' || ticket_id::text || '/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,10}$'));

-- An administrator may accept types by names of their own: no sample for planners that other people's queries could ask.
alter table public.attachments alter column file_type set statistics 0;

alter policy attachments_insert_uploader on public.attachments
  with check (
    uploaded_by = (select auth.uid())
    and private.is_accepted_file(file_name, file_type)
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id))
    and (comment_id is null or private.is_own_comment(comment_id))
    and private.is_stored_file(storage_path, file_type, file_size));

create or replace function private.ticket_of_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,10}$'
    then split_part(path, '/', 1)::uuid
  end
$$;

create or replace function private.can_upload_object(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A signed upload would be checked now and written later, over anything stored meanwhile.
  select coalesce(current_setting('storage.operation', true) not like '%sign_upload%', true)
    and private.extension_of(path) = any (private.accepted_extensions())
    and private.can_see_ticket(private.ticket_of_path(path))
    and exists (select from public.tickets t where t.id = private.ticket_of_path(path))
$$;

create or replace function private.plan_files(ticket uuid, files jsonb, hidden boolean, out accepted jsonb, out rejected jsonb)
language sql stable security definer set search_path = '' as $$
  with listed as (
    select e, n, case when not private.is_accepted_file(e ->> 'name', e ->> 'type') then 'type'
        when (e ->> 'size')::bigint > w.max_file_bytes then 'size' end as fault, w.max_files - (
      select count(*) from public.attachments a
      where a.ticket_id = $1 and ($3 or not private.is_internal_comment(a.comment_id))) as room
    from jsonb_array_elements($2) with ordinality as l (e, n), public.workspace_settings w
  ), judged as (
    select l.e, l.n, coalesce(l.fault,
      case when row_number() over (partition by l.fault order by l.n) > l.room then 'count' end) as reason
    from listed l)
  select coalesce(jsonb_agg(j.e - 'incidental' order by j.n) filter (where j.reason is null), '[]'),
    coalesce(jsonb_agg(j.e || jsonb_build_object('reason', j.reason) order by j.n) filter (where j.reason is not null), '[]')
  from judged j
$$;

create or replace function private.file_mail(mail private.mail_messages, target uuid, author uuid, internal boolean) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  desk public.mail_addresses := private.desk_address(mail.recipient);
  files record;
  said text;
begin
  if target is not null then
    select t.* into ticket from public.tickets t where t.id = target for no key update;
  end if;
  files := private.plan_files(target, mail.files, internal);
  mail.rejected_files := mail.rejected_files || files.rejected;
  said := private.with_left_out(coalesce(nullif(btrim(left(mail.content, 10000), E' \t\r\n'), ''), '(no text)'), mail.rejected_files);
  perform private.act_as(author);
  perform private.exclude_from_undo();
  if target is null then
    insert into public.tickets as t (subject, description, priority, created_by, customer_id, source)
    values (coalesce(nullif(btrim(left(private.strip_invisible(mail.subject), 255)), ''), '(no subject)'), said,
      coalesce(desk.default_priority, private.default_priority()), author, author, 'mail')
    returning t.* into ticket;
    -- After the insert: tags given at creation are shown to the customer, these are the desk's.
    if cardinality(desk.default_tags) > 0 then
      update public.tickets t set tags = desk.default_tags where t.id = ticket.id;
    end if;
  else
    insert into public.comments (ticket_id, user_id, content, is_internal, source)
    values (ticket.id, author, said, internal, 'mail') returning id into mail.comment_id;
    -- The requester's comment reopens by itself.
    if not internal and ticket.status in ('pending', 'solved', 'closed') and ticket.customer_id is distinct from author
      and (select p.role from public.profiles p where p.id = author) = 'customer' then
      update public.tickets t set status = 'open' where t.id = ticket.id and t.status in ('pending', 'solved', 'closed');
    end if;
    update public.ticket_participants p set person_id = author
    where p.ticket_id = ticket.id and p.address = mail.from_address and p.person_id is distinct from author;
  end if;
  mail.ticket_id := ticket.id;
  mail.state := 'accepted';
  select coalesce(jsonb_agg(e || jsonb_build_object('path', format('%s/%s-%s.%s', ticket.id, mail.id, e ->> 'index',
    private.extension_of(e ->> 'name')))), '[]') into mail.files
  from jsonb_array_elements(files.accepted) e;
  mail.files_due := mail.files <> '[]';
  return mail;
end
$$;
