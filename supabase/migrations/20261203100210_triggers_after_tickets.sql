-- The triggers that call the steps after a row of tickets is written.
create function private.link_announced_files(author uuid, request uuid, ticket uuid, comment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.announced_files a set ticket_id = ticket, comment_id = comment
  where a.author_id = author and a.request_id = request and a.ticket_id is null;
end
$$;
comment on function private.link_announced_files(uuid, uuid, uuid, uuid) is
  'Gives the files that an author announced with a request their ticket or comment. Mails about it wait for them.';

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
  if (new.created_at, new.resolved_at, new.first_response_at, new.status, new.assigned_to)
    is distinct from (old.created_at, old.resolved_at, old.first_response_at, old.status, old.assigned_to) then
    perform private.count_change(old, new);
  end if;
  -- The description is the first message. The columns of a later one stay.
  if new.description is distinct from old.description and new.last_message_at = new.created_at then
    perform private.refresh_messages(array[new.id]);
  end if;
  if (new.subject, new.description, new.status, new.priority, new.assigned_to, new.customer_id)
    is distinct from (old.subject, old.description, old.status, old.priority, old.assigned_to, old.customer_id) then
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
  end if;
  return null;
end
$$;
comment on function private.after_ticket_update() is 'The steps after a ticket is changed, in their order.';

drop trigger tickets_announced on public.tickets;
drop trigger tickets_assignee on public.tickets;
drop trigger tickets_figures on public.tickets;
drop trigger tickets_figures_new on public.tickets;
drop trigger tickets_first_message on public.tickets;
drop trigger tickets_log on public.tickets;
drop trigger tickets_notify on public.tickets;
drop trigger tickets_notify_app on public.tickets;
drop trigger tickets_notify_new on public.tickets;
drop trigger tickets_notify_own_status on public.tickets;
drop trigger tickets_notify_reopened on public.tickets;
drop trigger tickets_recheck_channels on public.tickets;
drop trigger tickets_requester on public.tickets;
drop trigger tickets_start_mails on public.tickets;
drop trigger tickets_tagged on public.tickets;
drop trigger tickets_tags_begun on public.tickets;
drop function private.copy_created_tags(), private.guard_assignee(), private.log_ticket(), private.notify_new_ticket(),
  private.notify_ticket(), private.notify_ticket_app(), private.notify_reopened(), private.recheck_former_customer(),
  private.follow_tagged_ticket();

create trigger tickets_after_insert after insert on public.tickets for each row
  execute function private.after_ticket_insert();
create trigger tickets_after_update_1_follow after update on public.tickets for each row
  execute function private.after_ticket_update();
create trigger tickets_after_update_2_status after update of status on public.tickets for each row
  when (current_user = 'authenticated' and auth.uid() = new.customer_id and new.status is distinct from old.status)
  execute function private.notify_own_status();
create trigger tickets_after_delete after delete on public.tickets for each row
  execute function private.count_figures();
