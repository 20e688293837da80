-- Admins apply, dismiss and undo what the assistant proposed.

-- A proposed reply becomes the admin's draft on the ticket, below what the admin had already written.
create function private.apply_reply_draft(p public.assistant_proposals) returns text
language plpgsql security definer set search_path = '' as $$
declare
  mine text;
begin
  select d.content into mine from public.ticket_drafts d
  where d.user_id = p.admin_id and d.ticket_id = p.ticket_id and d.kind = 'comment' for update;
  if char_length(coalesce(mine || E'\n\n', '') || p.to_value) > 10000 then
    raise sqlstate 'PT409' using message = 'Your draft on this ticket is too long to add a reply to it',
      detail = 'draft_full';
  end if;
  insert into public.ticket_drafts as d (user_id, ticket_id, kind, content)
  values (p.admin_id, p.ticket_id, 'comment', coalesce(mine || E'\n\n', '') || p.to_value)
  on conflict on constraint ticket_drafts_pkey do update set content = excluded.content, updated_at = now();
  return mine;
end
$$;
comment on function private.apply_reply_draft(public.assistant_proposals) is
  'Appends a proposed reply to the admin''s draft. Returns the previous draft, or null.';

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
  'Restores the draft from before the proposed reply. HTTP 409 when it was sent or edited meanwhile.';

-- An applied proposal can be undone until somebody changes the same field; other changes of the ticket do not matter.
create function public.decide_proposal(proposal_id uuid, decision text) returns public.assistant_proposals
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
  if not private.can_use_assistant() then
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
  select t.* into ticket from public.tickets t where t.id = p.ticket_id for no key update;
  -- Kind of the event in the ticket's history; null for a text.
  field := case p.kind when 'assign' then 'assigned_to' when 'status' then 'status' when 'priority' then 'priority' end;
  current_value := case p.kind
    when 'assign' then ticket.assigned_to::text when 'status' then ticket.status
      when 'priority' then ticket.priority end;

  if decision = 'apply' then
    if field is not null and p.from_value is distinct from current_value then
      raise sqlstate 'PT409' using message = 'The ticket has changed since this was proposed',
        detail = 'ticket_changed';
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
      -- A reply becomes a draft; only the admin sends it.
      before := private.apply_reply_draft(p);
    end if;
  elsif decision = 'undo' then
    if field is not null then
      -- Checks the history too: a value changed and changed back was somebody's decision.
      if p.to_value is distinct from current_value or exists (
        select from public.ticket_events e
        where e.ticket_id = p.ticket_id and e.kind = field and e.created_at > p.decided_at) then
        raise sqlstate 'PT409' using message = 'The ticket has changed since this was applied',
          detail = 'ticket_changed';
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
    -- Without the text of a note, which must not outlive the note.
    perform private.audit(case decision when 'apply' then 'proposal_applied' else 'proposal_undone' end,
      p.ticket_id, ticket.subject,
      case when field is not null then jsonb_build_object('kind', p.kind, 'value', p.from_value) end,
      jsonb_build_object('kind', p.kind, 'value', case when field is not null then p.to_value end));
  end if;
  return p;
end
$$;
comment on function public.decide_proposal(uuid, text) is
  'The admin of the proposal: apply, dismiss or undo it. HTTP 409 when the field was changed meanwhile.';
grant execute on function public.decide_proposal(uuid, text) to authenticated, service_role;
