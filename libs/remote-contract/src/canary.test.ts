import { describe, expect, it } from 'vitest'
import { entryFor } from './canary'
import { releaseOf } from './testing'

const users = Array.from(
  { length: 10_000 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
)
const withCanary = (name: string, percent: number) =>
  releaseOf(name, { version: 'old', canary: { percent, release: releaseOf(name, { version: 'new' }) } })
const chosen = (name: string, percent: number) =>
  users.filter((user) => entryFor(withCanary(name, percent), user).version === 'new')

describe('entryFor', () => {
  it.each([1, 10, 50])('gives the canary to about %i %% of the users', (percent) => {
    expect(Math.abs(chosen('agent-workspace', percent).length / 100 - percent)).toBeLessThan(1.2)
  })

  it('gives it to nobody at 0 and to everyone at 100', () => {
    expect(chosen('agent-workspace', 0)).toEqual([])
    expect(chosen('agent-workspace', 100)).toHaveLength(users.length)
  })

  it('keeps the users of a smaller share in a larger one', () => {
    const larger = new Set(chosen('agent-workspace', 20))
    expect(chosen('agent-workspace', 10).filter((user) => !larger.has(user))).toEqual([])
  })

  it('chooses other users for another remote', () => {
    const other = new Set(chosen('customer-portal', 10))
    const both = chosen('agent-workspace', 10).filter((user) => other.has(user))
    expect(both.length).toBeLessThan(200)
  })

  it('gives the current release to visitors, and to everyone without a canary', () => {
    expect(entryFor(withCanary('agent-workspace', 100), null).version).toBe('old')
    expect(entryFor(releaseOf('agent-workspace'), users[0] ?? null)).toEqual(releaseOf('agent-workspace'))
  })

  it('keeps the release of the others as the first earlier one, and a remote disabled', () => {
    const entry = {
      ...withCanary('agent-workspace', 100),
      previous: [releaseOf('agent-workspace')],
      disabled: true,
    }
    expect(entryFor(entry, users[0] ?? null)).toMatchObject({
      version: 'new',
      previous: [{ version: 'old' }, { version: releaseOf('agent-workspace').version }],
      disabled: true,
    })
  })
})
