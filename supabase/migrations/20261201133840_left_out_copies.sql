-- Staff see whom a mail would have added to the copies of its ticket, who was taken out again, and which message was not sent on.
alter table public.ticket_events drop constraint ticket_events_kind;
alter table public.ticket_events add constraint ticket_events_kind check (kind in (
  'created', 'subject', 'description', 'status', 'priority', 'assigned_to', 'customer_id', 'tags', 'taken_over',
  'comment_added', 'comment_edited', 'comment_deleted', 'note_added', 'note_edited', 'note_deleted',
  'attachment_added', 'attachment_deleted', 'rated', 'delivery_failed', 'file_refused',
  'copies_left_out', 'copies_removed', 'not_sent_on'));
