-- Lists showed the first words of a forged mail without the mark that the ticket has.
alter table public.tickets add column last_message_unverified boolean not null default false;
comment on column public.tickets.last_message_unverified is
  'The last public message came by a mail of which nothing proves who sent it.';
grant select (last_message_unverified) on table public.tickets to authenticated;

alter type public.ticket_row add attribute last_message_unverified boolean;
comment on type public.ticket_row is
  'What a list shows of a ticket. desk_tags, snoozed_until: set by staff; null for customers. unread: for the caller, '
  'a message of somebody else after their mark, or marked as unread. last_message_unverified: nothing proves who sent '
  'the mail that it is.';

create function private.is_unverified_message(ticket uuid, comment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when $2 is not null then private.is_unverified_message($2) else exists (
    select from private.mail_messages m
    where m.ticket_id = $1 and m.comment_id is null and m.state = 'accepted' and private.is_unverified(m)
      and m.via is distinct from 'staff') end
$$;
comment on function private.is_unverified_message(uuid, uuid) is
  'is_unverified_message for a message of a ticket: the description without a comment.';

create or replace function private.ticket_rows(page public.tickets[], staff boolean) returns setof public.ticket_row
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant timestamptz := private.read_before(me);
begin
  return query
    with asked as materialized (
      select distinct unnest(array[t.created_by, t.customer_id, t.assigned_to, t.last_message_by]) as id
        from unnest(page) t
    ), team as materialized (
      select p.id, p.name, p.email, p.role from public.profiles p
      where p.role <> 'customer' and p.id = any (array(select a.id from asked a order by 1))
    ), people as materialized (
      select m.id, m.name, m.email, m.role from team m
      union all select p.id, p.name, p.email, p.role from asked a join public.profiles p on p.id = a.id
      where a.id not in (select m.id from team m)
    ), desk as materialized (
      select g.ticket_id, g.tags from unnest(page) t join public.ticket_tags g on g.ticket_id = t.id
      where staff and t.tag_keys is not null
    ), marked as materialized (
      select r.ticket_id from private.ticket_reads r where r.user_id = me and r.is_unread
    ), reads as materialized (
      select r.ticket_id, r.read_at from private.ticket_reads r where r.user_id = me and r.ticket_id = any (
        array(select t.id from unnest(page) t where t.last_message_at > since and t.last_message_by is distinct
          from me order by 1))
    )
    select t.id, t.number, t.subject, t.status, t.priority, t.version, t.created_by, t.customer_id, t.assigned_to,
      t.created_at, t.updated_at, t.closed_at, t.waiting_since,
      case when reach.is_own or creator.id = me or creator.role <> 'customer' then creator.name end,
      case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      case when reach.is_own or requester.id = me then requester.name end,
      case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      case when t.last_message_at >= reach.reads_from then t.last_message_at end,
      case when t.last_message_at >= reach.reads_from then author.name end,
      case when t.last_message_at < reach.reads_from then null when author.id = requester.id then 'requester'
        when author.role <> 'customer' then 'staff' when author.id is not null then 'other' end,
      case when t.last_message_at >= reach.reads_from then t.last_message_preview end,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since, reach.reads_from),
      case when staff then t.snoozed_until end,
      case when t.last_message_at >= reach.reads_from then t.last_message_unverified end
    from unnest(page) with ordinality t
    -- Of a ticket into which theirs was merged, customers get no word from before, and not whose it is.
    cross join lateral (select staff or coalesce(t.customer_id = me, false) as is_own) own
    cross join lateral (select own.is_own, case when own.is_own then '-infinity'
      else private.reads_since(t.id, me) end as reads_from) reach
    left join people creator on creator.id = t.created_by
    left join people assignee on assignee.id = t.assigned_to
    left join people requester on requester.id = coalesce(t.customer_id, t.created_by)
    left join people author on author.id = t.last_message_by
    left join desk on desk.ticket_id = t.id
    left join reads on reads.ticket_id = t.id
    order by t.ordinality;
end
$$;

create or replace function private.before_ticket_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The column's check refuses a longer one.
  if octet_length(new.subject) <= 40000 then
    new.subject := private.strip_invisible(new.subject);
  end if;
  new.tags := private.visible_tags(new.tags);
  -- The description is the first message and waits for an answer.
  new.waiting_since := new.created_at;
  new.last_message_at := new.created_at;
  new.last_message_by := new.created_by;
  new.last_message_preview := private.preview(new.description);
  new.last_message_unverified := new.source = 'mail' and private.context('mail_is_proven') is not distinct from 'no';
  new := private.set_sort_keys(null, new);
  new := private.stamp_ticket(null, new);
  -- The column's check refuses anything but a list of tags.
  if new.tags is not null and private.is_tag_list(new.tags) then
    new.tag_keys := private.tag_keys(new.tags, new.tags);
  end if;
  return new;
