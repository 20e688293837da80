import { describe, expect, it } from 'vitest'
import { db } from './support/world'

/** Who may execute what in `public`. A function without a row here fails. */
const executable: Record<string, string[]> = {
  bulk_update_tickets: ['authenticated'],
  change_tag: ['authenticated'],
  claim_ticket: ['authenticated'],
  count_saved_views: ['authenticated'],
  count_tags: ['authenticated'],
  create_invite: ['authenticated'],
  create_invites: ['authenticated'],
  decide_proposal: ['authenticated'],
  end_my_session: ['authenticated'],
  end_user_sessions: ['authenticated'],
  export_tickets: ['authenticated'],
  find_similar_tickets: ['authenticated'],
  finish_notification: [],
  get_admin_dashboard: ['authenticated'],
  get_agent_performance_stats: ['authenticated'],
  get_customer_dashboard: ['authenticated'],
  get_queue_figures: ['authenticated'],
  get_report: ['authenticated'],
  get_ticket_detail: ['authenticated'],
  list_audit: ['authenticated'],
  list_invites: ['authenticated'],
  list_my_sessions: ['authenticated'],
  list_users: ['authenticated'],
  log_export: ['authenticated'],
  list_tags: ['authenticated'],
  next_ticket: ['authenticated'],
  propose_change: ['authenticated'],
  revoke_invite: ['authenticated'],
  save_draft: ['authenticated'],
  search_tickets: ['authenticated'],
  send_reply: ['authenticated'],
  set_user_active: ['authenticated'],
  set_user_role: ['authenticated'],
  take_assistant_turn: ['authenticated'],
  take_notifications: [],
  undo_bulk_update: ['authenticated'],
  verify_invite: ['anon', 'authenticated'],
}

/** What signed-in users may do with a table, and with which columns where that is narrowed. */
const granted: Record<string, Record<string, string[] | true>> = {
  attachments: {
    SELECT: true,
    DELETE: true,
    INSERT: ['comment_id', 'file_name', 'file_size', 'file_type', 'storage_path', 'ticket_id', 'uploaded_by'],
  },
  assistant_proposals: { SELECT: true },
  audit_log: { SELECT: true },
  comments: {
    SELECT: true,
    DELETE: true,
    INSERT: ['content', 'is_internal', 'request_id', 'ticket_id', 'user_id'],
    UPDATE: ['content'],
  },
  invites: { SELECT: true },
  notification_outbox: {},
  macros: {
    SELECT: true,
    DELETE: true,
    INSERT: ['add_tags', 'body', 'is_shared', 'name', 'owner_id', 'set_priority', 'set_status'],
    UPDATE: ['add_tags', 'body', 'is_shared', 'name', 'set_priority', 'set_status'],
  },
  profiles: { SELECT: true, UPDATE: ['name', 'preferences'] },
  saved_views: {
    SELECT: true,
    DELETE: true,
    INSERT: ['filter', 'is_shared', 'name', 'owner_id'],
    UPDATE: ['filter', 'is_shared', 'name'],
  },
  ticket_drafts: { SELECT: true },
  ticket_events: { SELECT: true },
  ticket_ratings: {
    SELECT: true,
    INSERT: ['comment', 'score', 'ticket_id'],
    UPDATE: ['comment', 'score'],
  },
  tickets: {
    SELECT: true,
    DELETE: true,
    INSERT: [
      'created_by',
      'customer_id',
      'description',
      'metadata',
      'priority',
      'request_id',
      'subject',
      'tags',
    ],
    UPDATE: [
      'assigned_to',
      'close_reason',
      'description',
      'metadata',
      'priority',
      'status',
      'subject',
      'tags',
    ],
  },
  workspace_settings: {
    SELECT: true,
    UPDATE: [
      'default_priority',
      'invite_days',
      'max_file_bytes',
      'max_files',
      'support_email',
      'workspace_name',
    ],
  },
}

