-- A support desk that has been busy for 60 days. Fixed ids, fixed texts, times relative to now.
-- Every account has the password Demo1234. For demos and development only.

alter table public.tickets disable trigger user;
alter table public.comments disable trigger user;
alter table public.attachments disable trigger user;
alter table public.ticket_ratings disable trigger user;

create temporary table seed_people as
select ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id, n, email, name, role
from (values
  (1, 'customer@example.com', 'Casey Morgan', 'customer'),
  (2, 'customer2@example.com', 'Noor El-Sayed', 'customer'),
  (3, 'agent@example.com', 'Avery Lindqvist', 'agent'),
  (4, 'agent2@example.com', 'Jun Takahashi', 'agent'),
  (5, 'admin@example.com', 'Robin Okafor', 'admin'),
  (6, 'wilhelmina@northwind.example', 'Wilhelmina Featherstonehaugh-Cholmondeley', 'customer'),
  (7, 'mateo@harborfoods.example', 'Mateo Villanueva', 'customer'),
  (8, 'priya@lumen-clinic.example', 'Priya Raghunathan', 'customer'),
  (9, 'olu@brightpath.example', 'Oluwaseun Adebayo', 'customer'),
  (10, 'sofie@fjordworks.example', 'Sofie Ødegård', 'customer'),
  (11, 'jan@kwiatkowski.example', 'Jan Kwiatkowski', 'customer'),
  (12, 'mei@paperkite.example', '林美玲 (Mei-Ling Lin)', 'customer'),
  (13, 'accounts@maximilian-und-partner.example', 'Maximilian Alexander von Hohenfels-Württemberg', 'customer')
) as person (n, email, name, role);

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
select '00000000-0000-0000-0000-000000000000', p.id, 'authenticated', 'authenticated', p.email, secret.hash,
  now() - interval '70 days', '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('full_name', p.name, 'role', p.role), '', '', '', '',
  now() - interval '70 days', now() - interval '70 days'
from seed_people p, (select extensions.crypt('Demo1234', extensions.gen_salt('bf', 10)) as hash offset 0) secret
on conflict (id) do nothing;

insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
select p.id, p.id, 'email', p.id::text,
  jsonb_build_object('sub', p.id, 'email', p.email, 'email_verified', true), now() - interval '1 day',
  now() - interval '70 days', now() - interval '70 days'
from seed_people p
on conflict do nothing;

update public.profiles f
set role = p.role, created_at = now() - interval '70 days', last_seen_at = now() - p.n * interval '47 minutes'
from seed_people p where f.id = p.id;
update auth.users u set raw_user_meta_data = u.raw_user_meta_data || jsonb_build_object('role', p.role)
from seed_people p where u.id = p.id;

