-- Before a row of tickets is written. Triggers of one kind fire in the order of their names; each calls its steps in
-- the order below, and what a step does is in its comment.
--
-- insert  tickets_before_insert          invisible characters, message columns, sort keys, times, keys of tags
-- update  tickets_before_update_1_claim  assigned_to is named and the caller: a claim, or 409 when nothing changes
--         tickets_before_update_2_check  by a client: rights, what is ignored, the beginning of an undoable batch
--         tickets_before_update_3_apply  invisible characters, release, undo, sort keys, version and times
--         tickets_before_update_4_tags   tags are named by somebody who may: undo, ticket_tags, their keys and event
--
-- The first two updates run as the caller, whose role (current_user) tells a client from a function of this schema; the
-- others run as the owner. The columns after `update of` matter, because only they tell that an update names a column:
-- tags can be set to those given at creation, and an update with the same values counts as a change, while one of
-- message columns and sort keys alone does not.
--
-- After a row of tickets is written. Triggers of one kind fire in the order of their names; each calls its steps in the
-- order below, as the owner of the schema.
--
-- insert    tickets_after_insert           announced files, figures, history, notifications, stopped mails, tags
-- update    tickets_after_update_1_follow  the assignee is staff, figures, message columns, history, mails,
--                                          notifications, tagged lists, what a new requester changes
--           tickets_after_update_2_status  followers and assignee of a status that the requester set; not inside
--                                          functions, where it was by a comment, which notifies by itself
-- delete    tickets_after_delete           figures
--           tickets_after_delete_merged    copies and message columns of what it was merged into
--
-- Then, once for all rows of a statement:
-- insert    tickets_limit                  writes a minute
--           tickets_search_new             search documents
-- update    tickets_search                 search documents
-- delete    tickets_changes_gone           the live feed
-- truncate  tickets_figures_none           figures
--
-- History comes before mails, which count it. A condition is beside its call, so that a change pays only for the steps
-- that it needs.
create function private.before_ticket_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The column's check refuses a longer one.
  if octet_length(new.subject) <= 40000 then
    new.subject := private.strip_invisible(new.subject);
  end if;
  new.tags := private.visible_tags(new.tags);
  -- The description is the first message and waits for an answer.
  new.waiting_since := new.created_at;
  new.last_message_at := new.created_at;
  new.last_message_by := new.created_by;
  new.last_message_preview := private.preview(new.description);
  new.last_message_unverified := new.source = 'mail' and private.context('mail_is_proven') is not distinct from 'no';
  new := private.set_sort_keys(null, new);
  new := private.stamp_ticket(null, new);
  -- The column's check refuses anything but a list of tags.
  if new.tags is not null and private.is_tag_list(new.tags) then
    new.tag_keys := private.tag_keys(new.tags, new.tags);
  end if;
  return new;
end
$$;
comment on function private.before_ticket_insert() is 'The steps before a ticket is created, in their order.';

create function private.check_ticket_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    perform private.guard_ticket_update(old, new);
    -- Tags from somebody who cannot change them are ignored.
    if not private.can_triage_ticket(old.assigned_to) then
      new.tags := old.tags;
    end if;
    if new.snoozed_until is distinct from old.snoozed_until then
      perform private.check_snooze(new.snoozed_until);
    end if;
    -- Staff can undo what they change directly; the next step saves it.
    if private.can_work_on_tickets() then
      perform private.start_batch();
    end if;
  end if;
  -- Only undo, which runs as the owner, restores this time.
  new.closed_at := old.closed_at;
  return new;
end
$$;
comment on function private.check_ticket_update() is
  'Judges an update by a client; functions of this schema apply their own rules.';

create function private.before_ticket_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The column's check refuses a longer one.
  if new.subject is distinct from old.subject and octet_length(new.subject) <= 40000 then
    new.subject := private.strip_invisible(new.subject);
  end if;
  if old.status in ('solved', 'closed') and new.status not in ('solved', 'closed')
    and new.assigned_to = old.assigned_to then
    new := private.release_on_reopen(new);
  end if;
  if new.merged_into is distinct from old.merged_into then
    new := private.check_merge(new);
  elsif old.merged_into is not null then
    perform private.guard_merged(old, new);
  end if;
  if private.current_batch() is not null
    and exists (select from private.changed_fields(old, new) f where f.undo = 'change') then
    perform private.save_for_undo(old);
  end if;
  if (new.subject, new.customer_id, new.created_by, new.assigned_to)
    is distinct from (old.subject, old.customer_id, old.created_by, old.assigned_to) then
    new := private.set_sort_keys(old, new);
  end if;
  return private.stamp_ticket(old, new);
end
$$;
comment on function private.before_ticket_update() is 'The steps before a ticket is changed, in their order.';

