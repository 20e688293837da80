import { describe, expect, it } from 'vitest'
import { db } from '../support/backend'

const inlined =
  'inlined into each row of a change, which a setting would prevent; its names have their schemas'

/**
 * The rules of Supabase's linter (splinter), each as a query for violations. Accepted violations are listed with a
 * reason; one that no longer occurs fails as well.
 */
const rules: { name: string; query: string; accepted?: Record<string, string> }[] = [
  {
    name: '0001 unindexed_foreign_keys',
    query: `select conrelid::regclass || '.' || conname as name from pg_constraint f
      where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace) and not exists (
        select from pg_index i where i.indrelid = f.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey)`,
    accepted: {
      'tickets.tickets_merged_into_fkey':
        'its index leaves out the tickets without a value, which are nearly all',
    },
  },
  {
    name: '0002 auth_users_exposed',
    query: `select v.oid::regclass::text as name from pg_class v join pg_rewrite r on r.ev_class = v.oid
      join pg_depend d on d.objid = r.oid and d.refobjid = 'auth.users'::regclass
      where v.relkind in ('v', 'm') and v.relnamespace = 'public'::regnamespace`,
  },
  {
    name: '0003 auth_rls_initplan: auth.*() and role helpers without arguments run once, not for every row',
    query: `select policyname as name from pg_policies,
        unnest(array[qual, with_check]) expression,
        regexp_replace(lower(expression), '\\(\\s*select\\s+(auth|private)\\.(uid|jwt|role|email|current_role|can_[a-z_]+)\\(\\)', '', 'g') rest
      where schemaname in ('public', 'storage')
        and rest ~ '(auth\\.(uid|jwt|role|email)|current_role|can_[a-z_]+)\\(\\)'`,
  },
  {
    name: '0004 no_primary_key',
    query: `select c.oid::regclass::text as name from pg_class c
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    accepted: {
      'private.figure_changes': 'rows are added up and deleted all at once, never one of them',
      'private.recent_writes':
        'holds a minute of counts, unlogged, so never replicated; rows are told apart by nothing',
    },
  },
  {
    name: '0006 multiple_permissive_policies',
    query: `select tablename || ' ' || cmd as name from pg_policies p
      where schemaname in ('public', 'storage') and permissive = 'PERMISSIVE' group by 1 having count(*) > 1`,
  },
  {
    name: '0007 policy_exists_rls_disabled',
    query: `select distinct c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid where not c.relrowsecurity`,
  },
  {
    name: '0008 rls_enabled_no_policy',
    query: `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid)`,
    accepted: { notification_outbox: 'for the service alone: nobody has a grant, nobody needs a policy' },
  },
  {
    name: '0009 duplicate_index',
    query: `select a.indexrelid::regclass::text as name from pg_index a join pg_index b
        on a.indrelid = b.indrelid and a.indexrelid > b.indexrelid
        and a.indkey = b.indkey and a.indclass = b.indclass and a.indoption = b.indoption
        and coalesce(pg_get_expr(a.indexprs, a.indrelid), '') = coalesce(pg_get_expr(b.indexprs, b.indrelid), '')
        and coalesce(pg_get_expr(a.indpred, a.indrelid), '') = coalesce(pg_get_expr(b.indpred, b.indrelid), '')
      join pg_class c on c.oid = a.indrelid where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  },
  {
    name: '0010 security_definer_view',
    query: `select relname as name from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      and not coalesce(reloptions::text ~ 'security_invoker=(on|true)', false)`,
  },
  {
    name: '0011 function_search_path_mutable',
    query: `select p.oid::regprocedure::text as name from pg_proc p
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'gate'::regnamespace)
        and not coalesce(proconfig::text ~ 'search_path=', false)`,
    accepted: {
      ...Object.fromEntries(
        ['all_of', 'any_of', 'phrase_of'].map((name) => [
          `private.${name}(tsquery)`,
          'an aggregate has no settings; its function is named with its schema',
        ]),
      ),
      'private.context(private.context_field)': inlined,
      'private.current_batch()': inlined,
      'private.notification_kinds()': 'a list of constants, inlined into what reads it',
    },
  },
  {
    name: '0013 rls_disabled_in_public',
    query: `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relrowsecurity`,
  },
  {
    name: '0014 extension_in_public',
    query: `select extname as name from pg_extension where extnamespace = 'public'::regnamespace`,
  },
  {
    name: '0015 rls_references_user_metadata',
    query: `select policyname as name from pg_policies
      where coalesce(qual, '') || coalesce(with_check, '') ~* '(user_metadata|raw_user_meta_data)'`,
  },
  {
    name: '0015b no function decides by user metadata: only those that write it mention it',
    query: `select p.proname as name from pg_proc p
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc ~* '(user_metadata|raw_user_meta_data)'`,
    accepted: {
      accept_invite: 'writes the display copy of the role into it',
      bound_user_metadata: 'refuses what is too large or too deep',
      consume_invite: 'takes the invite token out of it at sign-up',
      create_profile: 'takes the display name from it at sign-up',
      create_requester: 'writes the display name that staff have entered into it',
      forget_unproven_sign_up: 'takes what a stranger may have typed out of it',
      guard_name: 'takes the end of a display name from it that the mark had cut off',
      scrub_metadata: 'writes the display copy of the role into it',
    },
  },
  {
    name: '0016 materialized_view_in_api, 0017 foreign_table_in_api',
    query: `select relname as name from pg_class where relkind in ('m', 'f') and relnamespace = 'public'::regnamespace`,
  },
  {
    name: '0018 unsupported_reg_types',
    query: `select a.attrelid::regclass || '.' || attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and atttypid in ('regproc'::regtype, 'regclass'::regtype, 'regtype'::regtype, 'regrole'::regtype, 'oid'::regtype) and attnum > 0`,
  },
  {
    name: '0021 fkey_to_auth_unique: foreign keys to auth point to a primary key',
    query: `select conname as name from pg_constraint f where contype = 'f' and connamespace = 'public'::regnamespace
      and confrelid in (select oid from pg_class where relnamespace = 'auth'::regnamespace)
      and not exists (select from pg_constraint k where k.conrelid = f.confrelid and k.contype = 'p' and k.conkey = f.confkey)`,
  },
  {
    name: '0024 policy_always_true',
    query: `select policyname as name from pg_policies where schemaname in ('public', 'storage')
      and (btrim(qual, '() ') = 'true' or btrim(with_check, '() ') = 'true')`,
  },
  {
    name: '0025 public_bucket_allows_listing',
    query: `select id as name from storage.buckets where public`,
  },
  {
    name: '0028 anon_security_definer_function_executable',
    query: `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and prosecdef
      and has_function_privilege('anon', p.oid, 'execute')`,
    accepted: {
      end_session: 'for whoever holds the id of a session, which ends it: signed out while offline',
      get_rating_link: 'for whoever holds the token of a mail, which reads the number of a solved ticket',
      rate_by_link: 'for whoever holds the token of a mail, which rates one solved ticket',
      get_subscription: 'for whoever holds the token of a mail, which reads one choice of its recipient',
      set_subscription: 'for whoever holds the token of a mail, which changes one choice of its recipient',
      prepare_invited_sign_up: 'for whoever holds a valid invite token, before there is an account',
      support_address: 'made to be known: whoever cannot sign in needs it most',
      workspace_identity: 'the sign-in pages show name, logo and color',
      verify_invite: 'who was invited has no account yet; it answers for the token given and nothing else',
    },
  },
  {
    name: '0029 a definer function for signed-in users checks its caller',
    query: `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and prosecdef
      and has_function_privilege('authenticated', p.oid, 'execute')
      and prosrc !~ '(private\\.(can_[a-z_]+|current_role|owns_ticket)\\(|auth\\.uid\\(\\))'`,
    accepted: {
      end_session: 'for anybody who holds the id of a session',
      get_mail_channel: 'private.require_admin checks it',
      link_tickets: 'private.change_links checks it',
      list_mails: 'private.require_admin checks it',
      get_rating_link: 'for anybody who holds the token of a mail',
      get_subscription: 'for anybody who holds the token of a mail',
      set_subscription: 'for anybody who holds the token of a mail',
      prepare_invited_sign_up: 'for anybody who holds a token',
      retry_mail: 'private.require_admin checks it',
      support_address: 'for everybody',
      undo_bulk_update: 'private.undo_batch checks it',
      unlink_tickets: 'private.change_links checks it',
      workspace_identity: 'for everybody',
      verify_invite: 'for anybody who holds a token',
    },
  },
  {
    name: 'statistics of what people wrote: the planner keeps no sample of texts that policies hide',
    query: `select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
        and a.atttypid = 'text'::regtype and a.attstattarget is distinct from 0
        and (has_column_privilege('authenticated', c.oid, a.attnum, 'select'))
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
          and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= ANY \\(')`,
    accepted: {
      'workspace_settings.mail_signature': 'one row that everybody reads',
      'workspace_settings.workspace_name': 'one row that everybody reads',
      'workspace_settings.support_email': 'one row that everybody reads',
      'workspace_settings.ticket_prefix': 'one row that everybody reads',
      'workspace_settings.accent_color': 'one row that everybody reads',
      'workspace_settings.logo': 'one row that everybody reads',
      'workspace_settings.time_zone': 'one row that everybody reads',
    },
  },
]

describe('splinter', () => {
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_, { query, accepted = {} }) => {
    const rows = await db.unsafe<{ name: string }[]>(query)
    const found = [...new Set(rows.map(({ name }) => name))].sort()
    expect(found).toEqual(Object.keys(accepted).sort())
  })
})
