-- Files of forged mails took the room of those of the people on a ticket: they are counted apart.
alter table public.attachments add column is_unproven boolean not null default false;
comment on column public.attachments.is_unproven is
  'A mail brought it of which nothing proves who sent it: such files are counted apart.';
grant select (is_unproven) on table public.attachments to authenticated;

update public.attachments a set is_unproven = true
from private.mail_messages m
where m.ticket_id = a.ticket_id and m.state = 'accepted' and m.authentication <> 'pass'
  -- The path of a file begins with the id of its mail.
  and split_part(a.storage_path, '/', 2) like m.id || '-%';

drop function private.plan_files(uuid, jsonb, boolean);
create function private.plan_files(ticket uuid, files jsonb, hidden boolean, unproven boolean, out accepted jsonb,
  out rejected jsonb)
language sql stable security definer set search_path = '' as $$
  with listed as (
    select e, n, case when not private.is_accepted_file(e ->> 'name', e ->> 'type') then 'type'
        when (e ->> 'size')::bigint > w.max_file_bytes then 'size' end as fault, w.max_files - (
      select count(*) from public.attachments a
      where a.ticket_id = $1 and a.is_unproven = $4
        and ($3 or not private.is_internal_comment(a.comment_id))) as room
    from jsonb_array_elements($2) with ordinality as l (e, n), public.workspace_settings w
  ), judged as (
    select l.e, l.n, coalesce(l.fault,
      case when row_number() over (partition by l.fault order by l.n) > l.room then 'count' end) as reason
    from listed l)
  select coalesce(jsonb_agg(j.e - 'incidental' order by j.n) filter (where j.reason is null), '[]'),
    coalesce(jsonb_agg(j.e || jsonb_build_object('reason', j.reason) order by j.n) filter (where j.reason is not null),
      '[]')
  from judged j
$$;
comment on function private.plan_files(uuid, jsonb, boolean, boolean) is
  'Splits the files of a mail by the workspace''s limits on number and size. Those of mails that prove nothing are '
  'counted apart.';

create or replace function private.file_mail(mail private.mail_messages, target uuid, author uuid,
  internal boolean) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  desk public.mail_addresses := private.desk_address(mail.recipient);
  files record;
  said text;
begin
  target := private.lock_merge_root(target);
  perform private.act_as(author);
  if target is not null and not internal then
    target := private.place_of_answer(target, author, true);
  end if;
  if target is not null then
    select t.* into ticket from public.tickets t where t.id = target for no key update;
  end if;
  files := private.plan_files(target, mail.files, internal, mail.authentication <> 'pass');
  mail.rejected_files := mail.rejected_files || files.rejected;
  said := private.with_left_out(coalesce(nullif(btrim(left(mail.content, 10000), E' \t\r\n'), ''), '(no text)'),
    mail.rejected_files);
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
      update public.tickets t set status = 'open' where t.id = ticket.id
        and t.status in ('pending', 'solved', 'closed');
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
    coalesce(jsonb_agg(jsonb_build_object('name', l.e ->> 'name', 'reason', 'storage') order by l.n)
      filter (where not l.is_stored), '[]')
  into stored, refused
  from (
    select e, n, exists (
      select from storage.objects o where o.bucket_id = 'ticket-attachments' and o.name = e ->> 'path') as is_stored
    from jsonb_array_elements(made.files) with ordinality as k (e, n)) l;
  author := coalesce((select c.user_id from public.comments c where c.id = made.comment_id),
    (select t.created_by from public.tickets t where t.id = made.ticket_id));
  perform private.act_as(author);
  insert into public.attachments (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by,
    created_at, is_unproven)
  select made.ticket_id, made.comment_id, e ->> 'name', e ->> 'type', (e ->> 'size')::bigint, e ->> 'path', author,
    now() + n * interval '1 microsecond', made.authentication <> 'pass'
  from jsonb_array_elements(stored) with ordinality as l (e, n) order by n;
  if refused <> '[]' then
    update private.mail_messages m set files = stored, rejected_files = m.rejected_files || refused
      where m.id = made.id;
    hidden := coalesce((select c.is_internal from public.comments c where c.id = made.comment_id), false);
    insert into public.ticket_events (ticket_id, kind, to_value, is_internal)
    select made.ticket_id, 'file_refused', e ->> 'name', hidden from jsonb_array_elements(refused) e;
  end if;
  return jsonb_array_length(stored);
end
$$;

create or replace function private.limit_attachments() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed public.workspace_settings;
  hidden boolean := private.is_internal_comment(new.comment_id);
begin
  select s.* into allowed from public.workspace_settings s;
  if new.file_size > allowed.max_file_bytes then
    raise exception 'File is larger than %', pg_catalog.pg_size_pretty(allowed.max_file_bytes::bigint)
      using detail = 'attachment_too_large';
  end if;
  -- Serialises concurrent uploads to one ticket. In an AFTER trigger, so that row level security has refused foreign
  -- tickets before they are locked.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (
    select count(*) from public.attachments a
    where a.ticket_id = new.ticket_id and a.is_unproven = new.is_unproven
      and (hidden or not private.is_internal_comment(a.comment_id))
  ) > allowed.max_files then
    raise exception 'Too many files' using detail = 'attachment_limit';
  end if;
  return null;
end
$$;
