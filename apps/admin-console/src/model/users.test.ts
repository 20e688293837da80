import { describe, expect, it } from 'vitest'
import { roleChangeWarning, userFilterOf, withUserFilter } from './users'

const read = (search: string) => userFilterOf(new URLSearchParams(search))

describe('user filter in the URL', () => {
  it('is read and written', () => {
    const filter = { search: 'ann', role: 'agent', active: false } as const
    expect(read('q=ann&role=agent&active=no')).toEqual(filter)
    expect(withUserFilter(new URLSearchParams('x=1'), filter).toString()).toBe(
      'x=1&q=ann&role=agent&active=no',
    )
    expect(read('active=yes').active).toBe(true)
  })
  it('omits empty filters and ignores invalid ones', () => {
    const none = { search: '', role: undefined, active: undefined }
    expect(read('role=king&active=maybe')).toEqual(none)
    expect(withUserFilter(new URLSearchParams('q=a&role=agent&active=no'), none).toString()).toBe('')
  })
})

describe('roleChangeWarning', () => {
  it('warns before a demotion of your own account', () => {
    expect(roleChangeWarning(true, 'admin', 'agent')).toMatch(/your own account. As an agent you lose/)
    expect(roleChangeWarning(true, 'admin', 'customer')).toMatch(/your own account. As a customer you lose/)
    expect(roleChangeWarning(true, 'admin', 'admin')).toBeNull()
  })
  it('names the consequences for other users', () => {
    expect(roleChangeWarning(false, 'agent', 'admin')).toMatch(/full access/)
    expect(roleChangeWarning(false, 'agent', 'customer')).toMatch(/queue/)
    expect(roleChangeWarning(false, 'customer', 'agent')).toBeNull()
    expect(roleChangeWarning(false, 'admin', 'agent')).toBeNull()
  })
})