describe('nothing is open by accident', () => {
  it('lets each role execute exactly the listed functions', async () => {
    const rows = await db<{ name: string; roles: string[] }[]>`
      select p.proname as name, array(
        select r.rolname::text from pg_roles r
        where r.rolname in ('anon', 'authenticated') and has_function_privilege(r.oid, p.oid, 'execute')
        order by 1) as roles
      from pg_proc p where p.pronamespace = 'public'::regnamespace`
    expect(Object.fromEntries(rows.map((row) => [row.name, row.roles]))).toEqual(executable)
  })

  it('keeps every private function from anonymous callers, and trigger functions from all', async () => {
    const rows = await db<{ name: string; anon: boolean; callable: boolean; trigger: boolean }[]>`
      select p.proname as name, has_function_privilege('anon', p.oid, 'execute') as anon,
        has_function_privilege('authenticated', p.oid, 'execute') as callable,
        p.prorettype = 'trigger'::regtype as trigger
      from pg_proc p where p.pronamespace = 'private'::regnamespace`
    expect(rows.filter((row) => row.anon)).toEqual([])
    expect(rows.filter((row) => row.trigger && row.callable)).toEqual([])
    const [usage] = await db`select has_schema_privilege('anon', 'private', 'usage') as anon`
    expect(usage).toEqual({ anon: false })
  })

  it('gives anonymous callers no table, view or sequence', async () => {
    const rows = await db`
      select c.relname, priv from pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate',
        'references', 'trigger']) priv
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
        and has_table_privilege('anon', c.oid, priv)`
    expect(rows).toEqual([])
    expect(
      await db`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
    ).toEqual([])
  })

  it('gives signed-in users exactly the listed verbs and columns', async () => {
    const rows = await db<{ table: string; verb: string; whole: boolean; columns: string[] }[]>`
      select c.relname as "table", verb, has_table_privilege('authenticated', c.oid, verb) as whole, array(
        select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and verb in ('SELECT', 'INSERT', 'UPDATE') and has_column_privilege('authenticated', c.oid, a.attnum, verb)
        order by 1) as columns
      from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) verb
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')`
    const actual: Record<string, Record<string, string[] | true>> = {}
    for (const { table, verb, whole, columns } of rows) {
      const verbs = (actual[table] ??= {})
      if (whole) verbs[verb] = true
      else if (columns.length) verbs[verb] = columns
    }
    expect(actual).toEqual(granted)
  })

  it('has row level security on every table, and a policy for every verb that is granted', async () => {
    const open = await db`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
    expect(open).toEqual([])
    const policies = await db<{ table: string; verb: string; roles: string[]; name: string }[]>`
      select tablename as "table", cmd as verb, roles::text[], policyname as name from pg_policies
      where schemaname = 'public'`
    for (const [table, verbs] of Object.entries(granted)) {
      const covered = policies.filter((policy) => policy.table === table)
      expect([...new Set(covered.map((policy) => policy.verb))].sort()).toEqual(Object.keys(verbs).sort())
      for (const policy of covered) {
        expect(policy.roles).toEqual(['authenticated'])
        expect(policy.name.startsWith(`${table}_${policy.verb.toLowerCase()}_`), policy.name).toBe(true)
      }
    }
  })

  it('describes every table and function, and pins search_path on every definer function', async () => {
    const silent = await db`
      select c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and obj_description(c.oid, 'pg_class') is null
      union all select p.proname from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and obj_description(p.oid, 'pg_proc') is null`
    expect(silent).toEqual([])
    const loose = await db`
      select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prosecdef and not coalesce(proconfig @> array['search_path=""'], false)`
    expect(loose).toEqual([])
  })

  it('has an index that begins with the columns of every foreign key', async () => {
    const missing = await db`
      select conrelid::regclass::text as "table", conname from pg_constraint f
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index i where i.indrelid = f.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey)`
    expect(missing).toEqual([])
  })

  it('has one bucket: private, 5 MB, the listed types', async () => {
    const buckets =
      await db`select id, public, file_size_limit::int, cardinality(allowed_mime_types) as types from storage.buckets`
    expect([...buckets]).toEqual([
      { id: 'ticket-attachments', public: false, file_size_limit: 5242880, types: 7 },
    ])
  })
})
