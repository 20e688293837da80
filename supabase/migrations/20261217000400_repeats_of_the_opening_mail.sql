-- An automatic answer proves nothing about the mail that opened its ticket.
create or replace function private.is_repeated_mail(ticket public.tickets, said public.comments, allowed integer)
returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) > $3 from (
    (select c.id, c.content from public.comments c
    where c.ticket_id = ($1).id and c.created_at > now() - interval '1 day' and c.user_id = ($2).user_id
      and c.source = 'mail'
      and not c.is_internal and c.id <> ($2).id
    order by c.created_at desc limit 50)
    union all
    select null, ($1).description where ($1).source = 'mail' and ($1).created_by = ($2).user_id
      and ($1).created_at > now() - interval '1 day'
  ) earlier
  where private.essence_of(earlier.content) = private.essence_of(($2).content)
    and (private.context('mail_is_proven') is distinct from 'yes' or exists (
      select from private.mail_messages m
      where m.ticket_id = ($1).id and m.comment_id is not distinct from earlier.id and m.authentication = 'pass'
        -- An automatic answer or a report has no comment either.
        and m.state = 'accepted'))
$$;
comment on function private.is_repeated_mail(public.tickets, public.comments, integer) is
  'True when more mails of the author than allowed said the same on the ticket within a day; of a proven mail, more '
  'proven ones.';
