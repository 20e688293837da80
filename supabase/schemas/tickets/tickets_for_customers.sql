-- Staff open tickets for customers who called. New requesters get an account without a password. Its owner sets one by
-- the reset link, which also confirms the address.
create table private.invited_requesters (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  invited_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.invited_requesters is
  'Requesters created by staff. They get mails about their tickets before they have confirmed the address.';

create index invited_requesters_invited_by_idx on private.invited_requesters (invited_by);

alter table private.invited_requesters enable row level security;

create function private.is_invited_requester(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.invited_requesters r where r.user_id = person)
$$;
comment on function private.is_invited_requester(uuid) is 'True when staff created the account for a ticket.';

-- A stranger may have registered the address with a password of their own.
create function private.discard_account(person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users u where u.id = person;
  return true;
exception when foreign_key_violation then
  -- An imported account may own tickets: keep it, but remove every way to sign in.
  delete from auth.identities i where i.user_id = person;
  delete from auth.sessions s where s.user_id = person;
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using person;
  end if;
  update auth.users u set encrypted_password = null, phone = null, confirmation_token = '', recovery_token = '',
    email_change = '', email_change_token_new = '', email_change_token_current = '', phone_change = '',
    phone_change_token = '', reauthentication_token = ''
  where u.id = person;
  return false;
end
$$;
comment on function private.discard_account(uuid) is
  'Deletes an unconfirmed account, or every way to sign in to it. True when the address is free.';

create function private.create_requester(address text, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := gen_random_uuid();
  said jsonb := jsonb_strip_nulls(jsonb_build_object('full_name', nullif(btrim(name), '')));
begin
  -- The Auth service reads these texts into fields that cannot be null.
  insert into auth.users (instance_id, id, aud, role, email, raw_app_meta_data, raw_user_meta_data, is_sso_user,
    confirmation_token, recovery_token, email_change, email_change_token_new, invited_at, created_at, updated_at)
  values ('00000000-0000-0000-0000-000000000000', person, 'authenticated', 'authenticated', address,
    '{"provider": "email", "providers": ["email"]}', said, false, '', '', '', '', now(), now(), now());
  insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
  values (gen_random_uuid(), person, 'email', person::text,
    said || jsonb_build_object('sub', person, 'email', address, 'email_verified', false), now(), now());
  insert into private.invited_requesters (user_id, invited_by) values (person, auth.uid());
  return person;
end
$$;
comment on function private.create_requester(text, text) is 'Creates a customer without a password. Returns the id.';

create function private.find_or_create_requester(address text, name text, out requester public.profiles,
  out is_new boolean)
language plpgsql security definer set search_path = '' as $$
declare
  account record;
begin
  -- Two agents who enter the same address share the account.
  perform pg_advisory_xact_lock(hashtextextended('requester ' || address, 0));
  select u.id, u.email_confirmed_at is not null or private.is_invited_requester(u.id) as is_known into account
  from auth.users u where u.email = address and not u.is_sso_user;
  is_new := account.id is null or not account.is_known and private.discard_account(account.id);
  if is_new then
    account.id := private.create_requester(address, name);
  elsif not account.is_known then
    insert into private.invited_requesters (user_id, invited_by) values (account.id, auth.uid());
    is_new := true;
  end if;
  select p.* into requester from public.profiles p where p.id = account.id;
  if requester.deactivated_at is not null then
    raise exception 'The account with this email is deactivated' using detail = 'account_deactivated';
  elsif requester.role <> 'customer' then
    raise exception 'This address belongs to a member of staff' using detail = 'requester_is_staff';
  end if;
end
$$;
comment on function private.find_or_create_requester(text, text) is
  'The customer with that address, created if there is none. An account whose address was never confirmed is '
  'replaced. Raises for staff and deactivated people.';

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
      coalesce(open_ticket_for.priority, private.default_priority()), me, (found.requester).id,
        open_ticket_for.request_id, 'staff')
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
    'id', (found.requester).id, 'name', (found.requester).name, 'email', (found.requester).email,
      'is_new', found.is_new));
end
$$;
comment on function public.open_ticket_for(text, text, text, text, text, text[], uuid) is
  'Staff: open a ticket for a customer, who gets a mail: {ticket, requester: {id, name, email, is_new}}. An unknown '
  'address becomes a customer without a password, who is invited to set one. Raises for addresses of staff and '
  'deactivated people. A repeated request_id returns the first ticket.';
grant execute on function public.open_ticket_for(text, text, text, text, text, text[], uuid)
  to authenticated, service_role;
