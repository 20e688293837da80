import { describe, expect, it } from 'vitest'
import { explainError, statusOf } from './error-codes'
import { unquotePatterns } from './quoted-patterns'
import { isoTimestamp, jsonParameter } from './value-formats'

describe('defects of @supabase/lite 0.10.0, mended outside a database', () => {
  it('defect 2: jsonb was serialized twice', () => {
    expect(jsonParameter('{"a":1}')).toBe('{"a":1}')
    expect(jsonParameter({ a: 1 })).toBe('{"a":1}')
  })

  it('defect 3: SQLSTATEs it does not know became HTTP 500', () => {
    expect(statusOf('23514')).toBe(400)
    expect(statusOf('P0001')).toBe(400)
    expect(statusOf('57014')).toBe(500)
    const raised = Object.assign(new Error('no'), { code: 'P0001', detail: 'ticket_forbidden' })
    expect(explainError(raised)).toMatchObject({ code: 'PGRST', detail: '{"status":400,"headers":{}}' })
    const known = Object.assign(new Error('taken'), { code: '23505' })
    expect(explainError(known)).toBe(known)
  })

  it('defect 4: timestamps lacked the T and the minutes of the zone', () => {
    expect(isoTimestamp('2026-11-21 02:41:39.5+00')).toBe('2026-11-21T02:41:39.5+00:00')
    expect(isoTimestamp('2026-11-21 02:41:39+05:30')).toBe('2026-11-21T02:41:39+05:30')
  })

  it('defect 10: quotes stayed in the patterns of or(), and only there they come off', () => {
    const where = { $or: [{ t: { $ilike: '"%a,\\"b%"' } }, { $and: [{ u: { $like: 'x%' } }] }] }
    expect(unquotePatterns(where)).toEqual({
      $or: [{ t: { $ilike: '%a,"b%' } }, { $and: [{ u: { $like: 'x%' } }] }],
    })
    expect(unquotePatterns({ t: { $ilike: '"quoted"' } })).toEqual({ t: { $ilike: '"quoted"' } })
  })
})
