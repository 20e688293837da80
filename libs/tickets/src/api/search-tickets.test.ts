import { beforeEach, describe, expect, it } from 'vitest'
import { foundLabel } from '../model/found-label'
import { correctionOf, endsAtLimit, isByRelevance, isFound } from '../model/found-tickets'
import { stubBackend } from '../testing'
import {
  buildFoundRow,
  buildFoundRows,
  buildRow,
  buildRows,
  foundAnswer,
  listArgsOf,
} from '../testing/build-row'
import type { SentRequest } from '../testing/stub-xhr'
import { listTickets } from './list-tickets'
import { searchTickets } from './search-tickets'

const after = { ...buildRow(49, { priority: 'high' }), count: 50 }
let sent: SentRequest[]
const params = () => listArgsOf(sent.at(-1)!.url.searchParams)

beforeEach(() => {
  sent = stubBackend(({ url }) => ({
    body: url.pathname.endsWith('search_tickets') ? foundAnswer(buildFoundRows(2)) : buildRows(2),
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
    expect(params()).toEqual({
      filter: {
        text: 'vpn',
        as_typed: true,
        status: ['open'],
        priority: ['low'],
        tag: 'office',
        requester: 'c1',
        unassigned: true,
        created_from: '2026-01-01T00:00:00Z',
        created_until: '2026-02-01T00:00:00Z',
      },
      sort_by: 'relevance',
      after: null,
    })
  })

  it('pages by the number of rows, other orders by the last row', async () => {
    await searchTickets({ search: 'vpn' }, after)
    expect(params().after).toEqual({ count: 50 })
    await searchTickets({ search: 'vpn', sort: 'priority', ascending: true }, after)
    expect(params()).toMatchObject({
      sort_by: 'priority',
      ascending: 'true',
      after: { id: after.id, created_at: after.created_at, priority: 'high' },
    })
    await searchTickets({ search: 'vpn', sort: 'created_at' }, after)
    expect(params().after).not.toHaveProperty('priority')
  })

  it('is used by lists with a text only', async () => {
    expect((await listTickets({ search: ' ' })).some(isFound)).toBe(false)
    expect(params().filter).toEqual({})
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