create function private.after_ticket_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.request_id is not null then
    perform private.link_announced_files(new.created_by, new.request_id, new.id, null);
  end if;
  perform private.count_change(old, new);
  insert into public.ticket_events (ticket_id, actor_id, kind)
  values (new.id, coalesce((select p.id from public.profiles p where p.id = auth.uid()), new.created_by), 'created');
  -- Seeds and received mails have no caller, and notify nobody.
  if auth.uid() is not null then
    perform private.notify_new_ticket(new);
  end if;
  -- Customers who write in the portal get the mails again that a link stopped.
  if new.source <> 'mail' and new.created_by = new.customer_id and new.created_by = auth.uid() then
    perform private.start_mails_of(new.created_by);
  end if;
  if new.tags is not null then
    insert into public.ticket_tags (ticket_id, tags) values (new.id, new.tags);
  end if;
  return null;
end
$$;
comment on function private.after_ticket_insert() is 'The steps after a ticket is created, in their order.';

create function private.after_ticket_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null then
    perform private.guard_assignee(new.assigned_to);
  end if;
  if (new.created_at, new.resolved_at, new.first_response_at, new.status, new.assigned_to, new.merged_into)
    is distinct from (old.created_at, old.resolved_at, old.first_response_at, old.status, old.assigned_to,
      old.merged_into) then
    perform private.count_change(old, new);
  end if;
  -- The description is the first message. The columns of a later one stay.
  if new.description is distinct from old.description and new.last_message_at = new.created_at then
    perform private.refresh_messages(array[new.id]);
  end if;
  -- Message columns and sort keys leave the version as it is.
  if new.version <> old.version
    and exists (select from private.changed_fields(old, new) f where f.history is not null) then
    perform private.log_ticket(old, new);
  end if;
  -- Seeds and received mails have no caller, and notify nobody.
  if (new.status, new.assigned_to) is distinct from (old.status, old.assigned_to) and auth.uid() is not null then
    if private.context('notify') is distinct from 'none' then
      perform private.notify_ticket(old, new);
    end if;
    if private.context('notify') is null then
      perform private.notify_ticket_app(old, new);
    end if;
  end if;
  if (new.status, new.priority_rank, new.assigned_to, new.customer_id, new.created_at, new.updated_at,
      new.waiting_since, new.subject_key, new.requester_key, new.assignee_key)
    is distinct from (old.status, old.priority_rank, old.assigned_to, old.customer_id, old.created_at, old.updated_at,
      old.waiting_since, old.subject_key, old.requester_key, old.assignee_key) then
    perform private.follow_tagged_ticket(new);
  end if;
  if new.customer_id is distinct from old.customer_id then
    -- The former requester receives nothing more on the ticket's topic, and other messages count as answers now.
    perform private.recheck_channels(old.customer_id);
    -- Last: it changes the ticket again, whose copies must not be older.
    perform private.refresh_messages(array[new.id]);
    perform private.set_merge_copies(private.merge_root(new.id));
  end if;
  if new.merged_into is distinct from old.merged_into then
    perform private.follow_merge(old, new);
  end if;
  return null;
end
$$;
comment on function private.after_ticket_update() is 'The steps after a ticket is changed, in their order.';

create trigger tickets_before_insert before insert on public.tickets for each row
  execute function private.before_ticket_insert();
create trigger tickets_before_update_1_claim before update of assigned_to on public.tickets for each row
  when (current_user = 'authenticated' and new.assigned_to = auth.uid()) execute function private.claim_on_update();
create trigger tickets_before_update_2_check before update on public.tickets for each row
  when (current_user in ('authenticated', 'service_role')) execute function private.check_ticket_update();
create trigger tickets_before_update_3_apply before update of subject, description, status, priority, created_by,
  customer_id, assigned_to, tags, tag_keys, metadata, request_id, first_response_at, resolved_at, closed_at,
  close_reason, snoozed_until, merged_into, merged_at on public.tickets for each row
  execute function private.before_ticket_update();
create trigger tickets_before_update_4_tags before update of tags on public.tickets for each row
  when (current_user <> 'authenticated' or private.can_triage_ticket(old.assigned_to))
  execute function private.set_ticket_tags();
create trigger tickets_after_insert after insert on public.tickets for each row
  execute function private.after_ticket_insert();
create trigger tickets_after_update_1_follow after update on public.tickets for each row
  execute function private.after_ticket_update();
create trigger tickets_after_update_2_status after update of status on public.tickets for each row
  when (current_user = 'authenticated' and auth.uid() = new.customer_id and new.status is distinct from old.status)
  execute function private.notify_own_status();
create trigger tickets_after_delete_merged after delete on public.tickets for each row
  when (old.merged_into is not null) execute function private.follow_deleted_source();
create trigger tickets_after_delete after delete on public.tickets for each row
  execute function private.count_figures();
