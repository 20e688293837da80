-- Follow-ups. A customer's answer to a ticket that was closed long ago is about something new more often than not: it
-- opens a new ticket, linked with the old one, which stays closed. Solved tickets, and those closed lately, reopen.
create function private.is_long_closed(ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select ticket.status = 'closed' and exists (
    select from public.workspace_settings w
    where w.follow_up_days > 0 and ticket.closed_at < now() - make_interval(days => w.follow_up_days))
$$;
comment on function private.is_long_closed(public.tickets) is
  'True for a ticket that was closed before the last follow_up_days: answers to it open a follow-up.';

create function private.follow_ups(root uuid) returns setof public.tickets
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  return query
    with recursive later (id) as (
      select root
      -- Distinct, so that the circle of a follow-up that was merged into its ticket ends.
      union
      select private.merge_root(l.from_id)
      from later f cross join lateral private.merged_below(f.id) b
      join private.ticket_links l on l.to_id = b.id and l.kind = 'follow_up'
    )
    select t.* from later f join public.tickets t on t.id = f.id where t.id <> root;
end
$$;
comment on function private.follow_ups(uuid) is
  'The follow-ups of a ticket and of those merged into it, and theirs, each as the ticket that shows it.';

-- Before anything else of them is locked: a merge of a follow-up into its ticket locks both, in the order of their ids.
create function private.lock_answered(target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  answered public.tickets;
  places uuid[];
begin
  loop
    select t.* into answered from public.tickets t where t.id = private.merge_root(target);
    -- Nearly every answer ends here.
    if not coalesce(private.is_long_closed(answered), false) then
      return private.lock_merge_root(target);
    end if;
    places := private.places_of_answers(target);
    begin
      perform from public.tickets t where t.id = any (places) order by t.id for no key update;
      exit when private.places_of_answers(target) = places;
      -- Merged, opened or closed meanwhile. Leaving the block gives the locks back.
      raise sqlstate 'HD000';
    exception when sqlstate 'HD000' then
      null;
    end;
  end loop;
  return answered.id;
end
$$;
comment on function private.lock_answered(uuid) is
  'The ticket that shows a ticket to which a public message is about to be added, as lock_merge_root; with one that '
  'was closed long ago, its follow-ups are locked too.';

create function private.places_of_answers(target uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_agg(p.id order by p.id) from (
    select k.id from private.merge_path(target) k (id)
    union
    select f.id from private.follow_ups(private.merge_root(target)) f where not private.is_long_closed(f)) p
$$;
comment on function private.places_of_answers(uuid) is
  'A ticket, those that it was merged into, and the follow-ups to which answers may go, by their ids.';

create function private.place_of_answer(root uuid, author uuid, by_mail boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  answered public.tickets;
  made public.tickets;
  person public.profiles;
  place uuid;
begin
  select t.* into answered from public.tickets t where t.id = root;
  -- Nearly every answer ends here.
  if not coalesce(private.is_long_closed(answered), false) then
    return root;
  end if;
  select p.* into person from public.profiles p where p.id = author;
  -- Of who may not write to the ticket the caller decides, and learns nothing of it by a follow-up.
  if person.role is distinct from 'customer' or not (case when by_mail then private.writes_to(root, person.email)
      else private.reads_message(root, 'infinity') end) then
    return root;
  end if;
  -- Two answers at once open one.
  select t.* into answered from public.tickets t where t.id = root for no key update;
  if not private.is_long_closed(answered) then
    return root;
  end if;
  select f.id into place from private.follow_ups(root) f
  where not private.is_long_closed(f)
    and case when by_mail then private.writes_to(f.id, person.email)
      else private.reads_since(f.id, author) is not null end
  order by f.created_at desc, f.id desc limit 1;
  if place is not null then
    perform private.set_context('follow_up', place::text);
    return private.lock_merge_root(place);
  end if;
  -- Waits for a demotion in progress, as guard_assignee does.
  perform from public.profiles p where p.id = answered.assigned_to for share;
  insert into public.tickets as t (subject, description, created_by, customer_id, assigned_to, source, origin)
  values (answered.subject, 'Follow-up to #' || answered.number, author, author,
    case when private.is_active_staff(answered.assigned_to) then answered.assigned_to end,
    case when by_mail then 'mail' else 'portal' end, 'follow_up')
  returning t.* into made;
  perform private.set_context('follow_up', made.id::text);
  -- It is known what it continues.
  insert into private.dismissed_continuations (ticket_id) values (made.id);
  perform private.add_ticket_link(made.id, root, 'follow_up');
  return made.id;
end
$$;
comment on function private.place_of_answer(uuid, uuid, boolean) is
  'The ticket of a public message that is about to be added to a ticket that is merged nowhere: itself, or, when it '
  'was closed long ago and a customer who may write to it answers, the author''s follow-up, which is opened unless '
  'there is one that is not closed as long. The author is the requester of the new one; the assignee stays.';

-- Policies see the tickets that were there when their statement began.
create function private.leads_here(ticket uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(private.context('follow_up') = ticket::text, false)
$$;
comment on function private.leads_here(uuid) is
  'True for the follow-up to which place_of_answer has led the caller, who reads it.';
grant execute on function private.leads_here(uuid) to authenticated, service_role;

create function private.follow_up_json(ticket public.tickets, person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  later public.tickets;
begin
  if not coalesce(private.is_long_closed(ticket), false) then
    return null;
  end if;
  select f.* into later from private.follow_ups(ticket.id) f where person is null or f.customer_id = person
  order by private.is_long_closed(f), f.created_at desc, f.id desc limit 1;
  return jsonb_build_object(
    'continued_in', case when later.id is not null then jsonb_build_object('id', later.id, 'number', later.number) end,
    'opens', later.id is null or private.is_long_closed(later));
end
$$;
comment on function private.follow_up_json(public.tickets, uuid) is
  'Where answers to a ticket go that was closed long ago, as a requester sees it, who sees tickets of their own, or '
  'without one as staff do: {continued_in: {id, number}|null, opens: true when the next one opens another ticket}; '
  'null for other tickets, to which answers are added.';
