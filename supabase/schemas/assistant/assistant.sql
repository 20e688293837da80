-- The assistant reads with the rights of its caller and proposes changes. A ticket changes only when an admin applies a
-- proposal, which can be undone.
create table public.assistant_proposals (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint assistant_proposals_kind
    check (kind in ('assign', 'status', 'priority', 'internal_note', 'reply_draft')),
  from_value text,
  to_value text constraint assistant_proposals_to_value check (char_length(to_value) <= 10000),
  reason text not null default '' constraint assistant_proposals_reason check (char_length(reason) <= 500),
  state text not null default 'proposed' constraint assistant_proposals_state
    check (state in ('proposed', 'applied', 'dismissed', 'undone')),
  -- No foreign key: with one to comments and one to tickets, the data API would take this table for a link between
  -- them, and embedding comments in tickets would be ambiguous.
  comment_id uuid,
  applied_version integer,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
comment on table public.assistant_proposals is 'Changes of tickets proposed by the assistant to an admin.';

create index assistant_proposals_admin_idx on public.assistant_proposals (admin_id, created_at desc);
create index assistant_proposals_ticket_idx on public.assistant_proposals (ticket_id);

-- An applied note is copied in its proposal, so the copy is erased when the note is edited or deleted.
create index assistant_proposals_comment_idx on public.assistant_proposals (comment_id) where comment_id is not null;

alter table public.assistant_proposals
  alter column from_value set statistics 0,
  alter column to_value set statistics 0,
  alter column reason set statistics 0;
alter table public.assistant_proposals enable row level security;
grant select (id, admin_id, ticket_id, kind, from_value, to_value, reason, state, comment_id, applied_version,
  created_at, decided_at)
  on table public.assistant_proposals to authenticated;
grant all on table public.assistant_proposals to service_role;

create table private.assistant_turns (
  id bigint generated always as identity primary key,
  admin_id uuid not null,
  at timestamptz not null default now()
);
comment on table private.assistant_turns is 'Questions of the last hour, for the rate limit per admin.';

create index assistant_turns_admin_idx on private.assistant_turns (admin_id, at);

create function public.take_assistant_turn() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  used integer;
  oldest timestamptz;
begin
  if not private.can_use_assistant() then
    raise exception 'Must be logged in as an admin to use the assistant' using detail = 'admin_required';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('assistant:' || me, 0));
  delete from private.assistant_turns t where t.admin_id = me and t.at < now() - interval '1 minute';
  select count(*), min(t.at) into used, oldest from private.assistant_turns t where t.admin_id = me;
  if used >= 20 then
    raise sqlstate 'PT429' using message = 'Too many questions. Please wait a moment.', detail = 'assistant_limit',
      hint = greatest(1, ceil(extract(epoch from oldest + interval '1 minute' - now())))::text;
  end if;
  insert into private.assistant_turns (admin_id) values (me);
  return 20 - used - 1;
end
$$;
comment on function public.take_assistant_turn() is
  'Admins: counts a question, at most 20 a minute. Returns how many are left; HTTP 429 beyond, with the seconds to '
  'wait as hint.';
grant execute on function public.take_assistant_turn() to authenticated, service_role;

create function public.propose_change(ticket_id uuid, kind text, to_value text, reason text default '')
returns public.assistant_proposals
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  made public.assistant_proposals;
begin
  if not private.can_use_assistant() then
    raise exception 'Must be logged in as an admin to use the assistant' using detail = 'admin_required';
  end if;
  select t.* into ticket from public.tickets t where t.id = propose_change.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if kind = 'assign' and to_value is not null
    and (to_value !~ '^[0-9a-f-]{36}$' or not private.is_active_staff(to_value::uuid))
    or kind = 'status' and coalesce(to_value <> all (private.ticket_statuses()), true)
    or kind = 'priority' and coalesce(to_value <> all (private.ticket_priorities()), true)
    or kind in ('internal_note', 'reply_draft') and coalesce(to_value !~ '\S', true)
    or kind is null or kind not in ('assign', 'status', 'priority', 'internal_note', 'reply_draft') then
    raise exception 'This proposal cannot be applied to a ticket' using detail = 'proposal_invalid';
  end if;
  insert into public.assistant_proposals (ticket_id, kind, from_value, to_value, reason)
  values (ticket.id, propose_change.kind,
    case kind when 'assign' then ticket.assigned_to::text when 'status' then ticket.status
      when 'priority' then ticket.priority end,
    propose_change.to_value, left(coalesce(propose_change.reason, ''), 500))
  returning * into made;
  return made;
end
$$;
comment on function public.propose_change(uuid, text, text, text) is
  'Admins (through the assistant): save a proposed change, without applying it.';
grant execute on function public.propose_change(uuid, text, text, text) to authenticated, service_role;

create policy assistant_proposals_select_own on public.assistant_proposals for select to authenticated
  using (admin_id = (select auth.uid()) and (select private.can_use_assistant()));
