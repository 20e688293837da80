-- The customer's rating of a solved or closed ticket.
create table public.ticket_ratings (
  ticket_id uuid primary key references public.tickets (id) on delete cascade,
  customer_id uuid not null default auth.uid() references public.profiles (id),
  agent_id uuid references public.profiles (id),
  score smallint not null constraint ticket_ratings_score check (score between 1 and 5),
  comment text constraint ticket_ratings_comment_length check (char_length(comment) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.ticket_ratings is 'One rating per ticket, by its customer. 4 and 5 are good.';
comment on column public.ticket_ratings.agent_id is 'Assignee when the ticket was rated.';

create index ticket_ratings_customer_idx on public.ticket_ratings (customer_id);
create index ticket_ratings_agent_idx on public.ticket_ratings (agent_id, created_at desc);
create index ticket_ratings_created_at_idx on public.ticket_ratings (created_at desc);

alter table public.ticket_ratings alter column comment set statistics 0;
alter table public.ticket_ratings enable row level security;
grant select (ticket_id, customer_id, agent_id, score, comment, created_at, updated_at)
  on table public.ticket_ratings to authenticated;
grant insert (ticket_id, score, comment) on table public.ticket_ratings to authenticated;
grant update (score, comment) on table public.ticket_ratings to authenticated;
grant all on table public.ticket_ratings to service_role;

create function private.can_rate(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.current_role() = 'customer' and exists (
    select from public.tickets t
    where t.id = target and t.customer_id = (select auth.uid()) and t.status in ('solved', 'closed')
      and t.assigned_to is distinct from t.customer_id
  )
$$;
comment on function private.can_rate(uuid) is
  'True for the customer of a solved or closed ticket, unless they worked on it themselves.';
grant execute on function private.can_rate(uuid) to authenticated, service_role;

create function private.set_rating_agent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.agent_id := (select t.assigned_to from public.tickets t where t.id = new.ticket_id);
  return new;
end
$$;
comment on function private.set_rating_agent() is 'Sets agent_id to the ticket''s assignee.';

create policy ticket_ratings_select_visible on public.ticket_ratings for select to authenticated
  using ((select private.can_see_all_tickets())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));
create policy ticket_ratings_insert_own on public.ticket_ratings for insert to authenticated
  with check (customer_id = (select auth.uid()) and private.can_rate(ticket_id));
create policy ticket_ratings_update_own on public.ticket_ratings for update to authenticated
  using (customer_id = (select auth.uid()) and private.can_rate(ticket_id))
  with check (customer_id = (select auth.uid()) and private.can_rate(ticket_id));

create trigger ticket_ratings_credit before insert on public.ticket_ratings
  for each row execute function private.set_rating_agent();
create trigger ticket_ratings_touch before update on public.ticket_ratings
  for each row execute function private.touch_updated_at();