-- One line is one kind of request; %s is what differs between the eight times it was raised.
create temporary table seed_stories as
select row_number() over () - 1 as story, s.* from (values
  ('Cannot sign in after changing my password (%s)', 'I changed my password yesterday and now every attempt on %s ends with "Invalid email or password". I have tried a private window and a different network.', 'high', '{login}', '{the web app,my work laptop,Firefox,Chrome,Safari,the tablet,Edge,a new phone}',
   'Thanks for the report. I can see the failed attempts. Could you request a reset link once more and use the newest mail only? Older links stop working as soon as a new one is sent.', 'That was it, I had clicked the first of three mails. It works now.', 'Glad to hear it. I will close this in a few days unless something else comes up.', 'Three reset mails within two minutes, only the last token is valid. Known confusion, see the article draft.'),
  ('Invoice %s shows the wrong billing address', 'The PDF of invoice %s still has our old street. Our auditors need it corrected before the end of the month, the legal name is fine.', 'medium', '{billing}', '{2041,2057,2063,2078,2090,2112,2125,2133}',
   'I have corrected the address in your account and asked billing to issue a replacement with the same number.', 'Received it, thank you. Can you make sure the next ones use the new address too?', 'Yes, the account address is what all future invoices use.', 'Billing confirmed the reissue, credit note not needed because the amount is unchanged.'),
  ('Export of %s stops at 10,000 rows', 'When I export %s to CSV the file ends after exactly 10,000 lines although the screen says there are more. There is no error message.', 'high', '{export,bug}', '{contacts,orders,the audit log,time entries,products,subscriptions,deliveries,suppliers}',
   'You have found a limit that should have told you so. As a workaround, filter by quarter and export each part. Engineering is looking at it.', 'Splitting by quarter works, it is only tedious. Please let me know when the limit is gone.', 'The limit was raised today and a message now appears when a file is cut. Please try again.', 'Engineering: streaming export is behind a flag, enabled for this account.'),
  ('Please add %s to our plan', 'We hired new people and would like to add %s starting next month. Please tell me what changes on the invoice.', 'normal', '{billing,plan}', '{two seats,five seats,ten seats,a second workspace,the reporting add-on,priority support,one seat,three seats}',
   'Happy to. The change is prorated, so the next invoice shows a small extra line for the rest of this month.', 'Sounds good, please go ahead.', 'Done. The new capacity is available now.', 'Checked with sales: the discount of the original contract applies.'),
  ('Mobile app crashes when opening %s', 'Since the update of last week the app closes by itself as soon as I open %s. Reinstalling did not help. Android 15, all updates installed.', 'urgent', '{mobile,bug}', '{the calendar,a photo,my profile,notifications,the map,a shared file,settings,search}',
   'Sorry about that. We can reproduce it. A fix is in review with the app store; until then the web version on the phone works.', 'Thanks for the quick answer. The web version is fine for now.', 'Version 4.12.1 is out. Please update and tell us if it still happens.', 'Same stack trace as the crash cluster of Tuesday. Linked to the release checklist.'),
  ('Report for %s shows different totals than the dashboard', 'The monthly report for %s says one thing and the dashboard another, the gap is about 3 percent. Which of the two is right?', 'medium', '{reports}', '{January,February,March,April,Q1,Q2,the EMEA region,the Berlin office}',
   'The dashboard counts by creation date and the report by completion date, which explains the gap. I have attached how each is calculated.', 'Understood. Could the report say that somewhere?', 'Good point, we added a line to the header of the report.', 'Third question on this. Suggest one definition for both.'),
  ('Webhook to %s is no longer delivered', 'Our endpoint for %s has not received anything since last night, although events are listed as sent. Our own logs show no request at all.', 'urgent', '{api,webhooks}', '{the warehouse,the CRM,accounting,our chat,the staging system,the ERP,the data lake,the ticket printer}',
   'Your endpoint answered with a certificate error and was paused after 20 failures. Please renew the certificate; I will resume it then.', 'Certificate renewed. Can the missed events be sent again?', 'Resumed, and the missed events of the last 24 hours were replayed in order.', 'Paused automatically at 02:14. Replay done from the queue, 1,204 events.'),
  ('How do I give %s read-only access?', 'I would like %s to see our boards without being able to change anything. I could not find a matching role.', 'low', '{how-to,permissions}', '{an auditor,our accountant,a contractor,the works council,an intern,a customer,the board,a consultant}',
   'Invite them as a viewer: Settings, People, Invite, and choose the role Viewer. Viewers are not counted as seats.', 'Found it, thank you!', 'You are welcome.', null),
  ('Notifications for %s arrive hours late', 'E-mails about %s arrive three to four hours after the event. By then it is often too late to react.', 'high', '{email}', '{new comments,due dates,approvals,mentions,failed payments,assigned tasks,new sign-ups,alerts}',
   'Your mail provider is slowing us down with greylisting. Could your administrator allow our sending range? I have added the list.', 'Our administrator did that this morning, the last mails were immediate.', 'Great. I will keep an eye on the delivery times for a week.', 'Provider returns 451 on the first attempt. Not our queue.'),
  ('Import of %s fails in line 318', 'The import of %s stops with "Unexpected value in line 318". The line looks like every other one to me.', 'normal', '{import}', '{our price list,the contacts file,last year''s orders,the asset register,translations,employees,opening balances,stock levels}',
   'Line 318 contains a non-breaking space in the number column. Replacing it with a normal space makes the file load. The message should say that, I know.', 'Hm, I replaced it and now it stops in line 512.', 'Same character there. I cleaned the file for you and attached it; it imports completely.', 'Asked product for a trim of unicode spaces on import.'),
  ('Single sign-on with %s asks for consent every day', 'People at our company must confirm the consent page of %s every single morning. It should be asked once.', 'medium', '{login,sso}', '{Google,GitHub,our identity provider,the test tenant,the London tenant,the new domain,the partner tenant,the old domain}',
   'Your administrator can grant consent for the whole tenant once. The steps are in the linked guide, section 3.', 'Granted, we will see tomorrow morning.', 'Any news? I am setting this to pending until you had a chance to check.', null),
  ('The page for %s is very slow since Monday', 'Opening %s takes about fifteen seconds since Monday, it was instant before. Colleagues see the same.', 'high', '{performance}', '{the project archive,large boards,search results,the customer list,activity,the planner,monthly totals,shared views}',
   'Thank you, we see it in our measurements too. An index was lost in the maintenance of Sunday; it is being rebuilt now.', 'It is faster already. Thank you for the honest explanation.', 'Rebuilt and verified, load times are back to where they were.', 'Incident review on Thursday. Add a check for missing indexes after maintenance.'),
  ('Delete the account of %s', 'Please delete the account of %s and all personal data according to our agreement. A confirmation in writing would be appreciated.', 'normal', '{privacy}', '{a former employee,our test user,a duplicate,a leaver in sales,the old owner,a trainee,a vendor,a retired colleague}',
   'I have started the deletion. Personal data is removed within 30 days, and you will receive a written confirmation.', 'Thank you. We need the confirmation for our records.', 'The deletion is complete. The confirmation is attached to this message.', 'Identity of the requester verified by call-back to the number on file.'),
  ('Two-factor codes are rejected on %s', 'The six-digit codes are always rejected on %s. The clock of the device is set automatically.', 'urgent', '{login,security}', '{my new phone,the old tablet,a shared laptop,the authenticator app,my backup phone,a hardware key,the desktop app,my watch}',
   'Please use one of your recovery codes to get in and pair the device anew. The pairing from the old device cannot be moved.', 'I only have two recovery codes left. Pairing worked.', 'You can create fresh recovery codes under Security. I recommend doing that now.', 'Verified the identity by video call before talking about recovery.'),
  ('Wrong currency on %s', 'Prices on %s are shown in US dollars although our workspace is set to euro.', 'low', '{billing,bug}', '{the quote template,order 8817,the pricing page,receipts,the upgrade dialog,our statement,the mobile app,renewal mails}',
   'The amount charged is in euro, only the label is wrong. A fix will be part of the next release.', 'Good to know that we pay the right amount.', 'The label was fixed in this morning''s release.', null),
  ('Can we customise %s?', 'Our brand team would like to change %s. Is that possible, and on which plan?', 'low', '{how-to,branding}', '{the login page,e-mail footers,the invoice logo,status names,colours of the portal,the domain,ticket forms,the welcome mail}',
   'Yes, under Settings, Branding. Logo and colours are included in every plan; a domain of your own needs the Business plan.', 'Perfect, we are on Business already.', 'Then everything is unlocked for you. Have fun!', null),
  ('Attachment with %s cannot be opened', 'Since yesterday nobody here can open the file with %s, the viewer stays grey. Downloading it gives a file with zero bytes.', 'high', '{files,bug}', '{the signed contract,floor plans,test results,photos of the damage,the price list,delivery notes,the certificate,minutes}',
   'The upload was cut off and the broken file was kept. Could you upload it once more? We now refuse incomplete uploads.', 'Uploaded again and it opens. Thanks.', 'Thank you for the report; the check is live for everyone.', 'Upload ended at the proxy timeout. Raised to 120 s.'),
  ('API returns 429 when syncing %s', 'Our nightly job for %s is answered with 429 after about a minute. We send roughly five requests a second.', 'medium', '{api}', '{invoices,customers,stock,prices,calendar entries,users,tags,shipments}',
   'The limit is 100 requests a minute for a token. Please use the bulk endpoint, which takes 500 items at once; an example is in the documentation.', 'Rewritten to bulk, the job now takes eight seconds instead of an hour.', 'That is the kind of message we like to read.', null),
  ('Calendar shows %s on the wrong day', 'Entries for %s appear one day early for my colleague in Auckland. For me in Lisbon everything is right.', 'normal', '{calendar,bug}', '{deadlines,public holidays,on-call shifts,deliveries,all-day events,birthdays,maintenance windows,payroll}',
   'All-day entries were stored with a time. New ones are right from now on; old ones are corrected tonight.', 'Confirmed from Auckland: right day now.', 'Thank you for checking across the planet.', 'Root cause: midnight UTC stored for all-day entries.'),
  ('Request for a copy of %s', 'For our yearly review we need a current copy of %s. A PDF is fine.', 'low', '{compliance}', '{the data processing agreement,the SOC 2 report,the ISO certificate,the penetration test summary,the insurance proof,the list of sub-processors,the uptime report,the terms}',
   'You will find the current copy attached. It is valid until the end of the year.', 'Received, thank you very much.', 'You are welcome. We will send the next one without being asked.', null),
  ('Search does not find %s', 'Searching for %s gives no results although I can scroll to the entries by hand.', 'medium', '{search,bug}', '{part numbers,names with accents,archived projects,quoted phrases,Japanese text,e-mail addresses,old orders,file names}',
   'I can reproduce this. Entries from before the move had not been indexed. The index is being completed now.', 'About half of them turn up by now.', 'Indexing is complete, everything should be found.', 'Reindex job was stopped by the deploy on Friday.'),
  ('Duplicate charge on %s', 'We were charged twice for the same invoice on %s. Please refund one of the payments.', 'urgent', '{billing,refund}', '{the company card,our Visa,PayPal,direct debit,the Amex,the 3rd,the 15th,the last renewal}',
   'I am sorry. The second payment was an error of our payment provider. I started the refund; it takes up to five working days.', 'The refund has arrived.', 'Thank you for the confirmation, and for your patience.', 'Provider incident number is in the finance channel. Eleven customers affected, all refunded.'),
  ('Printer integration prints %s twice', 'Every label for %s comes out of the printer twice since we moved to the new driver.', 'normal', '{integration}', '{returns,express parcels,pallets,cold goods,samples,spare parts,letters,exports}',
   'Could you send me the log of the print agent? It lies in the folder "logs" beside the program.', 'The log is attached. I see the job listed two times.', 'The agent was installed twice, as a service and as a program. Remove one of them and it prints once.', 'Agent log shows two client ids from the same host.'),
  ('Question about retention of %s', 'How long do you keep %s, and can we shorten it for our workspace?', 'low', '{privacy,how-to}', '{deleted files,audit logs,chat messages,backups,closed tickets,recordings,form answers,access logs}',
   'By default 90 days; on Business you can choose between 7 and 365 days under Settings, Data.', 'We set it to 30 days. Does that apply to what is there already?', 'Yes, the next nightly run removes everything older.', null),
  ('Team members cannot see %s any more', 'After the reorganisation of our groups nobody but me can see %s. I did not change any permission on purpose.', 'high', '{permissions}', '{the shared drive,our roadmap,customer notes,templates,the budget,last year''s archive,the wiki,open positions}',
   'The group that had access was renamed and its link was lost. I can restore it; may I do that for you now?', 'Yes please, as soon as possible.', 'Access is restored. Renaming a group keeps its rights from the next release on.', 'Restored through the admin tool with the customer''s written consent in this thread.')
) as s (subject, description, priority, tags, variants, reply, answer, resolution, note);

