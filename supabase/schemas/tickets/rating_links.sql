-- A link in the mail about a solved ticket rates it without signing in. Whoever has the mail has the link: it gives one
-- answer about one ticket, shows nothing but the ticket's number, and ends after 30 days or as soon as the ticket is
-- open again. An answer to the mail opens it, so that the link which mail programs quote there is of no use to those
-- who read the answer.
create function private.rating_token(ticket public.tickets, issued bigint) returns text
language sql stable security definer set search_path = '' as $$
  select ticket.id || '.rate.' || issued || '.' || encode(extensions.hmac(
    convert_to('rate.' || ticket.id || '.' || ticket.customer_id || '.' || issued, 'UTF8'), k.key, 'sha256'), 'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.rating_token(public.tickets, bigint) is
  'The signed token by which the present customer of a ticket rates it. issued: microseconds since 1970.';

create function private.is_rating_open(ticket public.tickets, issued bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select ticket.status in ('solved', 'closed') and ticket.assigned_to is distinct from ticket.customer_id
    and exists (
      select from public.profiles p where p.id = ticket.customer_id and p.role = 'customer'
        and p.deactivated_at is null)
    and issued > extract(epoch from now() - interval '30 days') * 1000000
    and not exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.created_at > to_timestamp(issued / 1000000.0) and e.kind = 'status'
        and not e.undone and e.to_value not in ('solved', 'closed'))
$$;
comment on function private.is_rating_open(public.tickets, bigint) is
  'True while a rating link may be used: its ticket has been solved or closed since then, for its customer, and 30 '
  'days are not over.';

create function private.read_rating_link(token text) returns public.tickets
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := string_to_array(left(token, 200), '.');
  ticket public.tickets;
begin
  if cardinality(parts) = 4 and pg_input_is_valid(parts[1], 'uuid') and parts[3] ~ '^[1-9][0-9]{15}$' then
    select t.* into ticket from public.tickets t
    where t.id = parts[1]::uuid
      -- Compares digests: the duration says nothing about the token.
      and extensions.digest(private.rating_token(t, parts[3]::bigint), 'sha256') = extensions.digest(token, 'sha256')
      and private.is_rating_open(t, parts[3]::bigint);
  end if;
  if ticket.id is null then
    raise sqlstate 'PT404' using message = 'This link is not valid any more', detail = 'rating_link_invalid';
  end if;
  return ticket;
end
$$;
comment on function private.read_rating_link(text) is
  'The ticket that a token rates; raises a 404 for any other text and for links that have ended.';

create function public.get_rating_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ticket_number', (private.read_rating_link(token)).number)
$$;
comment on function public.get_rating_link(text) is
  'Anyone with the token of a mail: which ticket it rates: {ticket_number}. Changes nothing.';
grant execute on function public.get_rating_link(text) to anon, authenticated, service_role;

create function public.rate_by_link(token text, is_good boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ticket constant public.tickets := private.read_rating_link(token);
  given public.ticket_ratings;
begin
  if auth.uid() is distinct from ticket.customer_id and auth.uid() is not null then
    raise sqlstate 'PT403' using message = 'Only the requester can rate this ticket', detail = 'rating_refused';
  elsif is_good is null then
    raise exception 'The answer is missing' using errcode = '22023', detail = 'rating_missing';
  end if;
  perform from public.tickets t where t.id = ticket.id for update;
  select r.* into given from public.ticket_ratings r where r.ticket_id = ticket.id;
  -- The same answer once more, or a finer one that was given in the portal.
  if given.ticket_id is null or (given.score >= 4) <> is_good then
    -- Words are written signed in, and stay with the score that they explain.
    if given.comment is not null or given.customer_id <> ticket.customer_id then
      raise sqlstate 'PT409' using message = 'This ticket was rated in the portal. Sign in to change the rating.',
        detail = 'rating_in_portal';
    elsif (
      select count(*) from public.ticket_events e
      where e.ticket_id = ticket.id and e.created_at > now() - interval '1 day' and e.kind = 'rated') >= 5 then
      raise sqlstate 'PT429' using message = 'The rating was changed too often today. Try again tomorrow.',
        detail = 'rating_limit';
    end if;
    insert into public.ticket_ratings as r (ticket_id, customer_id, score)
    values (ticket.id, ticket.customer_id, case when is_good then 4 else 2 end)
    on conflict (ticket_id) do update set score = excluded.score;
  end if;
  return jsonb_build_object('ticket_number', ticket.number);
end
$$;
comment on function public.rate_by_link(text, boolean) is
  'Anyone with the token of a mail: rates its ticket as good (4) or bad (2), or changes that rating: {ticket_number}. '
  'HTTP 403 for other users, 409 for a rating with words, 429 after five changes a day.';
grant execute on function public.rate_by_link(text, boolean) to anon, authenticated, service_role;
