-- The fields of a ticket whose changes are in its history or can be undone, in one list: the history, undo, the live
-- feed and the steps before and after a change of a ticket read it.
create function private.tracked_fields() returns table (name text, history text, undo text)
language sql immutable set search_path = '' as $$
  values
    ('subject', 'public', null),
    ('description', 'no values', null),
    ('status', 'public', 'change'),
    ('priority', 'public', 'change'),
    ('assigned_to', 'public', 'change'),
    ('customer_id', 'public', null),
    ('snoozed_until', 'staff', 'change'),
    ('merged_into', null, 'change'),
    ('merged_at', null, 'restored'),
    -- Both are written by set_ticket_tags: in a ticket, the column has the tags given at creation.
    ('tags', 'staff', 'restored'),
    ('closed_at', null, 'restored'),
    ('resolved_at', null, 'restored'),
    ('close_reason', null, 'restored')
$$;
comment on function private.tracked_fields() is
  'history: null, or who sees the events of the field, which has its name as kind: public, staff, or no values for all '
  'without its values. undo: change when a change of the field can be undone, restored when only an undo of others '
  'restores it.';
grant execute on function private.tracked_fields() to authenticated, service_role;

create function private.event_kinds() returns text[]
language sql immutable set search_path = '' as $$
  select array['created', 'taken_over', 'comment_added', 'comment_edited', 'comment_deleted', 'note_added',
    'note_edited', 'note_deleted', 'attachment_added', 'attachment_deleted', 'rated', 'delivery_failed',
    'file_refused', 'copies_left_out', 'copies_removed', 'not_sent_on', 'auto_reply', 'unverified_auto_reply',
    'merged_into', 'merge', 'linked', 'unlinked', 'reply_scheduled', 'reply_cancelled']
    || array(select f.name from private.tracked_fields() f where f.history is not null)
$$;
comment on function private.event_kinds() is 'The kinds of ticket_events: fields, and what else happens to a ticket.';
grant execute on function private.event_kinds() to authenticated, service_role;

-- In plpgsql, which keeps its plan: each change of a ticket asks.
create function private.changed_fields(old public.tickets, new public.tickets)
returns table (name text, history text, undo text, before text, after text)
language plpgsql immutable set search_path = '' as $$
begin
  return query
    select f.name, f.history, f.undo, o.ticket ->> f.name, n.ticket ->> f.name
    from private.tracked_fields() f, to_jsonb(old) o (ticket), to_jsonb(new) n (ticket)
    where o.ticket -> f.name is distinct from n.ticket -> f.name;
end
$$;
comment on function private.changed_fields(public.tickets, public.tickets) is
  'The tracked fields that a change of a ticket gave another value, with their values as text.';

create function private.set_fields(target uuid, fields jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  -- Only these: what the release before saved for an undo has all columns, and some are generated.
  columns constant text := (select string_agg(f.name, ', ') from private.tracked_fields() f
    where f.undo is not null and fields ? f.name);
begin
  execute 'update public.tickets t set (' || columns || ') = (select ' || columns
    || ' from jsonb_populate_record(null::public.tickets, $2)) where t.id = $1' using target, fields;
end
$$;
comment on function private.set_fields(uuid, jsonb) is
  'Sets those fields of a ticket that an undo sets or restores, under the rights of the caller.';