create temporary table seed_plan as
select n, s.*,
  ('20000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
  (s.variants::text[])[1 + (n * 3) % 8] as variant,
  ('10000000-0000-4000-8000-' || lpad(
    (case when n % 6 = 1 then 1 when n % 7 = 2 then 2 else 6 + (n * 5) % 8 end)::text, 12, '0'))::uuid as customer,
  ('10000000-0000-4000-8000-' || lpad((case when n % 17 = 0 then 5 when n % 3 = 0 then 4 else 3 end)::text, 12, '0'))::uuid as agent,
  case
    when n <= 14 then case when n % 5 = 4 then 'in_progress' else 'open' end
    when n <= 70 then (array['open', 'in_progress', 'pending', 'on_hold', 'solved', 'in_progress', 'closed'])[1 + n % 7]
    else (array['closed', 'closed', 'solved', 'closed', 'solved', 'closed', 'solved', 'closed', 'solved', 'pending'])[1 + n % 10]
  end as state,
  date_trunc('second', now() - (n - 1) * interval '7 hours 11 minutes' - ((n * 37) % 90 + 6) * interval '1 minute') as opened
from generate_series(1, 200) n join seed_stories s on s.story = (n * 7) % 25;

create temporary table seed_times as
select p.*,
  p.state = 'open' and (p.n <= 14 or p.n % 2 = 0) as waiting,
  least(p.opened + ((p.n * 53) % 170 + 7) * interval '1 minute', now() - interval '4 minutes') as replied,
  least(p.opened + ((p.n * 53) % 170 + 90) * interval '1 minute', now() - interval '3 minutes') as answered,
  case when p.n between 15 and 34 then greatest(now() - p.n * interval '9 minutes', date_trunc('day', now(), 'UTC'))
    else least(p.opened + ((p.n * 11) % 60 + 5) * interval '1 hour', now() - interval '2 minutes') end as resolved
from seed_plan p;

with made as (
insert into public.tickets (id, subject, description, status, priority, created_by, customer_id, assigned_to, tag_keys, metadata,
  version, first_response_at, resolved_at, closed_at, created_at, updated_at)
select t.id, format(t.subject, t.variant), format(t.description, t.variant), t.state,
  case when t.n % 9 = 0 then 'normal' else t.priority end, t.customer, t.customer,
  case when not t.waiting then t.agent end, private.tag_keys(t.tags::text[], null), jsonb_build_object('source', case t.n % 3 when 0 then 'email' else 'portal' end),
  case when t.waiting then 1 else 2 + t.n % 4 end,
  case when not t.waiting then t.replied end,
  case when t.state in ('solved', 'closed') then t.resolved end,
  case when t.state = 'closed' then t.resolved end,
  t.opened,
  case when t.waiting then t.opened when t.state in ('solved', 'closed') then t.resolved else t.answered end
from seed_times t
on conflict (id) do nothing
returning id)
-- The desk has tagged them, not their customers.
insert into public.ticket_tags (ticket_id, tags)
select t.id, t.tags::text[] from seed_times t join made on made.id = t.id;

insert into public.comments (id, ticket_id, user_id, content, is_internal, author_name, author_role, created_at, updated_at)
select ('30000000-0000-4000-800' || c.part || '-' || lpad(t.n::text, 12, '0'))::uuid, t.id, p.id, c.content, c.hidden,
  p.name, p.role, c.at, c.at
from seed_times t
cross join lateral (values
  (1, t.agent, t.reply, false, t.replied, not t.waiting),
  (2, t.customer, t.answer, false, t.answered, not t.waiting and t.state <> 'in_progress'),
  (3, t.agent, t.resolution, false, t.resolved, t.state in ('solved', 'closed')),
  (4, t.agent, t.note, true, t.replied + interval '2 minutes', not t.waiting and t.n % 3 <> 1),
  (5, t.customer, 'Is there any news? This is still a problem for us.', false, t.opened + interval '5 hours',
    t.waiting and t.n > 14)
) as c (part, author, content, hidden, at, told)
join seed_people p on p.id = c.author
where c.told and c.content is not null
on conflict (id) do nothing;

insert into public.ticket_ratings (ticket_id, customer_id, agent_id, score, comment, created_at, updated_at)
select t.id, t.customer, t.agent, (array[5, 4, 5, 3, 5, 4, 5, 2, 4, 5, 1])[1 + t.n % 11],
  (array['Quick and friendly, thank you!', null, 'Solved with the first answer.', 'It took a while, but it works.', null, null,
    'Great explanation.', 'I had to ask twice.', null, 'Thank you!', 'The problem came back a day later.'])[1 + t.n % 11],
  t.resolved + interval '1 minute', t.resolved + interval '1 minute'
from seed_times t where t.state in ('solved', 'closed') and t.n % 5 <> 3
on conflict (ticket_id) do nothing;

insert into public.attachments (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by, created_at)
select t.id, c.id, f.name, f.type, f.size, t.id || '/' || f.path, coalesce(c.user_id, t.customer_id), t.created_at
from (values
  (7, null::integer, 'screenshot-of-the-empty-folder.png', 'image/png', 1145, '1763600000001-a1.png'),
  (6, null, 'error-details.txt', 'text/plain', 357, '1763600000002-b2.txt'),
  (15, 1, 'how-totals-are-calculated.pdf', 'application/pdf', 864, '1763600000003-c3.pdf'),
  (30, 1, 'guide-with-a-rather-long-file-name-so-that-the-layout-has-something-to-wrap.pdf', 'application/pdf', 864, '1763600000004-d4.pdf'),
  (11, null, 'screenshot.png', 'image/png', 1145, '1763600000005-e5.png'),
  (21, null, 'print-agent.txt', 'text/plain', 357, '1763600000006-f6.txt'),
  (33, 4, 'internal-trace.txt', 'text/plain', 357, '1763600000007-a7.txt'),
  (22, null, 'crash.png', 'image/png', 1145, '1763600000008-b8.png'),
  (46, null, 'print-agent.txt', 'text/plain', 357, '1763600000009-c9.txt')
) as f (n, part, name, type, size, path)
join public.tickets t on t.id = ('20000000-0000-4000-8000-' || lpad(f.n::text, 12, '0'))::uuid
left join public.comments c on c.id = ('30000000-0000-4000-800' || f.part || '-' || lpad(f.n::text, 12, '0'))::uuid
where f.part is null or c.id is not null
on conflict (storage_path) do nothing;

insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal, created_at)
select t.id, e.actor, e.kind, e.before, e.after, e.hidden, e.at
from seed_times t
cross join lateral (values
  (t.customer, 'created', null, null, false, t.opened, true),
  (t.agent, 'assigned_to', null, t.agent::text, false, t.replied, not t.waiting),
  (t.agent, 'status', 'open', 'in_progress', false, t.replied, not t.waiting and t.state <> 'open'),
  (t.agent, 'comment_added', null, null, false, t.replied, not t.waiting),
  (t.agent, 'note_added', null, null, true, t.replied + interval '2 minutes', not t.waiting and t.n % 3 <> 1 and t.note is not null),
  (t.agent, 'status', 'in_progress', t.state, false, t.answered, t.state in ('pending', 'on_hold')),
  (t.agent, 'status', 'in_progress', t.state, false, t.resolved, t.state in ('solved', 'closed'))
) as e (actor, kind, before, after, hidden, at, happened)
where e.happened and not exists (select from public.ticket_events old where old.ticket_id = t.id);

