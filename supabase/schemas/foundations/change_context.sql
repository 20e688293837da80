-- What the functions of one change tell each other until its transaction ends, in one place: a field is an element of
-- private.context_field, set by set_context and read by context. No other function reads or writes a setting of ours.
create type private.context_field as enum ('batch', 'notify', 'files', 'mail_is_proven', 'committed_change',
  'bulk', 'follow_up');
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

create function private.set_context(field private.context_field, value text) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('helpdesk.' || field, value, true);
end
$$;
comment on function private.set_context(private.context_field, text) is
  'Sets a field of the context until the transaction ends, see private.context_field.';

-- Without a search path of its own, so that PostgreSQL inlines it: changes read it for each row.
create function private.context(field private.context_field) returns text
language sql stable as $$
  select nullif(pg_catalog.current_setting(pg_catalog.concat('helpdesk.', field), true), '')
$$;
comment on function private.context(private.context_field) is
  'A field of the context, null when it is not set or empty, see private.context_field.';

-- Callers of send_reply and bulk_update_tickets set their own context.
grant execute on function private.set_context(private.context_field, text), private.context(private.context_field)
  to authenticated, service_role;
