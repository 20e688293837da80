-- While somebody types a subject: their own earlier tickets that look alike.

create function public.find_similar_tickets(subject text)
returns table (id uuid, subject text, status text, created_at timestamptz)
language sql stable rows 3 security definer set search_path = '' as $$
  select alike.id, alike.subject, alike.status, alike.created_at
  from (
    select t.id, t.subject, t.status, t.created_at,
      extensions.similarity(t.subject, left($1, 255)) as likeness
    from (
      -- A bounded look back: the cost is the same for somebody with ten thousand tickets.
      select own.id, own.subject, own.status, own.created_at from public.tickets own
      where own.customer_id = (select auth.uid()) and (select private.current_role()) is not null
        and char_length(btrim($1)) >= 3
      order by own.created_at desc, own.id desc limit 300
    ) t
  ) alike
  where alike.likeness >= 0.3
  order by alike.likeness desc, alike.created_at desc, alike.id desc limit 3
$$;
comment on function public.find_similar_tickets(text) is
  'At most 3 of the caller''s own newest 300 tickets whose subject resembles the text, the most alike first.';

revoke execute on function public.find_similar_tickets(text) from public, anon, authenticated;
grant execute on function public.find_similar_tickets(text) to authenticated, service_role;
