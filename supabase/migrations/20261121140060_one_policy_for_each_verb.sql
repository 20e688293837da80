-- Of several permissive policies for one verb all are asked for every row. One for each verb asks the cheap question
-- first: staff are let through by one look at their role, not by a look at every ticket.

drop policy profiles_select_own on public.profiles;
drop policy profiles_select_staff on public.profiles;
create policy profiles_select_visible on public.profiles for select to authenticated
  using ((select private.is_staff()) or id = (select auth.uid()));

drop policy tickets_select_own on public.tickets;
drop policy tickets_select_staff on public.tickets;
create policy tickets_select_visible on public.tickets for select to authenticated
  using ((select private.is_staff())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));
drop policy tickets_insert_own on public.tickets;
drop policy tickets_insert_staff on public.tickets;
create policy tickets_insert_author on public.tickets for insert to authenticated
  with check (created_by = (select auth.uid()) and (
    (customer_id = (select auth.uid()) and (select private.current_role()) is not null)
    or ((select private.is_staff()) and (customer_id is null or private.is_active_profile(customer_id)))));
drop policy tickets_update_own on public.tickets;
drop policy tickets_update_staff on public.tickets;
create policy tickets_update_visible on public.tickets for update to authenticated
  using ((select private.is_staff())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null))
  with check ((select private.is_staff())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));

drop policy comments_select_own_ticket on public.comments;
drop policy comments_select_staff on public.comments;
create policy comments_select_visible on public.comments for select to authenticated
  using ((select private.is_staff()) or (not is_internal and private.owns_ticket(ticket_id)));
drop policy comments_insert_own_ticket on public.comments;
drop policy comments_insert_staff on public.comments;
create policy comments_insert_author on public.comments for insert to authenticated
  with check (user_id = (select auth.uid())
    and ((select private.is_staff()) or (not is_internal and private.owns_ticket(ticket_id))));
drop policy comments_delete_author on public.comments;
drop policy comments_delete_admin on public.comments;
create policy comments_delete_author_or_admin on public.comments for delete to authenticated
  using ((select private.is_admin()) or (user_id = (select auth.uid())
    and ((select private.is_staff()) or (not is_internal and private.owns_ticket(ticket_id)))));

drop policy attachments_select_own_ticket on public.attachments;
drop policy attachments_select_staff on public.attachments;
create policy attachments_select_visible on public.attachments for select to authenticated
  using ((select private.is_staff())
    or (private.owns_ticket(ticket_id) and not private.is_internal_comment(comment_id)));
-- Who was on the staff once does not add files to the notes of those days.
drop policy attachments_insert_uploader on public.attachments;
create policy attachments_insert_uploader on public.attachments for insert to authenticated
  with check (
    uploaded_by = (select auth.uid())
    and ((select private.is_staff())
      or (private.owns_ticket(ticket_id) and not private.is_internal_comment(comment_id)))
    and (comment_id is null or private.is_own_comment(comment_id))
    and not private.is_foreign_object(storage_path));
drop policy attachments_delete_uploader on public.attachments;
drop policy attachments_delete_admin on public.attachments;
create policy attachments_delete_uploader_or_admin on public.attachments for delete to authenticated
  using ((select private.is_admin()) or (uploaded_by = (select auth.uid())
    and ((select private.is_staff())
      or (private.owns_ticket(ticket_id) and not private.is_internal_comment(comment_id)))));

drop policy ticket_attachments_delete_uploader on storage.objects;
drop policy ticket_attachments_delete_admin on storage.objects;
create policy ticket_attachments_delete_uploader_or_admin on storage.objects for delete to authenticated
  using (bucket_id = 'ticket-attachments' and ((select private.is_admin()) or (
    coalesce(owner_id, owner::text) = (select auth.uid())::text
    and private.can_read_object(name, coalesce(owner_id, owner::text)))));

drop policy ticket_ratings_select_own on public.ticket_ratings;
drop policy ticket_ratings_select_staff on public.ticket_ratings;
create policy ticket_ratings_select_visible on public.ticket_ratings for select to authenticated
  using ((select private.is_staff())
    or (customer_id = (select auth.uid()) and (select private.current_role()) is not null));

drop policy ticket_events_select_own_ticket on public.ticket_events;
drop policy ticket_events_select_staff on public.ticket_events;
create policy ticket_events_select_visible on public.ticket_events for select to authenticated
  using ((select private.is_staff()) or (not is_internal and private.owns_ticket(ticket_id)));
