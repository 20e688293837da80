-- Filing a mail as a ticket or a comment.

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

create function private.with_left_out(content text, rejected jsonb) returns text
language sql immutable set search_path = '' as $$
  with named as (
    select coalesce((e ->> 'more')::integer, 1) as files, n, (e ->> 'name') || case e ->> 'reason'
      when 'size' then ' (too large)' when 'count' then ' (too many files)' when 'empty' then ' (empty)'
      else ' (type not accepted)' end as said
    from jsonb_array_elements(private.chosen_files(rejected)) with ordinality as l (e, n)
  ), placed as (
    select *, said is not null and sum(char_length(said) + 2) over (order by n) <= 900 as fits from named)
  select case when count(*) = 0 then content else left(content, 9000) || E'\n\nNot attached: '
    || concat_ws(', ', string_agg(said, ', ' order by n) filter (where fits),
      'and ' || nullif(coalesce(sum(files) filter (where not fits), 0), 0) || ' more') end
  from placed
$$;
comment on function private.with_left_out(text, jsonb) is
  'A message with the names of the files that were left out: as many whole names as fit into 900 characters, and the '
  'number of the others.';

create function private.file_mail(mail private.mail_messages, target uuid, author uuid,
  internal boolean) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  desk public.mail_addresses := private.desk_address(mail.recipient);
  files record;
  said text;
begin
  target := case when internal then private.lock_merge_root(target) else private.lock_answered(target) end;
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
comment on function private.file_mail(private.mail_messages, uuid, uuid, boolean) is
  'Adds a mail to a ticket in the name of its author, or opens one (target null). Returns the mail with ticket, '
  'comment and the paths of its files.';
