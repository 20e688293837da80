-- Mails that wait for staff, and what staff do with them.
create function private.waiting_mail(mail_id uuid) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to handle received mails' using detail = 'agent_required';
  end if;
  select m.* into made from private.mail_messages m where m.id = mail_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Mail not found', detail = 'mail_not_found';
  elsif made.state = 'accepted' or made.state = 'bounce' and made.ticket_id is not null
    or made.reason = 'discarded' then
    raise sqlstate 'PT409' using message = 'Somebody else has handled this mail', detail = 'mail_handled';
  end if;
  return made;
end
$$;
comment on function private.waiting_mail(uuid) is
  'The mail, locked, for staff who handle it. Raises for others and when it is handled.';

-- Mails that were not filed, and wait for nobody, can be found and filed by staff: ignored, refused, and bounces. The
-- answer to a forward shows to whom it was forwarded, and is filed in the name of that outsider.
create function public.list_unmatched_mails(
  states text[] default array['unmatched'], max_rows integer default 50, before_at timestamptz default null,
    before_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  -- Not null, so that every plan begins in the index at the page.
  last_at constant timestamptz := coalesce(before_at, 'infinity');
  last_id constant uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000');
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return coalesce((
    select jsonb_agg(to_jsonb(page) order by page.received_at desc, page.id desc)
    from (
      select m.id, m.received_at, m.state, m.reason, m.recipient, m.from_address, m.from_name, m.subject,
        left(m.content, 300) as preview,
        m.authentication, m.is_automatic, jsonb_array_length(m.files) as file_count,
          m.original_path is not null as has_original,
        m.ticket_id, m.forwarded_to, case when m.reason = 'own_address' then m.reply_to end as said_author,
        case when t.id is not null then jsonb_build_object('id', t.id, 'number', t.number,
          'subject', t.subject,
          'customer_name', private.name_of(t.customer_id),
          'was_forwarded', m.forwarded_to is not null or exists (select from private.sent_mails s
            where s.ticket_id = t.id and s.recipient = m.from_address)) end as suspected_ticket
      from (
        select k.* from unnest(array['unmatched', 'refused', 'ignored', 'bounce']) wanted (state)
        cross join lateral (
          select l.* from private.mail_messages l
          where l.state = wanted.state and l.reason <> 'discarded' and (l.received_at, l.id) < (last_at, last_id)
          order by l.received_at desc, l.id desc limit most) k
        where wanted.state = any (list_unmatched_mails.states)
        order by k.received_at desc, k.id desc limit most) m
      left join public.tickets t on t.id = coalesce(m.suspected_ticket_id, m.ticket_id)) page), '[]');
end
$$;
comment on function public.list_unmatched_mails(text[], integer, timestamptz, uuid) is
  'Staff: received mails that are in no ticket (unmatched: they wait; refused, ignored and bounce: kept for 30 days), '
  'newest first, with the ticket that each seems to belong to. Discarded ones are left out.';
grant execute on function public.list_unmatched_mails(text[], integer, timestamptz, uuid) to authenticated,
  service_role;

-- The answer of an outsider to whom a message was forwarded is for staff: it can be added as a note, without making its
-- sender a participant.
create function public.attach_unmatched_mail(mail_id uuid, ticket_id uuid default null,
  as_note boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  made private.mail_messages := private.waiting_mail(mail_id);
  -- From proves nothing about who answers a forward. A form on one's own site names its visitor in Reply-To.
  author constant text := coalesce(made.forwarded_to,
    case when made.reason = 'own_address' then made.reply_to end, made.from_address);
  author_name constant text := case when made.from_address = author then made.from_name else '' end;
  sender public.profiles := private.sender_of(author);
  ticket public.tickets;
begin
  if attach_unmatched_mail.ticket_id is not null then
    select t.* into ticket from public.tickets t where t.id = attach_unmatched_mail.ticket_id;
    if not found then
      raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
    end if;
  end if;
  -- The desk's own address, and no address at all, are nobody's account.
  if as_note or author !~ '^[^@\s]+@[^@\s]+$' or private.is_own_address(author) or sender.role in ('agent', 'admin')
    or sender.deactivated_at is not null then
    -- Of staff as well: nobody can vouch that a colleague wrote it.
    if ticket.id is null then
      raise exception 'A note can only be added to a ticket' using detail = case when as_note then 'note_without_ticket'
        else 'sender_is_staff' end;
    end if;
    made.content := left(case when made.forwarded_to is null then ''
      else format('Answer to what was forwarded to %s. ', made.forwarded_to) end
      || format(E'Mail from %s <%s>:\n\n%s', made.from_name, made.from_address, made.content), 10000);
    made := private.file_mail(made, ticket.id, me, true);
  else
    if sender.id is null then
      sender := (private.find_or_create_requester(author, author_name)).requester;
    end if;
    made.from_address := author;
    made := private.file_mail(made, ticket.id, sender.id, false);
    select t.* into ticket from public.tickets t where t.id = made.ticket_id;
    -- An outsider answers what was forwarded; what others write on the ticket is not for them, nor for whom a mail
    -- names that anybody may have sent in the name of the desk.
    if ticket.customer_id is distinct from sender.id and made.forwarded_to is null
      and (made.reason <> 'own_address' or made.authentication = 'pass') then
      insert into public.ticket_participants (ticket_id, address, name, person_id, added_by)
      values (ticket.id, author, author_name, sender.id, me) on conflict do nothing;
    end if;
  end if;
  update private.mail_messages m set state = 'accepted', via = 'staff', reason = '', handled_by = me,
    ticket_id = made.ticket_id,
    -- The proof was about From.
    authentication = case when m.authentication = 'pass' and m.from_address is distinct from author then 'none'
      else m.authentication end,
    comment_id = made.comment_id, files = made.files, rejected_files = made.rejected_files, files_due = made.files_due
  where m.id = made.id;
  return jsonb_build_object('ticket_id', made.ticket_id, 'comment_id', made.comment_id);
end
$$;
comment on function public.attach_unmatched_mail(uuid, uuid, boolean) is
  'Staff: add a waiting mail to a ticket, or open one (ticket_id null), in the name of its sender, who becomes a '
  'participant: {ticket_id, comment_id}. An answer to a forward is the outsider''s, whatever From says, and makes '
  'nobody a participant. as_note, and always in the name of staff: as an internal note of the caller. Files follow by '
  'the function staff-mail.';
grant execute on function public.attach_unmatched_mail(uuid, uuid, boolean) to authenticated, service_role;

-- A discarded mail keeps nothing of what it said.
create function public.discard_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made private.mail_messages := private.waiting_mail(mail_id);
begin
  update private.mail_messages m set state = 'ignored', reason = 'discarded', handled_by = auth.uid(),
    content = '', quoted = '',
    files = '[]', original_path = null
  where m.id = made.id;
end
$$;
comment on function public.discard_mail(uuid) is 'Staff: dismiss a waiting mail.';
grant execute on function public.discard_mail(uuid) to authenticated, service_role;

-- The menu shows staff how many received mails wait for them.
create function private.count_unmatched_mails(cap integer) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (
    select from private.mail_messages m where m.state = 'unmatched' order by m.received_at desc, m.id desc
      limit cap) waiting
$$;
comment on function private.count_unmatched_mails(integer) is
  'Number of received mails that wait for staff, up to the cap. Reads an index.';

-- Only for the staff who see its ticket, should there once be some who do not see all.
create function public.mail_original(mail_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to see received mails' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', m.id, 'path', m.original_path, 'subject', m.subject,
      'files', case when m.files_due then m.files else '[]' end)
    from private.mail_messages m where m.id = mail_id and (m.ticket_id is null or private.can_see_ticket(m.ticket_id)));
end
$$;
comment on function public.mail_original(uuid) is
  'Staff: where the original of a mail is stored, and the files that are still to be stored: {id, path, subject, '
  'files: [{index, path}]}; null when there is no such mail.';
grant execute on function public.mail_original(uuid) to authenticated, service_role;

create function private.prune_unfiled_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  pruned integer;
begin
  -- Materialized: a plan may run a subquery again for each row, and with it the limit.
  with old as materialized (
    select m.id from private.mail_messages m
    where m.state in ('ignored', 'refused', 'bounce') and m.event_id is null
      and m.received_at < now() - interval '30 days'
    order by m.received_at limit 100
  ), counted as materialized (
    select k.id, row_number() over w as place, sum(k.size::bigint) over w as bytes
    from (
      select m.id, m.received_at, m.size from private.mail_messages m
      where m.state in ('ignored', 'refused', 'bounce') and m.event_id is null
      order by m.received_at desc, m.id desc limit 10100) k
    window w as (order by k.received_at desc, k.id desc)
  ), surplus as materialized (
    select c.id from counted c where c.place > 10000 or c.bytes > 1073741824 order by c.place desc limit 100
  ), taken as materialized (
    select m.id from private.mail_messages m
    where m.id in (select o.id from old o union select s.id from surplus s) for update skip locked
  )
  delete from private.mail_messages m using taken where m.id = taken.id;
  get diagnostics pruned = row_count;
  return pruned;
end
$$;
comment on function private.prune_unfiled_mails() is
  'Deletes up to 200 ignored and refused mails and bounces that are older than 30 days, or beyond the newest 10,000 '
  'or 1 GB, except for automatic answers that a ticket shows. Their originals follow by old_originals.';
