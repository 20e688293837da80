-- The glossary has one word for what an organization has here.

comment on function private.ticket_rows(public.tickets[], boolean) is
  'The rows of tickets, in their order. Customers get no tags of the workspace, and of staff the name only. The caller '
  'has applied the rights.';
comment on function private.people_to_copy(public.tickets, jsonb, text) is
  'The people in copy of a mail who are not in copy on the ticket yet, without the workspace, staff, the requester and '
  'the mailbox of the sender; place: their order in the mail.';
comment on table private.foreign_references is
  'Message-IDs of mails that the workspace neither sent nor filed, and that mails of a ticket name or are. Up to 300 a '
  'ticket.';
comment on function private.forward_address(uuid, uuid) is
  'The address for answers to a forwarded mail, support+f.<code>@…; null when the workspace has no active address.';
comment on table public.mail_addresses is
  'Addresses of the workspace. Mails to others are not accepted. Admins manage them.';
comment on column public.mail_addresses.address is
  'In lower case, without +: the workspace writes from it, and adds +<ticket>.<code> for replies.';
comment on column public.mail_addresses.default_tags is
  'Of tickets sent to it; the workspace''s, not shown to customers.';
comment on function private.is_own_address(text) is
  'True for an address of the workspace, also with a tag or switched off, for that in From of its mails, and for '
  'postmaster@, mailer-daemon@ and noreply@ of its domains.';
comment on function private.names_outsiders(text[]) is
  'True when one of the addresses is neither of the workspace nor of staff.';
comment on table private.mail_messages is
  'Every received mail, once for each address of the workspace. Originals are in the bucket mail-originals at '
  'original_path.';
comment on column private.mail_messages.recipient is
  'The address of the workspace, without the code of a reply address.';
comment on function public.is_mail_recipient(text) is 'Service: true when the workspace reads mails to that address.';
comment on function private.desk_address(text) is
  'The active address of the workspace, also for its reply addresses; null for others.';
comment on function private.reply_address(uuid, text) is
  'The address for answers to a ticket; wanted: support, or note for answers of staff that become notes. Null when '
  'the workspace has no such active address.';
comment on function private.ticket_of_reply_address(text) is
  'The ticket of a reply address; null when the workspace did not write it.';
comment on function private.is_note_address(text) is
  'True for an address of the workspace for notes, also with a code or in another domain.';
comment on function private.sent_mail(text) is
  'The mail of the workspace with that Message-ID, also with another host; null when there is none.';
comment on function private.deceptive_names(jsonb) is
  'The places of those people [{name, address, person}] whose names have all words of the name of the workspace or of a'
  ' member of staff other than themselves (in any order, perhaps with one letter changed), tell of an office, or use '
  'letters of rare or several scripts.';
