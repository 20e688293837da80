import { serviceClient } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkspace, type Workspace } from './workspace'

// Sessions of the Data API on hosted projects load the extension safeupdate, and functions run in them.
let workspace: Workspace
beforeAll(async () => void (workspace = await openWorkspace()), 90_000)
afterAll(() => workspace?.target.close())

describe('a request without a filter', () => {
  // A customer has no saved views: without the extension nothing is changed either.
  const views = () => workspace.customer.from('saved_views')

  it('updates nothing', async () => {
    const { error, status } = await views().update({ name: 'x' })
    expect([status, error]).toEqual([
      400,
      { code: '21000', message: 'UPDATE requires a WHERE clause', details: null, hint: null },
    ])
  })

  it('deletes nothing', async () => {
    const { error, status } = await views().delete()
    expect([status, error]).toEqual([
      400,
      { code: '21000', message: 'DELETE requires a WHERE clause', details: null, hint: null },
    ])
  })
})

describe('functions', () => {
  it('add up the figures, as one of about fifty changes of tickets does', async () => {
    const tickets = serviceClient(workspace.project).from('tickets')
    for (let day = 1; day <= 28; day += 1) {
      const created_at = `2026-02-${String(day).padStart(2, '0')}T12:00:00Z`
      const { error, data } = await tickets.update({ created_at }).in('id', workspace.ids).select('id')
      expect([error, data?.length]).toEqual([null, workspace.ids.length])
    }
  })

  it('record what a sender of mails reports', async () => {
    const { error, status } = await serviceClient(workspace.project).rpc('check_sending')
    expect([error, status]).toEqual([null, 204])
  })
})
