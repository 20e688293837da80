-- Forged mails do not use up the mails that a person's own words are sent with.
create or replace function private.is_unproven_comment(comment_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.context('mail_is_proven') is distinct from 'yes'
    and exists (select from public.comments c where c.id = $1 and c.source = 'mail')
$$;
comment on function private.is_unproven_comment(uuid) is
  'True while a mail is filed that does not prove its author, whose comment this is.';

create or replace function private.notify(
  kind text, recipient uuid, ticket public.tickets, actor_name text, excerpt text, comment_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt,
      change_batch, next_attempt_at)
  select $1, p.id, p.email, p.name, ($3).id, ($3).subject, $6, $4,
    case when char_length($5) > 300 then left($5, 299) || '…' else $5 end,
    c.batch_id, case when c.batch_id is null then now()
      -- Of more than ten tickets, the screen offers it for a minute.
      when split_part(private.context('bulk'), ':', 1)::integer > 10 then clock_timestamp() + interval '75 seconds'
      else clock_timestamp() + interval '15 seconds' end
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ($3).id
  where p.id = $2 and p.id is distinct from auth.uid() and private.can_get_notification($1, $2, $3)
    -- The event of this change may already exist, or not yet.
    and (
      select count(*) from (
        select from public.ticket_events e
        where e.ticket_id = ($3).id and e.created_at > now() - interval '1 hour' and e.created_at < now()
          and e.actor_id = auth.uid()
          and e.kind = case when $1 = 'status' or $1 = 'reopened' and $6 is null then 'status'
            when $1 in ('assigned', 'taken_over') then 'assigned_to' else 'comment_added' end
          -- Forged mails in their name do not use up what the real person may send.
          and (private.is_unproven_comment($6) or not exists (
            select from public.comments k join private.mail_messages m on m.comment_id = k.id
            where k.ticket_id = e.ticket_id and k.user_id = e.actor_id and k.created_at = e.created_at
              and m.authentication <> 'pass'))
        limit 20
      ) earlier
    ) < 20
$$;
comment on function private.notify(text, uuid, public.tickets, text, text, uuid) is
  'Queues a mail, unless the recipient is the actor, inactive or unconfirmed, opted out, or over the limit. It waits '
  'when its change can be undone.';

