-- After a new name, a person's tickets get new sort keys: the first thousand at once, the rest in the background.

create table private.renamed_people (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  renamed_at timestamptz not null default now()
);
comment on table private.renamed_people is 'People with tickets that still have the sort key of their former name.';
alter table private.renamed_people enable row level security;

create function private.refresh_sort_name(person uuid, max_rows integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name_key constant text := private.sort_name(person);
  stale uuid[] := array(
    select t.id from public.tickets t where t.customer_id = person and t.requester_key <> name_key
    union select t.id from public.tickets t where t.created_by = person and t.customer_id is null and t.requester_key <> name_key
    union select t.id from public.tickets t where t.assigned_to = person and t.assignee_key <> name_key
    limit max_rows);
begin
  update public.tickets t set requester_key = private.sort_name(coalesce(t.customer_id, t.created_by)),
    assignee_key = private.sort_name(t.assigned_to)
  where t.id = any (stale);
  if cardinality(stale) < max_rows then
    delete from private.renamed_people r where r.person_id = person;
  end if;
end
$$;
comment on function private.refresh_sort_name(uuid, integer) is
  'Writes the sort keys of a person''s tickets again, at most max_rows of them. Forgets the person when all are done.';

create function private.follow_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.renamed_people (person_id) values (new.id) on conflict do nothing;
  perform private.refresh_sort_name(new.id, 1000);
  return null;
end
$$;
comment on function private.follow_name() is 'Sort keys of tickets follow the names of their people.';
create trigger profiles_sort_name after update of name on public.profiles
  for each row when (new.name is distinct from old.name) execute function private.follow_name();

create function private.refresh_sort_names() returns void
language sql security definer set search_path = '' as $$
  select private.refresh_sort_name(r.person_id, 5000)
  from (select p.person_id from private.renamed_people p order by p.renamed_at limit 1 for update skip locked) r
$$;
comment on function private.refresh_sort_names() is 'One step of the work that renames of people left.';

create or replace function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  due public.notification_outbox;
  ticket public.tickets;
  said public.comments;
begin
  -- The one call that every installation makes each minute.
  perform private.refresh_sort_names();
  delete from public.notification_outbox o where o.created_at < now() - interval '30 days';
  for due in
    select o.* from public.notification_outbox o
    where o.sent_at is null and o.attempts < 5 and o.next_attempt_at <= now()
    order by o.next_attempt_at, o.created_at, o.id for update skip locked
  loop
    select t.* into ticket from public.tickets t where t.id = due.ticket_id;
    select c.* into said from public.comments c where c.id = due.comment_id;
    if due.comment_id is not null and (said.id is null or said.is_internal) then
      update public.notification_outbox o set attempts = 5, error = 'The comment is not public any more'
      where o.id = due.id;
    elsif not private.can_get_notification(due.kind, due.recipient_id, ticket) then
      update public.notification_outbox o set attempts = 5, error = case
        when exists (select from public.profiles p where p.id = due.recipient_id and p.deactivated_at is not null)
        then 'The recipient is not active any more' else 'The recipient may not get this mail any more' end
      where o.id = due.id;
    else
      -- After the lease, another sender takes over the rows of a dead one.
      return query
        update public.notification_outbox o set
          attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes',
          recipient_email = p.email, recipient_name = p.name, ticket_number = ticket.number,
          ticket_subject = ticket.subject,
          needs_password = private.is_invited_requester(p.id)
            and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is null),
          actor_name = coalesce(said.author_name, o.actor_name),
          excerpt = case when said.id is null then o.excerpt
            when char_length(said.content) > 300 then left(said.content, 299) || '…' else said.content end
        from public.profiles p where o.id = due.id and p.id = o.recipient_id
        returning o.*;
      wanted := wanted - 1;
      exit when wanted = 0;
    end if;
  end loop;
end
$$;