-- The triggers that write these were off.
select private.refresh_messages(array(select t.id from public.tickets t));
update public.tickets t set subject_key = private.sort_key(t.subject), assignee_key = private.sort_name(t.assigned_to),
  requester_key = private.sort_name(coalesce(t.customer_id, t.created_by));
-- Unread are the last week's answers to one's own tickets and a few new ones.
insert into private.read_before (user_id, at) select p.id, now() - interval '7 days' from seed_people p on conflict do nothing;
insert into private.ticket_reads (user_id, ticket_id, read_at)
select p.id, t.id, now() from seed_people p cross join public.tickets t
where p.role <> 'customer' and t.last_message_at > now() - interval '7 days' and t.assigned_to is distinct from p.id
  and (t.assigned_to is not null or t.number % 3 > 0)
on conflict do nothing;
select private.refresh_tagged_tickets(array(select g.ticket_id from public.ticket_tags g));
alter table public.tickets enable trigger user;
alter table public.comments enable trigger user;
alter table public.attachments enable trigger user;
-- The trigger that notes paths was off.
insert into private.recorded_paths (path, ticket_id)
select a.storage_path, a.ticket_id from public.attachments a on conflict do nothing;
alter table public.ticket_ratings enable trigger user;
select private.refresh_figures();

insert into public.macros (id, owner_id, is_shared, name, body, set_status, set_priority, add_tags, created_at, updated_at)
select ('40000000-0000-4000-8000-' || lpad(m.n::text, 12, '0'))::uuid,
  ('10000000-0000-4000-8000-' || lpad(m.owner::text, 12, '0'))::uuid, m.shared, m.name, m.body, m.status, m.priority,
  m.tags::text[], now() - interval '40 days', now() - interval '12 days'
