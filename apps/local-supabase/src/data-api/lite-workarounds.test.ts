import { describe, expect, it } from 'vitest'
import { addEmbedHints } from './embed-hints'
import { toDataApiError, statusOf } from './error-codes'
import { readPatterns } from './patterns'
import { isoTimestamp, jsonParameter } from './value-formats'
import { readPreRequest, readTimeouts } from './request-context'

describe('workarounds for defects of @supabase/lite 0.10.0', () => {
  it('defect 2: serializes jsonb once', () => {
    expect(jsonParameter('{"a":1}')).toBe('{"a":1}')
    expect(jsonParameter({ a: 1 })).toBe('{"a":1}')
  })

  it('defect 3: maps SQLSTATEs that lite does not know to their HTTP status', () => {
    expect(statusOf('23514')).toBe(400)
    expect(statusOf('P0001')).toBe(400)
    expect(statusOf('57014')).toBe(500)
    const raised = Object.assign(new Error('no'), { code: 'P0001', detail: 'ticket_forbidden' })
    expect(toDataApiError(raised)).toMatchObject({ code: 'PGRST', detail: '{"status":400,"headers":{}}' })
    const known = Object.assign(new Error('missing'), { code: '42703' })
    expect(toDataApiError(known)).toBe(known)
  })

  it('defect 4: adds the T and the minutes of the zone to timestamps', () => {
    expect(isoTimestamp('2026-11-21 02:41:39.5+00')).toBe('2026-11-21T02:41:39.5+00:00')
    expect(isoTimestamp('2026-11-21 02:41:39+05:30')).toBe('2026-11-21T02:41:39+05:30')
  })

  it('defect 10: removes quotes from patterns, inside or() only', () => {
    const where = { $or: [{ t: { $ilike: '"%a,\\"b%"' } }, { $and: [{ u: { $like: 'x%' } }] }] }
    expect(readPatterns(where)).toEqual({
      $or: [{ t: { $ilike: '%a,"b%' } }, { $and: [{ u: { $like: 'x%' } }] }],
    })
    expect(readPatterns({ t: { $ilike: '"quoted"' } })).toEqual({ t: { $ilike: '"quoted"' } })
  })

  describe('defect 12: hints for embeds that lite considers ambiguous', () => {
    const key = (table: string, ref_table: string, column = `${ref_table}_id`) => ({
      table,
      column,
      ref_table,
      foreign_key_name: `${table}_${column}_fkey`,
    })
    const foreign_keys = [
      key('comments', 'tickets'),
      key('files', 'comments'),
      key('files', 'tickets'),
      key('tickets', 'people', 'customer_id'),
      key('tickets', 'people', 'assigned_to'),
    ]
    const hintOf = (relations: Parameters<typeof addEmbedHints>[1], embed: object, from = 'comments') => {
      const ast = { from, join: { tickets: embed }, select: [{ tickets: { select: ['id'] } }] }
      addEmbedHints(ast, relations)
      return 'hint' in ast.join.tickets ? ast.join.tickets.hint : undefined
    }

    it('name the only key between two tables, at every depth and under an alias', () => {
      expect(hintOf({ foreign_keys }, {})).toBe('comments_tickets_id_fkey')
      const inner = { join: { parent: { from: 'tickets' } }, select: [{ parent: { select: ['id'] } }] }
      addEmbedHints(
        { from: 'files', join: { comments: {} }, select: [{ comments: inner }] },
        { foreign_keys },
      )
      expect(inner.join.parent).toEqual({ from: 'tickets', hint: 'comments_tickets_id_fkey' })
    })

    it('are not added beside a hint of the caller, between two keys, or for a real junction', () => {
      expect(hintOf({ foreign_keys }, { hint: 'files' })).toBe('files')
      expect(hintOf({ foreign_keys }, {}, 'people')).toBeUndefined()
      const primary_keys = [{ table: 'files', columns: ['comments_id', 'tickets_id'] }]
      expect(hintOf({ foreign_keys, primary_keys }, {})).toBeUndefined()
      expect(hintOf({}, {})).toBeUndefined()
    })

    it('ignore junctions in schemas that the API does not expose', () => {
      const primary_keys = [{ table: 'files', columns: ['comments_id', 'tickets_id'] }]
      const hidden = foreign_keys.map((fk) => (fk.table === 'files' ? { ...fk, schema: 'private' } : fk))
      expect(hintOf({ foreign_keys: hidden, primary_keys }, {})).toBe('comments_tickets_id_fkey')
    })
  })
})

describe('readPreRequest', () => {
  it('returns the qualified name from the settings of the role', () => {
    expect(readPreRequest(['statement_timeout=8s', 'pgrst.db_pre_request=gate.check_request'])).toBe(
      'gate.check_request',
    )
    expect(readPreRequest([])).toBeUndefined()
    expect(readPreRequest(['pgrst.db_pre_request='])).toBeUndefined()
  })

  it.each(['gate.x(); drop table t', 'check', 'gate.x()', '"gate".x'])('rejects %s', (name) => {
    expect(() => readPreRequest([`pgrst.db_pre_request=${name}`])).toThrow('is not the name of a function')
  })
})

describe('readTimeouts', () => {
  const limits = readTimeouts([
    { name: 'authenticator', settings: ['statement_timeout=8s', 'lock_timeout=5s'] },
    { name: 'anon', settings: ['statement_timeout=3s'] },
  ])

  it('returns the settings of the role, else those of authenticator', () => {
    expect(limits('anon')).toEqual({ statement_timeout: '3s', lock_timeout: '5s' })
    expect(limits('service_role')).toEqual({ statement_timeout: '8s', lock_timeout: '5s' })
  })

  it('returns no limit when neither sets one', () =>
    expect(readTimeouts([])('anon')).toEqual({ statement_timeout: '0', lock_timeout: '0' }))
})
