import type { RegistryEntry } from '@helpdesk/remote-contract/registry'
import { releaseOf } from '@helpdesk/remote-contract/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { outdatedParts } from './outdated'
import { remotesFor } from './registry-state'
import { runningReleases } from './running-releases'

const one = releaseOf('agent-workspace', { version: '1' })
const two = releaseOf('agent-workspace', { version: '2' })
const other = releaseOf('customer-portal')
const listed = (entry: RegistryEntry | null, shell?: string) =>
  remotesFor(
    {
      remotes: { 'customer-portal': other, ...(entry && { 'agent-workspace': entry }) },
      broken: {},
      ...(shell && { shell: { version: shell } }),
    },
    'user',
  )
const state = (loaded: RegistryEntry | null, latest: RegistryEntry | null) =>
  outdatedParts(listed(loaded), listed(latest), {}).get('agent-workspace')

afterEach(() => runningReleases.clear())

describe('outdatedParts', () => {
  it('finds nothing in an unchanged registry', () => {
    expect(outdatedParts(listed(one, '1'), listed(one, '1'), {}).size).toBe(0)
  })

  it('finds another release, of this remote only', () => {
    expect([...outdatedParts(listed(one), listed(two), {})]).toEqual([['agent-workspace', '2']])
  })

  it('finds another shell, also the first one that is listed', () => {
    expect([...outdatedParts(listed(one, '1'), listed(one, '2'), {})]).toEqual([['shell', '2']])
    expect([...outdatedParts(listed(one), listed(one, '2'), {})]).toEqual([['shell', '2']])
    expect(outdatedParts(listed(one, '1'), listed(one), {}).size).toBe(0)
  })

  it('finds a remote that was disabled, enabled or added', () => {
    expect(state(one, { ...one, disabled: true })).toBe('disabled')
    expect(state({ ...one, disabled: true }, one)).toBe('1')
    expect(state(null, one)).toBe('1')
  })

  it('finds a canary for its users only', () => {
    expect(state(one, { ...one, canary: { percent: 100, release: two } })).toBe('2')
    expect(state(one, { ...one, canary: { percent: 0, release: two } })).toBeUndefined()
  })

  it('finds nothing when the canary of this user is promoted', () => {
    expect(state({ ...one, canary: { percent: 100, release: two } }, two)).toBeUndefined()
  })

  it('keeps a remote that vanished from the registry', () => {
    expect(state(one, null)).toBeUndefined()
  })

  it('ignores a release that waits for a newer shell', () => {
    const ahead = { ...two, contract: 99 }
    expect(state(one, { ...ahead, previous: [one] })).toBeUndefined()
    expect(state(one, { ...ahead, previous: [] })).toBeUndefined()
    const between = releaseOf('agent-workspace', { version: '1.5' })
    expect(state(one, { ...ahead, previous: [between, one] })).toBe('1.5')
  })

  it('compares with the release that runs, not with the one that was listed', () => {
    runningReleases.add(one)
    expect(state(two, two)).toBe('2')
    runningReleases.add(two)
    expect(state(one, two)).toBeUndefined()
  })
})
