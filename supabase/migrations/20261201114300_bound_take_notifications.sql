-- On hosted projects a call with the secret key ends after 8 seconds, and what it did is undone: a backlog of mails that are too
-- old, or that nobody may read any more, would have been started anew each minute, and no mail sent. A call handles 2,000 of each.
create or replace function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  due public.notification_outbox;
  refusal text;
  is_free boolean;
begin
  -- The one call that every installation makes each minute.
  perform private.copy_names();
  -- Materialized: a plan may run a subquery again for each row, and with it the limit.
  with old as materialized (
    select k.id from public.notification_outbox k where k.created_at < now() - interval '30 days'
    order by k.created_at limit 2000 for update skip locked)
  delete from public.notification_outbox o using old where o.id = old.id;
  for due in
    select o.* from public.notification_outbox o
    where o.sent_at is null and o.dropped_at is null and o.next_attempt_at <= now()
      and o.created_at >= now() - interval '30 days'
    order by o.next_attempt_at, o.created_at, o.id limit 2000 for update skip locked
  loop
    -- Whoever is deleting one of them waits for this mail, and recording it would wait for them: the next round sends it.
    perform from public.tickets t where t.id = due.ticket_id for key share skip locked;
    is_free := found or due.ticket_id is null;
    perform from public.comments c where c.id = due.comment_id for key share skip locked;
    is_free := is_free and (found or due.comment_id is null);
    refusal := private.mail_refusal(due);
    continue when refusal is null and not is_free;
    if refusal is not null then
      update public.notification_outbox o set dropped_at = now(), error = refusal where o.id = due.id;
    else
      -- After the lease, another sender takes over the rows of a dead one.
      return query
        update public.notification_outbox o set
          attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes', files = 0,
          recipient_email = coalesce(p.email, o.recipient_email), recipient_name = coalesce(p.name, o.recipient_name),
          ticket_number = t.number, ticket_subject = coalesce(t.subject, o.ticket_subject),
          needs_password = p.id is not null and private.is_invited_requester(p.id)
            and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is null),
          actor_name = case when o.kind = 'forward' then o.actor_name else coalesce(c.author_name, o.actor_name) end,
          excerpt = case when c.id is null or o.kind = 'forward' then o.excerpt
            when char_length(c.content) > 300 then left(c.content, 299) || '…' else c.content end
        from (select due.id) d
          left join public.profiles p on p.id = due.recipient_id
          left join public.tickets t on t.id = due.ticket_id
          left join public.comments c on c.id = due.comment_id
        where o.id = d.id
        returning o.*;
      insert into private.mail_attempts (mail_id) values (due.id);
      wanted := wanted - 1;
      exit when wanted = 0;
    end if;
  end loop;
end
$$;
