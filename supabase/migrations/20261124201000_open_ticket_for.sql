-- Staff open tickets for customers who called.
alter table public.audit_log drop constraint audit_log_action;
alter table public.audit_log add constraint audit_log_action check (action in (
  'role_changed', 'user_deactivated', 'user_reactivated', 'sessions_ended',
  'invite_created', 'invite_revoked', 'invite_accepted', 'settings_changed',
  'tag_renamed', 'tag_deleted', 'export', 'proposal_applied', 'proposal_undone', 'ticket_opened'));

create function public.open_ticket_for(
  requester_email text, subject text, description text, requester_name text default null, priority text default null,
  tags text[] default null, request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  address constant text := lower(btrim(requester_email));
  found record;
  ticket public.tickets;
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to open tickets for customers' using detail = 'agent_required';
  end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(address) > 254 then
    raise exception 'Please enter a valid email address' using detail = 'requester_email';
  end if;
  if not private.is_tag_list(open_ticket_for.tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  found := private.find_or_create_requester(address, requester_name);
  select t.* into ticket from public.tickets t where t.created_by = me and t.request_id = open_ticket_for.request_id;
  if ticket.id is null then
    perform private.exclude_from_undo();
    insert into public.tickets as t (subject, description, priority, created_by, customer_id, request_id, source)
    values (open_ticket_for.subject, open_ticket_for.description,
      coalesce(open_ticket_for.priority, private.default_priority()), me, (found.requester).id, open_ticket_for.request_id, 'staff')
    returning t.* into ticket;
    -- After the insert: tags given at creation are shown to the customer, these are the desk's.
    if cardinality(open_ticket_for.tags) > 0 then
      update public.tickets t set tags = open_ticket_for.tags where t.id = ticket.id returning t.* into ticket;
    end if;
    perform private.notify('opened', (found.requester).id, ticket, private.name_of(me), ticket.description, null);
    perform private.audit('ticket_opened', (found.requester).id, address, null,
      jsonb_build_object('number', ticket.number, 'is_new', found.is_new));
  end if;
  return jsonb_build_object('ticket', private.ticket_for_staff(ticket), 'requester', jsonb_build_object(
    'id', (found.requester).id, 'name', (found.requester).name, 'email', (found.requester).email, 'is_new', found.is_new));
end
$$;
comment on function public.open_ticket_for(text, text, text, text, text, text[], uuid) is
  'Staff: open a ticket for a customer, who gets a mail: {ticket, requester: {id, name, email, is_new}}. An unknown address becomes a customer without a password, who is invited to set one. Raises for addresses of staff and deactivated people. A repeated request_id returns the first ticket.';
grant execute on function public.open_ticket_for(text, text, text, text, text, text[], uuid) to authenticated, service_role;
