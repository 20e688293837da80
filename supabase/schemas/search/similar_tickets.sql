-- Suggests similar tickets while a customer types a subject: those with all of its words in any form, and those that
-- are spelt alike.
create function private.similar_tickets(whose uuid, given text)
returns table (id uuid, number bigint, subject text, status text, created_at timestamptz)
language plpgsql stable rows 3 security definer set search_path = '' as $$
declare
  -- Documents with the token of the customer's id are theirs.
  hits constant uuid[] := array(select d.ticket_id from private.newest_documents(
    private.search_filters(null, whose) && (private.read_query(given, whose, true)).wanted,
    whose, 20, null, null, false) d);
begin
  -- With execute, the planner knows whether this customer has few tickets.
  return query execute
    'select t.id, t.number, t.subject, t.status, t.created_at
    from (
      -- Bounded, so that the cost does not grow with the number of tickets.
      (select own.id, own.number, own.subject, own.status, own.created_at from public.tickets own
        where own.customer_id = $1 and own.priority_rank >= 0 order by own.created_at desc, own.id desc limit 300)
      union select own.id, own.number, own.subject, own.status, own.created_at from public.tickets own
        where own.id = any ($3) and own.customer_id = $1 and own.priority_rank >= 0
    ) t
    where t.id = any ($3) or extensions.similarity(t.subject, $2) >= 0.3
    order by extensions.similarity(t.subject, $2) desc, t.created_at desc, t.id desc limit 3'
    using whose, given, hits;
end
$$;
comment on function private.similar_tickets(uuid, text) is
  'Tickets of a customer with similar subjects, see find_similar_tickets.';

create function public.find_similar_tickets(subject text)
returns table (id uuid, number bigint, subject text, status text, created_at timestamptz)
language sql stable rows 3 security definer set search_path = '' as $$
  select t.* from private.similar_tickets((select auth.uid()), left(btrim(left($1, 1000)), 255)) t
  where char_length(btrim(left($1, 1000))) >= 3 and (select private.current_role()) is not null
$$;
comment on function public.find_similar_tickets(text) is
  'Up to 3 of the caller''s tickets, the most similar subject first: of the newest 300 those with a similar subject, '
  'and of those with all words the newest 20.';
grant execute on function public.find_similar_tickets(text) to authenticated, service_role;
