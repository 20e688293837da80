import type { Preferences } from '@helpdesk/auth'
import { releaseOf } from '@helpdesk/remote-contract/testing'
import { expect, it } from 'vitest'
import { toRemembered } from './remember-start'

const HASH = `sha384-${'A'.repeat(64)}`
const supabase = { url: 'http://127.0.0.1:4200', publishableKey: 'sb_publishable_x' }

it('remembers only files with a hash, which the next page load can compare', () => {
  const remote = releaseOf('customer-portal', {
    mounts: [{ path: '/tickets', roles: ['customer'] }],
    files: { 'remoteEntry.js': HASH, 'list.js': HASH, 'preview.js': HASH },
    start: ['remoteEntry.js', 'unlisted.js'],
    routes: [
      { path: '/tickets', files: ['list.js', 'gone.js'], template: 'preview.js' },
      { path: '/tickets/new', files: [], template: 'gone.js' },
    ],
  })
  const { remotes } = toRemembered(
    { remotes: { 'customer-portal': remote }, broken: {} },
    supabase,
    'user',
    'customer',
  )
  expect(remotes).toMatchObject([
    {
      start: [['/remotes/customer-portal/remoteEntry.js', HASH]],
      routes: [
        {
          files: [['/remotes/customer-portal/list.js', HASH]],
          preview: ['/remotes/customer-portal/preview.js', HASH],
        },
        { files: [], preview: undefined },
      ],
    },
  ])
})

it('remembers only the remotes of the role', () => {
  const remote = releaseOf('admin-console', { mounts: [{ path: '/admin', roles: ['admin'] }] })
  const registry = { remotes: { 'admin-console': remote }, broken: {} }
  expect(toRemembered(registry, supabase, 'user', 'customer').remotes).toEqual([])
})

it.each([
  [undefined, {}],
  [{ density: 'comfortable' }, {}],
  [{ density: 'compact' }, { density: 'compact' }],
  [{ columns: { unassigned: [{ id: 'subject' }] } }, { ownColumns: ['unassigned'] }],
] as const)('remembers of the preferences %j what the rows before the app need', (preferences, expected) => {
  const remembered = toRemembered(
    { remotes: {}, broken: {} },
    supabase,
    'user',
    'agent',
    preferences as Preferences,
  )
  expect(Object.keys(remembered).sort()).toEqual(
    ['home', 'remotes', 'role', 'supabase', 'userId', ...Object.keys(expected)].sort(),
  )
  expect(remembered).toMatchObject(expected)
})
