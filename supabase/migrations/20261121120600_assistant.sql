-- What the assistant may do: read with the rights of its caller, and propose. Nothing is written to a ticket
-- before an admin applies the proposal; what was applied can be taken back.

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
  -- No foreign key: with one to comments beside the one to tickets, the data API would take this table for a link
  -- between the two, and an embed of comments in tickets would be ambiguous.
  comment_id uuid,
  applied_version integer,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
comment on table public.assistant_proposals is 'A change of one ticket that the assistant suggests to one admin.';
create index assistant_proposals_admin_idx on public.assistant_proposals (admin_id, created_at desc);
create index assistant_proposals_ticket_idx on public.assistant_proposals (ticket_id);

alter table public.assistant_proposals enable row level security;
revoke all on table public.assistant_proposals from public, anon, authenticated;
grant select on table public.assistant_proposals to authenticated;
grant all on table public.assistant_proposals to service_role;
create policy assistant_proposals_select_own on public.assistant_proposals for select to authenticated
  using (admin_id = (select auth.uid()) and (select private.is_admin()));

create table private.assistant_turns (
  id bigint generated always as identity primary key,
  admin_id uuid not null,
  at timestamptz not null default now()
);
comment on table private.assistant_turns is 'Questions of the last hour, for the limit of each admin.';
create index assistant_turns_admin_idx on private.assistant_turns (admin_id, at);
revoke all on table private.assistant_turns from public, anon, authenticated;

create function public.take_assistant_turn() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  used integer;
  oldest timestamptz;
begin
  if not private.is_admin() then
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
  'Admins: counts a question, 20 in a minute; HTTP 429 beyond, with the seconds to wait as hint. Returns what is left.';

create function public.propose_change(ticket_id uuid, kind text, to_value text, reason text default '')
returns public.assistant_proposals
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  made public.assistant_proposals;
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to use the assistant' using detail = 'admin_required';
  end if;
  select t.* into ticket from public.tickets t where t.id = propose_change.ticket_id;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if kind = 'assign' and to_value is not null and (to_value !~ '^[0-9a-f-]{36}$' or not private.is_active_staff(to_value::uuid))
    or kind = 'status' and coalesce(to_value not in ('open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'), true)
    or kind = 'priority' and coalesce(to_value not in ('low', 'normal', 'medium', 'high', 'urgent'), true)
    or kind in ('internal_note', 'reply_draft') and coalesce(to_value !~ '\S', true)
    or kind is null or kind not in ('assign', 'status', 'priority', 'internal_note', 'reply_draft') then
    raise exception 'This proposal cannot be applied to a ticket' using detail = 'proposal_invalid';
  end if;
  insert into public.assistant_proposals (ticket_id, kind, from_value, to_value, reason)
  values (ticket.id, propose_change.kind,
    case kind when 'assign' then ticket.assigned_to::text when 'status' then ticket.status when 'priority' then ticket.priority end,
    propose_change.to_value, left(coalesce(propose_change.reason, ''), 500))
  returning * into made;
  return made;
end
$$;
comment on function public.propose_change(uuid, text, text, text) is 'Admins (through the assistant): note a suggested change. Nothing is done.';

-- A reply that the assistant suggests becomes the admin's unsent comment on the ticket. What the admin had written
-- there stays above it, and comes back alone when the proposal is taken back.
create function private.apply_reply_draft(p public.assistant_proposals) returns text
language plpgsql security definer set search_path = '' as $$
declare
  mine text;
begin
  select d.content into mine from public.ticket_drafts d
  where d.user_id = p.admin_id and d.ticket_id = p.ticket_id and d.kind = 'comment' for update;
  if char_length(coalesce(mine || E'\n\n', '') || p.to_value) > 10000 then
    raise sqlstate 'PT409' using message = 'Your draft on this ticket is too long to add a reply to it', detail = 'draft_full';
  end if;
  insert into public.ticket_drafts as d (user_id, ticket_id, kind, content)
  values (p.admin_id, p.ticket_id, 'comment', coalesce(mine || E'\n\n', '') || p.to_value)
  on conflict on constraint ticket_drafts_pkey do update set content = excluded.content, updated_at = now();
  return mine;
end
$$;
comment on function private.apply_reply_draft(public.assistant_proposals) is
  'Puts a suggested reply below the admin''s own draft. Returns the draft as it was; null when there was none.';

create function private.undo_reply_draft(p public.assistant_proposals) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p.from_value is null then
    delete from public.ticket_drafts d
    where d.user_id = p.admin_id and d.ticket_id = p.ticket_id and d.kind = 'comment' and d.content = p.to_value;
  else
    update public.ticket_drafts d set content = p.from_value, updated_at = now()
    where d.user_id = p.admin_id and d.ticket_id = p.ticket_id and d.kind = 'comment'
      and d.content = p.from_value || E'\n\n' || p.to_value;
  end if;
  if not found then
    raise sqlstate 'PT409' using message = 'The draft has changed since this was applied', detail = 'draft_changed';
  end if;
