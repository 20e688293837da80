-- Where a mail belongs, and filing it as a ticket or a comment.

-- A Reply-To names its author, not somebody in copy: a desk got our replies twice, and its own messages back.
create function private.add_participants(ticket public.tickets, author uuid, people jsonb, sender text) returns void
language sql security definer set search_path = '' as $$
  insert into public.ticket_participants (ticket_id, address, name, person_id, added_by)
  select ($1).id, found.address, found.name, (private.sender_of(found.address)).id, $2
  from (
    select lower(btrim(e ->> 'address')) as address, left(max(private.strip_invisible(coalesce(e ->> 'name', ''))), 100) as name, min(n) as place
    from jsonb_array_elements($3) with ordinality as l (e, n) group by 1
  ) found
  where found.address ~ '^[^@\s,;:<>()\[\]\\"]+@[^@\s,;:<>()\[\]\\"]+$' and char_length(found.address) <= 254
    -- The reply address of another desk, support+1042.<code>@…, is the mailbox that it writes from.
    and regexp_replace(found.address, '\+[^@]*@', '@') <> regexp_replace($4, '\+[^@]*@', '@')
    and (private.desk_address(found.address)).id is null
    -- Staff read every ticket; the requester gets its mails anyway.
    and not exists (select from public.profiles p where p.email = found.address and (p.role <> 'customer' or p.id = ($1).customer_id))
    and not exists (select from public.ticket_participants p where p.ticket_id = ($1).id and p.address = found.address)
  order by found.place
  limit greatest(0, 20 - (select count(*) from public.ticket_participants p where p.ticket_id = ($1).id))
  on conflict do nothing
$$;
comment on function private.add_participants(public.tickets, uuid, jsonb, text) is
  'Adds the people in copy of a mail, without the desk, staff, the requester and the mailbox of the sender, up to 20 a ticket.';

create function private.mail_hit(mail private.mail_messages, address text, refs jsonb, out ticket_id uuid, out via text)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text;
begin
  ticket_id := private.ticket_of_reply_address(address);
  if ticket_id is not null then
    via := 'address';
    return;
  end if;
  -- The nearest first. Received mails count too: people in copy answer the requester's own mail.
  for wanted in select e from jsonb_array_elements_text(refs) with ordinality as l (e, n) order by n limit 100 loop
    select s.ticket_id into ticket_id from private.sent_mails s where s.message_id = wanted limit 1;
    if not found then
      select m.ticket_id into ticket_id from private.mail_messages m where m.message_id = wanted and m.state = 'accepted' limit 1;
    end if;
    if ticket_id is not null then
      via := 'references';
      return;
    end if;
  end loop;
  select t.id into ticket_id from public.tickets t, public.workspace_settings w
  where t.number = substring(mail.subject from '(?i)\[(?:#|' || w.ticket_prefix || '-)(\d{1,15})\]')::bigint;
  if ticket_id is not null then
    via := 'subject';
  end if;
end
$$;
comment on function private.mail_hit(private.mail_messages, text, jsonb) is
  'The ticket that a mail names and how: by its reply address, else by the mails that it answers, else by the number in its subject.';

create function private.plan_files(ticket uuid, files jsonb, hidden boolean, out accepted jsonb, out rejected jsonb)
language sql stable security definer set search_path = '' as $$
  with listed as (
    select e, n, (e ->> 'size')::bigint > w.max_file_bytes as too_large, w.max_files - (
      select count(*) from public.attachments a
      where a.ticket_id = $1 and ($3 or not private.is_internal_comment(a.comment_id))) as room
    from jsonb_array_elements($2) with ordinality as l (e, n), public.workspace_settings w
  ), judged as (
    select l.e, l.n, case when l.too_large then 'size'
      when row_number() over (partition by l.too_large order by l.n) > l.room then 'count' end as reason
    from listed l)
  select coalesce(jsonb_agg(j.e order by j.n) filter (where j.reason is null), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('name', j.e ->> 'name', 'reason', j.reason) order by j.n) filter (where j.reason is not null), '[]')
  from judged j
$$;
comment on function private.plan_files(uuid, jsonb, boolean) is 'Splits the files of a mail by the workspace''s limits on number and size.';

create function private.with_left_out(content text, rejected jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when rejected = '[]' then content else left(content, 9000) || E'\n\n' || left('Not attached: ' || (
    select string_agg(coalesce(e ->> 'name', '') || case e ->> 'reason'
      when 'size' then ' (too large)' when 'count' then ' (too many files)' else ' (type not accepted)' end, ', ' order by n)
    from jsonb_array_elements(rejected) with ordinality as l (e, n)), 1000) end
$$;
comment on function private.with_left_out(text, jsonb) is 'A message with the names of the files that were left out.';

create function private.file_mail(mail private.mail_messages, target uuid, author uuid, internal boolean) returns private.mail_messages
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
    lower(substring(e ->> 'name' from '\.([A-Za-z]{3,4})$'))))), '[]') into mail.files
  from jsonb_array_elements(files.accepted) e;
  mail.files_due := mail.files <> '[]';
  return mail;
end
$$;
comment on function private.file_mail(private.mail_messages, uuid, uuid, boolean) is
  'Adds a mail to a ticket in the name of its author, or opens one (target null). Returns the mail with ticket, comment and the paths of its files.';
