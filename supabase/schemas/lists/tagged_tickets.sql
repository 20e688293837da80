-- Tickets by tag, with what lists filter and sort by, so that a list with a tag reads one index and no ticket beyond
-- its page.
create table private.tagged_tickets (
  ticket_id uuid not null references public.ticket_tags (ticket_id) on delete cascade,
  tag text not null,
  status text not null,
  priority_rank smallint not null,
  assigned_to uuid,
  customer_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  waiting_since timestamptz,
  number bigint not null,
  subject_key text collate "C" not null,
  requester_key text collate "C" not null,
  assignee_key text collate "C" not null,
  primary key (ticket_id, tag)
);
comment on table private.tagged_tickets is
  'One row for each ticket and tag of ticket_tags, with columns of the ticket. Written by triggers on ticket_tags and '
  'tickets.';

create index tagged_tickets_list_idx on private.tagged_tickets (tag, created_at desc, ticket_id desc)
  include (status, priority_rank, assigned_to, customer_id, updated_at, waiting_since);
create index tagged_tickets_subject_idx on private.tagged_tickets (tag, subject_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);
create index tagged_tickets_requester_idx on private.tagged_tickets (tag, requester_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);
create index tagged_tickets_assignee_idx on private.tagged_tickets (tag, assignee_key, number)
  include (ticket_id, status, priority_rank, assigned_to, customer_id);

alter table private.tagged_tickets enable row level security;

create function private.refresh_tagged_tickets(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.tagged_tickets k where k.ticket_id = any (ids);
  insert into private.tagged_tickets (ticket_id, tag, status, priority_rank, assigned_to, customer_id, created_at,
    updated_at,
    waiting_since, number, subject_key, requester_key, assignee_key)
  select distinct t.id, tag, t.status, t.priority_rank, t.assigned_to, t.customer_id, t.created_at, t.updated_at,
    t.waiting_since, t.number, t.subject_key, t.requester_key, t.assignee_key
  from public.ticket_tags g join public.tickets t on t.id = g.ticket_id, unnest(g.tags) tag
  where g.ticket_id = any (ids)
$$;
comment on function private.refresh_tagged_tickets(uuid[]) is
  'Writes the rows of these tickets again. For triggers, and after a load without triggers.';

create function private.follow_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_tagged_tickets(array(select w.ticket_id from written w));
  return null;
end
$$;
comment on function private.follow_tags() is 'Copies changed tags to tagged_tickets.';

-- Per statement, because renaming a tag changes thousands of rows.
create trigger ticket_tags_follow_new after insert on public.ticket_tags
  referencing new table as written for each statement execute function private.follow_tags();
create trigger ticket_tags_follow_changed after update on public.ticket_tags
  referencing new table as written for each statement execute function private.follow_tags();

create function private.follow_tagged_ticket(new public.tickets) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.tagged_tickets k
  set status = new.status, priority_rank = new.priority_rank, assigned_to = new.assigned_to,
    customer_id = new.customer_id, created_at = new.created_at, updated_at = new.updated_at,
    waiting_since = new.waiting_since, subject_key = new.subject_key, requester_key = new.requester_key,
    assignee_key = new.assignee_key
  where k.ticket_id = new.id;
end
$$;
comment on function private.follow_tagged_ticket(public.tickets) is 'Copies the columns of a ticket to tagged_tickets.';
