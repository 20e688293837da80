-- Where a ticket came from.
alter table public.tickets add column source text not null default 'portal'
  constraint tickets_source check (source in ('portal', 'staff', 'mail'));
comment on column public.tickets.source is
  'portal: created by the requester. staff: created by staff for the requester. mail: sent by mail.';
grant select (source) on table public.tickets to authenticated;
