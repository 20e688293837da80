-- What a proposal set can be taken back for as long as nobody else has set that field: a second applied proposal, or a
-- comment, on the same ticket had made it impossible for good.

create or replace function public.decide_proposal(proposal_id uuid, decision text) returns public.assistant_proposals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  p public.assistant_proposals;
  ticket public.tickets;
  field text;
  current_value text;
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
  -- As the ticket's history calls it; null for a text.
  field := case p.kind when 'assign' then 'assigned_to' when 'status' then 'status' when 'priority' then 'priority' end;
  current_value := case p.kind
    when 'assign' then ticket.assigned_to::text when 'status' then ticket.status when 'priority' then ticket.priority end;

  if decision = 'apply' then
    if field is not null and p.from_value is distinct from current_value then
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
    if field is not null then
      -- The history as well: what was set to another value and back was somebody's decision.
      if p.to_value is distinct from current_value or exists (
        select from public.ticket_events e
        where e.ticket_id = p.ticket_id and e.kind = field and e.created_at > p.decided_at) then
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
      case when field is not null then jsonb_build_object('kind', p.kind, 'value', p.from_value) end,
      jsonb_build_object('kind', p.kind, 'value', case when field is not null then p.to_value end));
  end if;
  return p;
end
$$;
comment on function public.decide_proposal(uuid, text) is
  'The admin whose proposal it is: apply, dismiss or undo. HTTP 409 when what it changes was changed meanwhile.';
