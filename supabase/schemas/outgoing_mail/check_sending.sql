-- `npm run deploy:check` asks over the Data API whether a sender could record its mails. With an empty outbox a call of
-- the sender itself would not get that far.
create function public.check_sending() returns void
language plpgsql security definer set search_path = '' as $$
declare
  mail uuid;
begin
  insert into public.notification_outbox (kind, recipient_email, recipient_name, actor_name)
  values ('refused', 'nobody@example.invalid', 'Nobody', 'Nobody') returning id into mail;
  perform public.take_mails('example.invalid');
  perform public.finish_notification(mail);
  perform public.report_mail_server();
  raise sqlstate 'HD000' using message = 'undo';
exception when sqlstate 'HD000' then
  null;
end
$$;
comment on function public.check_sending() is
  'Service: runs what a sender of mails calls, and undoes it. Raises what that raises.';
grant execute on function public.check_sending() to service_role;
