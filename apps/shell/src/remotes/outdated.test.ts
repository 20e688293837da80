import { releaseOf } from '@helpdesk/remote-contract/testing'
import { describe, expect, it } from 'vitest'
import { outdatedRemotes } from './outdated'

const one = releaseOf('agent-workspace', { version: '1' })
const two = releaseOf('agent-workspace', { version: '2' })
const other = releaseOf('customer-portal')
const remotes = (entry: typeof one | null) => ({
  'customer-portal': other,
  ...(entry && { 'agent-workspace': entry }),
})
const state = (loaded: typeof one | null, latest: typeof one | null) =>
  outdatedRemotes(remotes(loaded), remotes(latest), 'user').get('agent-workspace')

describe('outdatedRemotes', () => {
  it('finds nothing in an unchanged registry', () => {
    expect(outdatedRemotes(remotes(one), remotes(one), 'user').size).toBe(0)
  })

  it('finds another release, of this remote only', () => {
    expect([...outdatedRemotes(remotes(one), remotes(two), 'user')]).toEqual([['agent-workspace', '2']])
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
})