end
$$;

create or replace function private.touch_commented_ticket(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  woken public.tickets;
begin
  update public.tickets t
  set first_response_at = case when private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.first_response_at, new.created_at) else t.first_response_at end,
    waiting_since = case when not private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.waiting_since, new.created_at) end,
    last_message_at = new.created_at, last_message_by = new.user_id,
    last_message_preview = private.preview(new.content),
    last_message_unverified = new.source = 'mail' and private.context('mail_is_proven') is not distinct from 'no'
  where t.id = new.ticket_id;
  -- Seeds and imports write for others and change no status.
  if new.user_id = auth.uid() then
    -- The requester of a merged ticket is not the target's.
    update public.tickets t set status = 'open'
    where t.id = new.ticket_id and (t.customer_id = new.user_id or new.author_role = 'customer')
      and t.status in ('pending', 'solved', 'closed');
    update public.tickets t set snoozed_until = null
    where t.id = new.ticket_id and t.snoozed_until is not null
      and not private.is_answer(new.user_id, new.author_role, t.customer_id)
    returning t.* into woken;
    if found then
      perform private.mark_woken(woken);
    end if;
    -- The mail with the reply says enough.
    perform private.set_context('notify', 'none');
    update public.tickets t
    set assigned_to = new.user_id, status = case when t.status = 'open' then 'in_progress' else t.status end
    where t.id = new.ticket_id and t.assigned_to is null
      and private.is_answer(new.user_id, new.author_role, t.customer_id);
  end if;
  -- An import may add older messages after newer ones.
  if exists (select from public.comments c
      where c.ticket_id = new.ticket_id and not c.is_internal and c.created_at > new.created_at) then
    perform private.refresh_messages(array[new.ticket_id]);
  end if;
end
$$;

