import { describe, expect, it } from 'vitest'
import { buildRow } from '@helpdesk/tickets/testing/build-row'
import { afterChange, heldByOthers } from './bulk'
import { targetsOf } from './targets'

describe('afterChange', () => {
  const row = { id: 'a', status: 'open', priority: 'low', assigned_to: null } as const

  it('applies the change and keeps other fields', () => {
    expect(afterChange(row, { priority: 'high' }, 'me')).toEqual({ ...row, priority: 'high' })
    expect(afterChange({ ...row, assigned_to: 'you' }, { assigned_to: null }, 'me')).toEqual(row)
    expect(afterChange(row, { add_tags: ['x'] }, 'me')).toEqual(row)
  })

  it('sets in progress when an open ticket is assigned, or when you claim any', () => {
    const status = (
      before: string | null,
      to: string | null,
      change = {},
      from: 'open' | 'on_hold' = 'open',
    ) =>
      afterChange({ ...row, status: from, assigned_to: before }, { assigned_to: to, ...change }, 'me').status
    expect(status(null, 'me')).toBe('in_progress')
    expect(status(null, 'me', {}, 'on_hold')).toBe('in_progress')
    expect(status(null, 'you')).toBe('in_progress')
    expect(status(null, 'you', {}, 'on_hold')).toBe('on_hold')
    expect(status('you', null)).toBe('open')
    expect(status(null, 'me', { status: 'pending' })).toBe('pending')
  })

  it('does not leave the name of the assignee before', () => {
    const named = { ...row, assigned_to: 'you', assignee_name: 'You', assignee_email: 'you@example.com' }
    const change = { assigned_to: 'bo', assignee_name: 'Bo Busy' }
    expect(afterChange(named, change, 'me')).toMatchObject({ assigned_to: 'bo', assignee_name: 'Bo Busy' })
    expect(afterChange(named, { take_over: true }, 'me').assignee_name).toBeUndefined()
    expect(afterChange(named, { priority: 'high' }, 'me').assignee_name).toBe('You')
  })

  it('assigns a ticket that is taken over', () => {
    expect(afterChange({ ...row, assigned_to: 'you' }, { take_over: true }, 'me')).toEqual({
      ...row,
      assigned_to: 'me',
      status: 'in_progress',
    })
  })
})

describe('targets of a bulk change', () => {
  const me = { id: 'me', role: 'agent' } as const
  const held = (assigned_to: string | null, agentsUpdate?: 'own' | 'all') =>
    heldByOthers(me, [{ id: 'a', assigned_to }], agentsUpdate).length

  it('are held by a colleague unless agents may update all tickets', () => {
    expect([held(null), held('me'), held('you'), held('you', 'all')]).toEqual([0, 0, 1, 0])
    expect(heldByOthers({ ...me, role: 'admin' }, [{ id: 'a', assigned_to: 'you' }], 'own')).toEqual([])
    expect(heldByOthers(me, [{ id: 'not loaded' }], 'own')).toEqual([])
  })

  it('include selected tickets that are not loaded', () => {
    const loaded = [buildRow(0), buildRow(1)]
    expect(targetsOf(new Set(['x', buildRow(1).id]), loaded)).toEqual([buildRow(1), { id: 'x' }])
    const held = { id: 'x', number: 1042, assigned_to: 'you' }
    expect(targetsOf(new Set(['x', 'y']), loaded, [held])).toEqual([held, { id: 'y' }])
  })
})
