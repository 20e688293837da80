-- Mentions of staff in notes: "@Ada Agent" in the text, and here who was meant, so that a rename changes nothing. Two
-- people of one name are told apart by "@Ada Agent (ada@example.com)".
create table private.comment_mentions (
  comment_id uuid not null references public.comments (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  written text not null,
  primary key (comment_id, person_id)
);
comment on table private.comment_mentions is 'Staff mentioned in notes, never in public replies.';
comment on column private.comment_mentions.written is 'The mention as it stands in the text, with its @.';

create index comment_mentions_person_idx on private.comment_mentions (person_id);

alter table private.comment_mentions enable row level security;

create function private.find_mentions(content text) returns table (person_id uuid, written text)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- More would be a list, not a mention.
  most constant integer := 50;
  place integer;
begin
  if strpos(content, '@') = 0 then
    return;
  end if;
  for n in 1 .. most loop
    -- Not inside an e-mail address.
    place := regexp_instr(content, '(?<![\w.])@', 1, n);
    exit when place = 0;
    return query
      with forms as (
        select p.id, f.form from public.profiles p,
          lateral (values ('@' || p.name), ('@' || p.name || ' (' || p.email || ')')) f (form)
        where p.role in ('agent', 'admin') and p.deactivated_at is null
      ), fitting as (
        select f.id, f.form from forms f
        where starts_with(lower(substr(content, place, 400)), lower(f.form))
          and substr(content, place + char_length(f.form), 1) !~ '\w'
      )
      -- "@Ada Agent" is not a mention of Ada.
      select f.id, substr(content, place, char_length(f.form)) from fitting f
      where char_length(f.form) = (select max(char_length(m.form)) from fitting m);
  end loop;
end
$$;
comment on function private.find_mentions(text) is
  'Active staff that a text mentions by @ and their name, case-insensitive; people of one name by name and e-mail, '
  'else all of them.';

create function private.save_mentions(new public.comments, is_new boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  mentioned uuid[];
  member uuid;
begin
  with found as (
    select m.person_id, min(m.written) as written from private.find_mentions(new.content) m group by m.person_id
  ), added as (
    insert into private.comment_mentions (comment_id, person_id, written)
    select new.id, f.person_id, f.written from found f
    on conflict on constraint comment_mentions_pkey do nothing returning person_id
  ), removed as (
    -- A mention of somebody who was renamed since stays as long as its text does.
    delete from private.comment_mentions c
    where c.comment_id = new.id and strpos(new.content, c.written) = 0
  )
  select coalesce(array_agg(a.person_id order by a.person_id), '{}') into mentioned from added a;
  if new.user_id is distinct from auth.uid() then
    return;
  end if;
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  foreach member in array mentioned loop
    insert into private.ticket_followers (ticket_id, person_id) values (ticket.id, member) on conflict do nothing;
    perform private.add_notification('mention', member, ticket, new.id);
    perform private.notify('mention', member, ticket, new.author_name, null, null);
  end loop;
  if is_new then
    perform private.notify_followers(ticket, new.id, null, mentioned);
  end if;
end
$$;
comment on function private.save_mentions(public.comments, boolean) is
  'Saves whom a note mentions. They are notified and follow the ticket from now on; its other followers are notified '
  'of a new note.';

create function private.mentions_json(target uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  tickets constant uuid[] := array(select k.id from private.merged_below(target) k);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('comment_id', m.comment_id, 'person_id', p.id, 'name', p.name,
      'written', m.written)), '[]')
    from public.comments c join private.comment_mentions m on m.comment_id = c.id
      join public.profiles p on p.id = m.person_id
    where c.ticket_id = any (tickets) and c.is_internal);
end
$$;
comment on function private.mentions_json(uuid) is
  'Mentions in the notes of a ticket and those merged into it, with the present names: [{comment_id, '
  'person_id, name, written}].';

create function private.followers_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
  from private.ticket_followers f join public.profiles p on p.id = f.person_id
  where f.ticket_id = target and p.role in ('agent', 'admin') and p.deactivated_at is null
$$;
comment on function private.followers_json(uuid) is 'Active staff who follow a ticket, by name: [{id, name}].';

create function public.follow_ticket(ticket_id uuid, follow boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to follow tickets' using detail = 'agent_required';
  end if;
  ticket := private.visible_ticket(follow_ticket.ticket_id);
  if follow then
    insert into private.ticket_followers (ticket_id, person_id) values (ticket.id, auth.uid()) on conflict do nothing;
  else
    delete from private.ticket_followers f where f.ticket_id = ticket.id and f.person_id = auth.uid();
  end if;
  return private.followers_json(ticket.id);
end
$$;
comment on function public.follow_ticket(uuid, boolean) is
  'Staff: follow or unfollow a ticket. Returns its followers: [{id, name}].';
grant execute on function public.follow_ticket(uuid, boolean) to authenticated, service_role;
