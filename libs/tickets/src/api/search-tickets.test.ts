import { beforeEach, describe, expect, it } from 'vitest'
import { foundLabel } from '../model/found-label'
import { correctionOf, endsAtLimit, isByRelevance, isFound } from '../model/found-tickets'
import { stubBackend } from '../testing'
import { buildFoundRow, buildFoundRows, buildRow, buildRows } from '../testing/build-row'
import type { SentRequest } from '../testing/stub-xhr'
import { listTickets } from './list-tickets'
import { searchTickets } from './search-tickets'

const after = { ...buildRow(49, { priority: 'high' }), count: 50 }
let sent: SentRequest[]
const params = () => Object.fromEntries(sent.at(-1)?.url.searchParams ?? [])

beforeEach(() => {
  sent = stubBackend(({ url }) => ({
    body: url.searchParams.has('query') ? buildFoundRows(2) : buildRows(2),
  }))
})

describe('search of tickets', () => {
  it('reads the best matches with their hits, trimmed text and all filters', async () => {
    const rows = await searchTickets({
      search: ' vpn ',
      status: 'open',
      priority: 'low',
      tag: 'office',
      assignedTo: null,
      customerId: 'c1',
      ascending: true,
      asTyped: true,
      createdFrom: '2026-01-01T00:00:00Z',
      createdUntil: '2026-02-01T00:00:00Z',
    })
    expect(rows).toEqual(buildFoundRows(2))
    expect(params()).toMatchObject({
      query: 'vpn',
      sort_by: 'relevance',
      ascending: 'false',
      max_rows: '50',
      filter_status: 'open',
      filter_priority: 'low',
      filter_tag: 'office',
      filter_customer: 'c1',
      unassigned: 'true',
      as_typed: 'true',
      created_from: '2026-01-01T00:00:00Z',
      created_until: '2026-02-01T00:00:00Z',
    })
    expect(params().select?.split(',')).toEqual(
      expect.arrayContaining([
        'id',
        'number',
        'marked_subject',
        'found_in',
        'found_by',
        'snippet',
        'corrected',
      ]),
    )
  })

  it('pages by the number of rows, other orders by the last row', async () => {
    await searchTickets({ search: 'vpn' }, after)
    expect(params()).toMatchObject({ first_row: '50' })
    expect(params()).not.toHaveProperty('after_id')
    await searchTickets({ search: 'vpn', sort: 'priority', ascending: true }, after)
    expect(params()).toMatchObject({
      sort_by: 'priority',
      ascending: 'true',
      after_rank: '3',
      after_id: after.id,
      after_created_at: after.created_at,
    })
    expect(params()).not.toHaveProperty('first_row')
    await searchTickets({ search: 'vpn', sort: 'created_at' }, after)
    expect(params()).not.toHaveProperty('after_rank')
  })

  it('is used by lists with a text only', async () => {
    expect((await listTickets({ search: ' ' })).some(isFound)).toBe(false)
    expect(params()).not.toHaveProperty('query')
    expect((await listTickets({ search: 'vpn' })).every(isFound)).toBe(true)
  })

  it('ends a list by relevance at 200 rows', () => {
    expect(endsAtLimit({ search: 'vpn' }, 199)).toBe(false)
    expect(endsAtLimit({ search: 'vpn' }, 200)).toBe(true)
    expect(endsAtLimit({ search: 'vpn', sort: 'created_at' }, 200)).toBe(false)
    expect(endsAtLimit({}, 200)).toBe(false)
    expect(isByRelevance({ search: ' ' })).toBe(false)
  })
})

describe('a found ticket', () => {
  it.each([
    [{ found_in: 'comment', found_by: 'Avery Lindqvist' }, 'Comment by Avery Lindqvist'],
    [{ found_in: 'note', found_by: 'Jun Takahashi' }, 'Note by Jun Takahashi'],
    [{ found_in: 'comment' }, 'Comment'],
    [{ found_in: 'file' }, 'File'],
    [{ found_in: 'requester' }, 'Requester'],
    [{}, null],
  ] as const)('with %j is labelled %j', (overrides, label) =>
    expect(foundLabel(buildFoundRow(1, overrides))).toBe(label),
  )

  it('has the correction of its list', () => {
    expect(correctionOf(buildFoundRows(2, { corrected: 'invoice' }))).toBe('invoice')
    expect(correctionOf(buildFoundRows(2))).toBeNull()
    expect(correctionOf(buildRows(2))).toBeNull()
    expect(correctionOf([])).toBeNull()
    expect(correctionOf(undefined)).toBeNull()
  })
})
