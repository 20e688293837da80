-- Unsent notes and drafts quote tickets: a former agent reads them only where they may still read the ticket.

drop policy ticket_drafts_select_own on public.ticket_drafts;
create policy ticket_drafts_select_own on public.ticket_drafts for select to authenticated
  using (user_id = (select auth.uid()) and (
    (select private.is_staff()) or (kind = 'comment' and private.owns_ticket(ticket_id))));