from (values
  (1, 5, true, 'Ask for details', E'Hello {{customer.name}},\n\nthank you for your message. So that we can look into it, could you tell us:\n\n- what you did just before,\n- what you expected and what happened instead,\n- since when, and whether others see it too?\n\nA screenshot often helps. Your ticket is {{ticket.number}}.\n\nBest regards\n{{agent.name}}', 'pending', null, null),
  (2, 5, true, 'Reset link: use the newest mail', E'Hello {{customer.name}},\n\nplease request a reset link once more and use the newest mail only. Older links stop working as soon as a new one is sent.\n\nBest regards\n{{agent.name}}', 'pending', null, '{login}'),
  (3, 5, true, 'Refund started', E'Hello {{customer.name}},\n\nI am sorry for the trouble. The refund is on its way and takes up to five working days, depending on your bank. There is nothing more for you to do.\n\nBest regards\n{{agent.name}}', 'on_hold', null, '{refund,billing}'),
  (4, 5, true, 'Solved: anything else?', E'Hello {{customer.name}},\n\nI am glad that it works again. If anything else comes up, just answer here and the ticket opens again.\n\nBest regards\n{{agent.name}}', 'solved', null, null),
  (5, 5, true, 'Hand over to engineering', E'Hello {{customer.name}},\n\nI could reproduce this and have passed it on to our engineers together with your description. I will write to you as soon as I know more, within two working days at the latest.\n\nBest regards\n{{agent.name}}', 'on_hold', 'high', '{bug,engineering}'),
  (6, 3, true, 'No answer for a week', E'Hello {{customer.name}},\n\nwe have not heard from you for a week and hope that everything works by now. I am closing ticket {{ticket.number}}; simply answer to open it again.\n\nBest regards\n{{agent.name}}', 'closed', null, null),
  (7, 3, false, 'Call me back', E'Hello {{customer.name}},\n\nthis is easier on the phone. When would it suit you tomorrow between 9 and 16?\n\n{{agent.name}}', 'pending', null, null),
  (8, 4, false, 'Duplicate', E'Hello {{customer.name}},\n\nwe are already working on this in another of your tickets. I am closing this one, so that everything is in one place.\n\n{{agent.name}}', 'closed', null, '{duplicate}'),
  (9, 5, true, 'Devices / Start it anew', E'Hello {{customer.first_name|there}},\n\nplease start your {{ask:Which device?|phone|laptop|printer}} anew: {{ask:How?}}\n\nBest regards\n{{agent.name}}', 'pending', null, null)
) as m (n, owner, shared, name, body, status, priority, tags)
on conflict (id) do nothing;

insert into public.saved_views (id, owner_id, is_shared, name, filter, created_at, updated_at)
select ('50000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid,
  ('10000000-0000-4000-8000-' || lpad(v.owner::text, 12, '0'))::uuid, v.shared, v.name, v.filter::jsonb,
  now() - interval '40 days', now() - interval '12 days'
from (values
  (1, 5, true, 'Unassigned, most urgent first', '{"status": ["open"], "unassigned": true, "sort": "priority", "dir": "desc"}'),
  (2, 5, true, 'My open work', '{"assignee": "me", "status": ["in_progress"]}'),
  (3, 5, true, 'Waiting for the customer', '{"status": ["pending"], "dir": "asc"}'),
  (4, 5, true, 'Urgent', '{"priority": ["urgent"], "status": ["open"]}'),
  (5, 5, true, 'Billing', '{"tag": "billing"}'),
  (6, 3, false, 'My sign-in cases', '{"assignee": "me", "tag": "login"}'),
  (7, 3, false, 'Exports', '{"text": "export", "sort": "priority"}')
) as v (n, owner, shared, name, filter)
on conflict (id) do nothing;

drop table seed_times, seed_plan, seed_stories, seed_people;

-- The triggers that keep the search documents were off.
call private.rebuild_search();
