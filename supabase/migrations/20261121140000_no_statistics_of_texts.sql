-- The planner's statistics hold samples of a column: its most frequent values and a hundred others. Row level
-- security does not hide them from estimates: `count=planned` with a filter on a text answers differently for a
-- text that somebody else has written, so that the content of notes, subjects and e-mail addresses can be guessed
-- piece by piece. Columns with what people wrote therefore have no statistics; none of them is planned by.

alter table public.tickets
  alter column subject set statistics 0,
  alter column description set statistics 0,
  alter column close_reason set statistics 0;
alter table public.comments
  alter column content set statistics 0,
  alter column author_name set statistics 0;
alter table public.attachments
  alter column file_name set statistics 0,
  alter column storage_path set statistics 0;
alter table public.ticket_ratings alter column comment set statistics 0;
alter table public.ticket_events
  alter column from_value set statistics 0,
  alter column to_value set statistics 0;
alter table public.ticket_drafts alter column content set statistics 0;
alter table public.profiles
  alter column name set statistics 0,
  alter column email set statistics 0;
alter table public.macros
  alter column name set statistics 0,
  alter column body set statistics 0;
alter table public.saved_views alter column name set statistics 0;
alter table public.invites
  alter column email set statistics 0,
  alter column token_hash set statistics 0;
alter table public.audit_log
  alter column actor_name set statistics 0,
  alter column target_label set statistics 0;
alter table public.assistant_proposals
  alter column from_value set statistics 0,
  alter column to_value set statistics 0,
  alter column reason set statistics 0;