end
$$;
comment on function private.undo_reply_draft(public.assistant_proposals) is
  'Gives the admin the draft from before the suggested reply. HTTP 409 when it was sent or written on meanwhile.';

revoke execute on function private.apply_reply_draft(public.assistant_proposals),
  private.undo_reply_draft(public.assistant_proposals) from public, anon, authenticated;

create function public.decide_proposal(proposal_id uuid, decision text) returns public.assistant_proposals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  p public.assistant_proposals;
  ticket public.tickets;
  note uuid;
  before text;
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to use the assistant' using detail = 'admin_required';
  end if;
  if decision is null or decision not in ('apply', 'dismiss', 'undo') then
    raise exception 'Decide with apply, dismiss or undo' using detail = 'decision_invalid';
  end if;
  select a.* into p from public.assistant_proposals a where a.id = proposal_id and a.admin_id = me for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Proposal not found', detail = 'proposal_not_found';
  end if;
  if p.state <> (case decision when 'undo' then 'applied' else 'proposed' end) then
    raise sqlstate 'PT409' using message = 'This proposal is already ' || p.state, detail = 'proposal_decided';
  end if;
  select t.* into ticket from public.tickets t where t.id = p.ticket_id for update;

  if decision = 'apply' then
    if p.kind in ('assign', 'status', 'priority') and p.from_value is distinct from (case p.kind
      when 'assign' then ticket.assigned_to::text when 'status' then ticket.status else ticket.priority end) then
      raise sqlstate 'PT409' using message = 'The ticket has changed since this was proposed', detail = 'ticket_changed';
    end if;
    if p.kind = 'assign' then
      update public.tickets t set assigned_to = p.to_value::uuid where t.id = p.ticket_id;
    elsif p.kind = 'status' then
      update public.tickets t set status = p.to_value where t.id = p.ticket_id;
    elsif p.kind = 'priority' then
      update public.tickets t set priority = p.to_value where t.id = p.ticket_id;
    elsif p.kind = 'internal_note' then
      insert into public.comments (ticket_id, user_id, content, is_internal)
      values (p.ticket_id, me, p.to_value, true) returning id into note;
    elsif p.kind = 'reply_draft' then
      -- A reply is only ever a draft: the admin sends it, or not.
      before := private.apply_reply_draft(p);
    end if;
  elsif decision = 'undo' then
    if p.kind in ('assign', 'status', 'priority') then
      if ticket.version <> p.applied_version then
        raise sqlstate 'PT409' using message = 'The ticket has changed since this was applied', detail = 'ticket_changed';
      end if;
      update public.tickets t set
        assigned_to = case p.kind when 'assign' then p.from_value::uuid else t.assigned_to end,
        status = case p.kind when 'status' then p.from_value else t.status end,
        priority = case p.kind when 'priority' then p.from_value else t.priority end
      where t.id = p.ticket_id;
    elsif p.kind = 'reply_draft' then
      perform private.undo_reply_draft(p);
    elsif p.comment_id is not null then
      delete from public.comments c where c.id = p.comment_id;
    end if;
  end if;

  update public.assistant_proposals a set
    state = case decision when 'apply' then 'applied' when 'undo' then 'undone' else 'dismissed' end,
    comment_id = note,
    from_value = coalesce(before, a.from_value),
    applied_version = (select t.version from public.tickets t where t.id = p.ticket_id),
    decided_at = now()
  where a.id = p.id returning a.* into p;
  if decision <> 'dismiss' then
    -- The text of a note stays with the note: deleting it must leave nothing behind.
    perform private.audit(case decision when 'apply' then 'proposal_applied' else 'proposal_undone' end,
      p.ticket_id, ticket.subject,
      case when p.kind in ('assign', 'status', 'priority') then jsonb_build_object('kind', p.kind, 'value', p.from_value) end,
      jsonb_build_object('kind', p.kind, 'value', case when p.kind in ('assign', 'status', 'priority') then p.to_value end));
  end if;
  return p;
end
$$;
comment on function public.decide_proposal(uuid, text) is
  'The admin whose proposal it is: apply, dismiss or undo. HTTP 409 when the ticket or the draft changed meanwhile.';

revoke execute on function public.take_assistant_turn(), public.propose_change(uuid, text, text, text),
  public.decide_proposal(uuid, text) from public, anon, authenticated;
grant execute on function public.take_assistant_turn(), public.propose_change(uuid, text, text, text),
  public.decide_proposal(uuid, text) to authenticated, service_role;
