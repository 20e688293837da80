/** A change of one token in a function. `from` must occur exactly once in its definition. */
export interface FunctionMutant {
  function: string
  from: string
  to: string
  /** Test files that should fail, as parts of their paths. */
  tests: string[]
}

export const functionMutants: readonly FunctionMutant[] = [
  {
    function: 'private.stamp_ticket',
    from: "new.closed_at := coalesce(new.closed_at, case when tg_op = 'UPDATE' then old.closed_at end, now());",
    to: 'new.closed_at := now();',
    tests: ['tests/tickets', 'close-reason', 'bulk-updates'],
  },
  {
    function: 'private.stamp_ticket',
    from: 'new.version := old.version + 1;',
    to: 'new.version := old.version;',
    tests: ['tests/tickets', 'send-reply', 'staff-races'],
  },
  {
    function: 'private.stamp_ticket',
    from: "if new.status in ('solved', 'closed') then",
    to: "if new.status in ('closed') then",
    tests: ['tests/tickets', 'dashboards', 'reports'],
  },
  {
    function: 'public.next_ticket',
    from: 't.priority_rank desc, t.created_at, t.id',
    to: 't.priority_rank desc, t.created_at desc, t.id',
    tests: ['claim-tickets'],
  },
  {
    function: 'public.next_ticket',
    from: "t.status = 'open'",
    to: "t.status <> 'closed'",
    tests: ['claim-tickets'],
  },
  {
    function: 'public.claim_ticket',
    from: 'and t.assigned_to is null',
    to: '',
    tests: ['claim-tickets', 'staff-races'],
  },
  {
    function: 'private.owns_ticket',
    from: 't.customer_id = (select auth.uid())',
    to: 'true',
    tests: ['attacks', 'comments'],
  },
  {
    function: 'private.guard_ticket_update',
    from: 'private.can_update_ticket(old.assigned_to)',
    to: 'private.can_update_ticket(me)',
    tests: ['tests/tickets', 'bulk-updates'],
  },
  {
    function: 'private.guard_comment_edit',
    from: "interval '15 minutes'",
    to: "interval '16 minutes'",
    tests: ['comment-edits'],
  },
]
