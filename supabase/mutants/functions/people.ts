import type { FunctionMutant } from './function-mutant'

/** Invites, roles, sessions and the audit log. */
export const people: readonly FunctionMutant[] = [
  {
    function: 'private.pending_invite',
    from: "and p.role = 'admin' and p.deactivated_at is null",
    to: '',
    tests: ['sign-up', 'accept-invite', 'invited-addresses', 'account-lifecycle', 'former-staff'],
  },
  {
    function: 'private.pending_invite',
    from: 'and i.expires_at > now()',
    to: '',
    tests: ['accept-invite'],
  },
  {
    function: 'private.redeem_invite',
    from: 'and i.email = lower(redeem_invite.address)',
    to: '',
    tests: ['sign-up', 'accept-invite', 'invited-addresses', 'attacks/identity'],
  },
  {
    function: 'private.redeem_invite',
    from: 'i.used_at is null and',
    to: '',
    tests: ['sign-up', 'accept-invite', 'invited-addresses', 'attacks/races'],
  },
  {
    function: 'private.redeem_invite',
    from: 'and i.revoked_at is null',
    to: '',
    tests: ['sign-up', 'accept-invite', 'invited-addresses', 'account-lifecycle'],
  },
  {
    function: 'private.redeem_invite',
    from: 'and i.expires_at > now()',
    to: '',
    tests: ['sign-up', 'accept-invite', 'invited-addresses', 'account-lifecycle'],
  },
  {
    function: 'private.redeem_invite',
    from: 'and p.deactivated_at is null',
    to: '',
    tests: ['sign-up', 'accept-invite', 'invited-addresses', 'account-lifecycle', 'former-staff'],
  },
  {
    function: 'private.revoke_invites_of_person',
    from: 'or i.email = lower(new.email)',
    to: '',
    tests: ['accept-invite', 'invited-addresses', 'account-lifecycle', 'manage-users', 'former-staff'],
  },
  {
    function: 'public.create_invite',
    from: 'private.role_rank(known.role) >= ',
    to: 'private.role_rank(known.role) > ',
    tests: ['sign-up', 'accept-invite', 'invited-addresses'],
  },
  {
    function: 'public.accept_invite',
    from: "delete from auth.sessions s where s.user_id = me.id and s.id::text is distinct from auth.jwt() ->> 'session_id';",
    to: '',
    tests: ['accept-invite', 'account-lifecycle'],
  },
  {
    function: 'private.audit_profile',
    from: '(new.deactivated_at is null) is distinct from (old.deactivated_at is null)',
    to: 'false',
    tests: ['audit-log', 'manage-users', 'list-audit'],
  },
  {
    function: 'private.audit_invite',
    from: 'new.used_at is not null and old.used_at is null',
    to: 'false',
    tests: ['audit-log', 'accept-invite', 'list-audit', 'sign-up'],
  },
  {
    function: 'private.audit_invite',
    from: 'new.revoked_at is not null and old.revoked_at is null',
    to: 'false',
    tests: ['audit-log', 'list-audit'],
  },
  {
    function: 'public.log_export',
    from: 'or row_count < 0',
    to: '',
    tests: ['audit-log', 'reports', 'list-audit'],
  },
  {
    function: 'private.audit',
    from: 'private.name_of((select auth.uid()))',
    to: "''",
    tests: ['audit-log', 'list-audit'],
  },
  {
    function: 'public.end_my_session',
    from: 'and s.user_id = auth.uid()',
    to: '',
    tests: ['sessions'],
  },
  {
    function: 'private.consume_invite',
    from: "(coalesce(new.raw_user_meta_data, '{}'::jsonb) - 'invite_token')",
    to: "coalesce(new.raw_user_meta_data, '{}'::jsonb)",
    tests: ['sign-up', 'accept-invite', 'attacks/identity'],
  },
  {
    function: 'private.keep_one_admin',
    from: ' and private.is_confirmed(p.id)',
    to: '',
    tests: ['manage-users', 'first-admin'],
  },
  {
    function: 'private.keep_one_admin',
    from: 'p.id <> target and',
    to: '',
    tests: ['manage-users'],
  },
  {
    function: 'public.set_user_role',
    from: "if new_role <> 'admin' then",
    to: 'if false then',
    tests: ['manage-users'],
  },
  {
    function: 'public.take_assistant_turn',
    from: 'used >= 20',
    to: 'used >= 21',
    tests: ['assistant.'],
  },
]
