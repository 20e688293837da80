-- Somebody in copy, or a forged mail, used up the mails of an hour of everybody else on a ticket.
create or replace function private.reason_to_keep(ticket public.tickets, said public.comments) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff constant boolean := said.author_role <> 'customer';
  is_proven constant boolean := coalesce(private.context('mail_is_proven') = 'yes', false);
  answered_at timestamptz;
  in_hour integer;
  in_day integer;
begin
  if said.source <> 'mail' then
    return null;
  elsif private.is_repeated_mail(ticket, said, case when is_staff then 1 else 0 end) then
    return 'repeated';
  elsif is_staff then
    return null;
  end if;
  -- Staff in the portal are people; a mail of theirs may be an automatic answer.
  select c.created_at into answered_at from public.comments c
  where c.ticket_id = said.ticket_id and c.created_at > now() - interval '1 day' and c.author_role <> 'customer'
    and c.source = 'portal' and not c.is_internal
  order by c.created_at desc limit 1;
  -- Each proven author has a number of their own. Those who prove nothing share one: forged mails cannot use up what
  -- the real ones may send. This one is not recorded yet.
  select count(*) filter (where k.created_at > now() - interval '1 hour'), count(*) into in_hour, in_day from (
    select c.created_at from public.comments c join private.mail_messages m on m.comment_id = c.id
    where (m.authentication = 'pass') = is_proven and (not is_proven or c.user_id = said.user_id)
      and c.ticket_id = said.ticket_id
      and c.created_at > coalesce(answered_at, now() - interval '1 day')
      and c.author_role = 'customer' and c.source = 'mail' and not c.is_internal
    order by c.created_at desc limit 30) k;
  if in_hour >= 10 or in_day >= 30 then
    return 'many';
  end if;
  -- Whom a mail named that proves nothing reaches the requester once staff have put them in copy.
  if exists (
    select from public.profiles k join public.ticket_participants p on p.address = k.email
    where k.id = said.user_id and p.ticket_id = said.ticket_id and p.source = 'unverified_mail') then
    return 'unverified';
  end if;
  return null;
end
$$;
comment on function private.reason_to_keep(public.tickets, public.comments) is
  'Why a mail goes to staff only: repeated, many (of an author eleven an hour or 31 a day since staff wrote in '
  'the portal; those who prove nothing count as one), unverified; null when it is sent on.';

create or replace function private.mail_class(mail public.notification_outbox) returns text
language sql stable security definer set search_path = '' as $$
  select case when mail.kind in ('opened', 'forward') then 'staff' else coalesce((
    select case when c.author_role <> 'customer' then 'staff'
      when c.source = 'portal' or coalesce(
        (select bool_or(m.authentication = 'pass') from private.mail_messages m where m.comment_id = c.id),
        -- It is not recorded yet.
        private.context('mail_is_proven') = 'yes') then 'customer ' || c.user_id
      else 'unproven' end
    from public.comments c where c.id = mail.comment_id), 'other') end
$$;
comment on function private.mail_class(public.notification_outbox) is
  'staff, customer <id>, unproven or other: whose words a mail about a ticket has. Each has its own number of mails an '
  'hour; those whose mails prove nothing share one.';

comment on function private.limit_ticket_mails() is
  'At most 200 mails within an hour about what staff write on a ticket, 200 about what each customer writes, 200 about '
  'mails that prove nothing, and 200 others: nobody uses up those of somebody else. Of staff, further ones wait for a '
  'later hour; of the others, 100 are recorded as not sent. Mails with files wait for them.';

comment on type private.context_field is $$What each field holds, who sets it, and who reads it.
batch: the batch in which changes can be undone, or off. Set by start_batch and exclude_from_undo, read by
  current_batch.
notify: none, mails (nothing in the app), or empty (both): who is notified of a new status or assignee. Set by
  touch_commented_ticket, change_with_reply, send_waiting and undo_batch, read by after_ticket_update.
files: how many files an older page will upload to the comment. Set by send_reply and send_waiting, read by
  limit_ticket_mails.
mail_is_proven: yes when a received mail is proven to be its author's. Set by receive_mail, read by reason_to_keep
  and mail_class.
committed_change: the last change that has its stamp. Set and read by commit_changes.
bulk: number of tickets of a bulk change, a colon, and its note. Set by bulk_update_tickets, read by notify and where
  assignments are collected: notify_ticket, notify_ticket_app, take_over_ticket and collect_hand_over.
follow_up: the follow-up to which a comment was led, which its author reads. Set by place_of_answer, read by
  leads_here.$$;
