import { describe, expect, it } from 'vitest'
import { parseRegistry } from './registry'
import { portalOf, releaseOf } from './testing'

describe('parseRegistry', () => {
  it('reads remotes with earlier releases, a canary and switches', () => {
    const entry = {
      ...releaseOf('knowledge-base'),
      previous: [releaseOf('knowledge-base', { version: '0.0.9-1' })],
      canary: { percent: 10, release: releaseOf('knowledge-base', { version: '0.2.0-1' }) },
      disabled: true,
    }
    const portal = { ...portalOf(entry), serial: 3, issued: 'a', expires: 'b', signature: 'c' }
    expect(parseRegistry(portal)).toEqual({ ...portal, broken: {} })
  })

  it.each([
    ['a missing key', { supabase: { url: 'http://127.0.0.1' } }, 'supabase.publishableKey'],
    [
      'an empty key',
      { supabase: { url: 'http://127.0.0.1', publishableKey: '' } },
      'supabase.publishableKey',
    ],
    ['an invalid address', { supabase: { url: 'here', publishableKey: 'k' } }, 'supabase.url'],
    ['missing remotes', { remotes: undefined }, 'remotes'],
  ])('rejects %s and names the place', (_, change, place) => {
    expect(() => parseRegistry({ ...portalOf(), ...change })).toThrow(`not valid: ${place}`)
  })

  it.each([
    ['no version', { version: undefined }, 'version'],
    ['another name than its key', { name: 'other' }, 'name'],
    ['an entry outside its folder', { entry: '../remoteEntry.js' }, 'entry'],
    ['an entry elsewhere', { entry: 'https://example.com/a.js' }, 'entry'],
    ['a base without a final slash', { base: '/remotes/a' }, 'base'],
    ['a base on another host by accident', { base: '//example.com/' }, 'base'],
    ['a weak hash', { files: { 'a.js': 'md5-x' } }, 'files.a.js'],
    [
      'a range that cannot be compared',
      { needs: { react: { range: '>=19', names: [] } } },
      'needs.react.range',
    ],
    ['an unknown role', { mounts: [{ path: '/a', roles: ['owner'] }] }, 'mounts.0.roles.0'],
  ])('drops a remote with %s alone', (_, change, reason) => {
    const { remotes, broken } = parseRegistry(
      portalOf(releaseOf('good'), { ...releaseOf('bad'), ...change, key: 'bad' }),
    )
    expect(Object.keys(remotes)).toEqual(['good'])
    expect(broken).toMatchObject({ bad: { reason } })
  })

  it('keeps the mounts of a broken remote, so that its paths can tell', () => {
    const mounts = [{ path: '/kb', roles: ['agent' as const] }]
    const portal = portalOf({ ...releaseOf('bad', { mounts }), entry: '' })
    expect(parseRegistry(portal).broken).toEqual({ bad: { reason: 'entry', mounts } })
  })

  it('drops invalid earlier releases and canaries without their remote', () => {
    const good = releaseOf('a', { version: '0.0.9-1' })
    const portal = portalOf({
      ...releaseOf('a'),
      previous: [{ ...good, contract: 'one' }, good, null],
      canary: { percent: 200, release: good },
    })
    expect(parseRegistry(portal)).toMatchObject({
      remotes: { a: { previous: [good], canary: undefined } },
      broken: {},
    })
  })
})
