-- When a customer's answer to a closed ticket opens a new one. A value of an enum is used from the next transaction on.
alter type private.context_field add value 'follow_up';

alter table public.workspace_settings
  add column follow_up_days smallint not null default 28 constraint workspace_settings_follow_up_days
    check (follow_up_days between 0 and 3650);
comment on column public.workspace_settings.follow_up_days is
  'A customer''s answer to a ticket that was closed longer ago opens a new ticket, linked with it; 0: it reopens.';
grant select (follow_up_days), update (follow_up_days) on table public.workspace_settings to authenticated;
