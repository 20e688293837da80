-- Alone: a new value of an enum can be used only after its transaction.
alter type private.context_field add value 'bulk';
comment on type private.context_field is
$$What each field holds, who sets it, and who reads it.
batch: the batch in which changes can be undone, or off. Set by start_batch and exclude_from_undo, read by
  current_batch.
notify: none, mails (nothing in the app), or empty (both): who is notified of a new status or assignee. Set by
  touch_commented_ticket, send_reply and undo_batch, read by after_ticket_update.
files: how many files an older page will upload to the comment. Set by send_reply, read by limit_ticket_mails.
mail_is_proven: yes when a received mail is proven to be its author's. Set by receive_mail, read by reason_to_keep.
committed_change: the last change that has its stamp. Set and read by commit_changes.
bulk: number of tickets of a bulk change, a colon, and its note. Set by bulk_update_tickets, read by notify and where
  assignments are collected: notify_ticket, notify_ticket_app, take_over_ticket and collect_hand_over.$$;
