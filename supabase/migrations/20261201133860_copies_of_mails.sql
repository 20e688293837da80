-- Mails with one Message-ID are as many as somebody sends: each is found by an index. A deleted comment takes the copies of its
-- mail along.
drop index private.mail_messages_identity_idx;
create unique index mail_messages_identity_idx on private.mail_messages
  (message_id, md5(from_address || ' ' || content_hash), md5(recipient || ' ' || authentication));

create or replace function private.forget_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set content = '', quoted = '', original_path = null, files = '[]',
    -- Without its comment it would pass for the mail that opened the ticket.
    reason = case when m.comment_id = old.id then 'comment_deleted' else m.reason end
  where m.id in (
    select k.id from private.mail_messages k where k.comment_id = old.id
    union
    select c.id from private.mail_messages k join private.mail_messages c
      on c.message_id = k.message_id and c.from_address = k.from_address and c.content_hash = k.content_hash
    where k.comment_id = old.id and c.reason = 'same_message');
  return old;
end
$$;
