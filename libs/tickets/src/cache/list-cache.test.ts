import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Ticket } from '../model/rows'
import { buildRow } from '../testing/build-row'
import { ticketKeys } from '../api/keys'
import { markOtherLists, patchRows, reshapeList, showInLists } from './list-cache'

const mine = ticketKeys.list({ assignedTo: 'me' })
const open = ticketKeys.list({ status: 'open' })
const READ_AT = 1_000
let queries: QueryClient

const subjects = (key: readonly unknown[]) =>
  queries
    .getQueryData<{ pages: { subject: string }[][] }>(key)
    ?.pages.map((page) => page.map((row) => row.subject))
const saved = (n: number, part: Partial<Ticket>): Ticket => ({
  ...buildRow(n),
  description: 'x',
  tags: null,
  metadata: null,
  version: 2,
  ...part,
})

beforeEach(() => {
  queries = new QueryClient()
  const list = (...numbers: number[]) => ({
    pages: [numbers.map((n) => buildRow(n)), []],
    pageParams: [{}, {}],
  })
  queries.setQueryData(mine, list(1, 2), { updatedAt: READ_AT })
  queries.setQueryData(open, list(3), { updatedAt: READ_AT })
})

describe('list cache', () => {
  it('updates a saved ticket in place and leaves other lists unchanged', () => {
    const before = queries.getQueryData(open)
    showInLists(queries, saved(2, { subject: 'Saved', status: 'solved' }))
    expect(subjects(mine)).toEqual([['Ticket number 1', 'Saved'], []])
    expect(queries.getQueryData(open)).toBe(before)
    expect(queries.getQueryData<{ pages: object[][] }>(mine)?.pages[0]?.[1]).not.toHaveProperty('description')
  })

  it('keeps a row that is newer than the response', () => {
    showInLists(queries, saved(2, { subject: 'Newer', version: 5 }))
    showInLists(queries, saved(2, { subject: 'Late', version: 4 }))
    expect(subjects(mine)?.[0]).toEqual(['Ticket number 1', 'Newer'])
  })

  it('keeps the age and staleness of a list when patching a row', async () => {
    await queries.invalidateQueries({ queryKey: mine })
    patchRows(queries, [buildRow(1).id], (row) => ({ ...row, subject: 'Patched' }))
    expect(subjects(mine)?.[0]).toEqual(['Patched', 'Ticket number 2'])
    expect(queries.getQueryState(mine)).toMatchObject({ isInvalidated: true, dataUpdatedAt: READ_AT })
    patchRows(queries, [buildRow(3).id], (row) => ({ ...row, subject: 'Patched' }))
    expect(queries.getQueryState(open)).toMatchObject({ isInvalidated: false, dataUpdatedAt: READ_AT })
  })

  it('ignores unchanged and unloaded lists', () => {
    const state = queries.getQueryState(mine)
    reshapeList<object>(queries, mine, (list) => list)
    expect(queries.getQueryState(mine)).toBe(state)
    reshapeList<object>(queries, ticketKeys.list({ tag: 'none' }), () => ({}))
    expect(queries.getQueryData(ticketKeys.list({ tag: 'none' }))).toBeUndefined()
  })

  it('marks only lists without the changed ticket as stale', () => {
    markOtherLists(queries, [buildRow(1).id])
    expect(queries.getQueryState(mine)?.isInvalidated).toBe(false)
    expect(queries.getQueryState(open)?.isInvalidated).toBe(true)
  })
})