create or replace function private.refresh_messages(ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.tickets t set waiting_since = m.waiting_since, last_message_at = m.last_at, last_message_by = m.last_by,
    last_message_preview = private.preview(m.last_text), last_message_unverified = m.last_unverified
  from (
    select k.id, coalesce(latest.created_at, k.created_at) as last_at,
      coalesce(latest.user_id, k.created_by) as last_by,
      coalesce(latest.content, k.description) as last_text,
      private.is_unverified_message(k.id, latest.id) as last_unverified,
      private.waiting_since_of(k.id, case when answer.at is null then k.created_at else (
        select min(c.created_at) from public.comments c
        where c.ticket_id = k.id and c.created_at > answer.at and not c.is_internal) end, answer.at) as waiting_since
    from public.tickets k
    left join lateral (
      select c.id, c.created_at, c.user_id, c.content from public.comments c
      where c.ticket_id = k.id and not c.is_internal order by c.created_at desc, c.id desc limit 1) latest on true
    left join lateral (
      select max(c.created_at) as at from public.comments c
      where c.ticket_id = k.id and not c.is_internal
        and private.is_answer(c.user_id, c.author_role, k.customer_id)) answer on true
    where k.id = any (ids)
  ) m
  where t.id = m.id and (t.waiting_since, t.last_message_at, t.last_message_by, t.last_message_preview,
      t.last_message_unverified)
    is distinct from (m.waiting_since, m.last_at, m.last_by, private.preview(m.last_text), m.last_unverified)
$$;

create or replace function public.receive_mail(mail jsonb, signature text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(mail ->> 'recipient'));
  desk constant public.mail_addresses := private.desk_address(address);
  made private.mail_messages;
  known private.mail_messages;
  place text;
  sender public.profiles;
  opens boolean;
  ticket public.tickets;
  people jsonb;
begin
  -- A mail whose files are still to be stored may be delivered again, also with the same signature.
  if signature is not null and not exists (
    select from private.mail_messages m where m.message_id = left(mail ->> 'message_id', 500) and m.files_due) then
    perform private.use_signature(signature);
  end if;
  if desk.id is null and not coalesce((mail ->> 'keep')::boolean, false) then
    return jsonb_build_object('state', 'refused', 'reason', 'unknown_recipient');
  end if;
  -- Serialises copies and repeated deliveries of one mail.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || (mail ->> 'message_id'), 0));
  made := private.mail_of(mail, coalesce(desk.address, left(address, 254)));
  made.can_be_answered := private.may_answer(mail);
  known := private.twin_of(made, made.recipient);
  if known.id is not null then
    made := known;
  else
    place := private.place_in_thread(made, private.place_of(mail, address), address,
      coalesce(mail -> 'references', '[]'));
    made := private.judge_mail(made, mail, place);
    if made.original_path is not null and made.reason not in ('blocked', 'same_message') then
      perform private.take_bytes(made);
    end if;
    if made.state = 'accepted' and (desk.id is null or (mail ->> 'not_filed')::boolean) then
      made.state := 'unmatched';
      made.reason := case when desk.id is null then 'unknown_recipient' else 'not_filed' end;
      made.suspected_ticket_id := coalesce(made.suspected_ticket_id, made.ticket_id);
      made.ticket_id := null;
      made.via := null;
    end if;
    if made.state = 'accepted' then
      opens := made.ticket_id is null;
      sender := private.sender_of(made.from_address);
      if sender.id is null then
        sender := (private.find_or_create_requester(made.from_address, made.from_name)).requester;
      end if;
      perform private.set_context('mail_is_proven', case when made.authentication = 'pass' then 'yes'
        when private.is_unverified(made) then 'no' else '' end);
      made := private.file_mail(made, made.ticket_id, sender.id, not opens and coalesce(sender.role <> 'customer'
        and (desk.kind = 'note' or private.is_note_address(place)
          or private.answers_note(made.via, mail -> 'references') or private.is_for_colleagues(made)), false));
      select t.* into ticket from public.tickets t where t.id = made.ticket_id;
      if ticket.customer_id = sender.id or sender.role <> 'customer' then
        people := (made.recipients -> 'cc') || (made.recipients -> 'to');
        if sender.role = 'customer' and made.authentication = 'pass' then
          perform private.drop_unverified_copies(sender.id, ticket.id, people);
        end if;
        -- Of whom a mail names that proves nothing, staff choose. On an earlier ticket they could write as one of its
        -- people.
        perform private.add_participants(ticket, sender.id, people, made.from_address, case
          -- Who answers all has chosen nobody.
          when sender.role <> 'customer' then 'mail'
          when made.authentication = 'pass' then 'mail'
          when opens then 'unverified_mail' end);
        if sender.role = 'customer' then
          perform private.note_reply_to(ticket, made.reply_to, made.from_address);
        end if;
      end if;
      if made.authentication = 'pass' then
        perform private.correct_name(sender, made);
      end if;
      -- A forged answer would make the report of a mail that did not arrive incredible.
      if not private.is_unverified(made) then
        perform private.note_answers(made.from_address, mail -> 'references');
      end if;
      -- Also for a follow-up that this mail opened.
      if (opens or ticket.created_at = now()) and sender.role = 'customer' and private.may_answer(mail) then
        made := private.acknowledge(made, sender.id);
      end if;
    end if;
    if not made.is_automatic and made.state <> 'bounce'
      and (made.authentication = 'pass' or made.authentication = 'unchecked' and made.state = 'accepted') then
      -- They can be reached again.
      delete from public.undeliverable_addresses u where u.address = made.from_address;
    end if;
    -- Admins blocked the sender: the text is enough.
    made.original_path := case when made.reason <> 'blocked' then made.original_path end;
    insert into private.mail_messages select made.*;
    perform private.keep_references(made, place, coalesce(mail -> 'references', '[]'));
    if made.state = 'bounce' and made.reason = '' then
      made.ticket_id := private.record_bounce(made, mail -> 'bounce');
      made.reason := case when made.ticket_id is null then 'unknown_bounce' else '' end;
      update private.mail_messages m set ticket_id = made.ticket_id, reason = made.reason where m.id = made.id;
    end if;
    if random() < 0.02 then
      perform private.prune_unfiled_mails();
    end if;
  end if;
  return jsonb_build_object('id', made.id, 'state', made.state, 'reason', made.reason, 'ticket_id', made.ticket_id,
    'comment_id', made.comment_id, 'original', made.original_path is not null and made.reason <> 'same_message',
    'original_path', made.original_path,
    'old_originals', private.due_originals(), 'files', case when made.files_due then made.files else '[]' end);
end
$$;

comment on type private.context_field is $$What each field holds, who sets it, and who reads it.
batch: the batch in which changes can be undone, or off. Set by start_batch and exclude_from_undo, read by
  current_batch.
notify: none, mails (nothing in the app), or empty (both): who is notified of a new status or assignee. Set by
  touch_commented_ticket, change_with_reply, send_waiting and undo_batch, read by after_ticket_update.
files: how many files an older page will upload to the comment. Set by send_reply and send_waiting, read by
  limit_ticket_mails.
mail_is_proven: yes when a received mail is proven to be its author's, no when the receiving host found no proof. Set by
  receive_mail, read by reason_to_keep, mail_class and where the last message of a ticket is written.
committed_change: the last change that has its stamp. Set and read by commit_changes.
bulk: number of tickets of a bulk change, a colon, and its note. Set by bulk_update_tickets, read by notify and where
  assignments are collected: notify_ticket, notify_ticket_app, take_over_ticket and collect_hand_over.
follow_up: the follow-up to which a comment was led, which its author reads. Set by place_of_answer, read by
  leads_here.$$;

select private.refresh_messages(array(
  select distinct m.ticket_id from private.mail_messages m
  where m.state = 'accepted' and m.authentication in ('none', 'fail') and m.ticket_id is not null));
