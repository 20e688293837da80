// @vitest-environment node
import { initializeAuth } from '@helpdesk/auth'
import { loadData, send } from '@helpdesk/supabase'
import { startWorkspace, type Workspace } from '@helpdesk/testing/browser-workspace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countQueues } from '@helpdesk/staff/api/count-queues'
import { createSavedView } from '@helpdesk/staff/api/create-saved-view'
import { deleteSavedView } from '@helpdesk/staff/api/delete-saved-view'
import { getAgentStats } from './get-agent-stats'
import type { ViewFilter } from '@helpdesk/staff/model/saved-views'
import { listSavedViews } from '@helpdesk/staff/api/list-saved-views'
import { updateSavedView } from '@helpdesk/staff/api/update-saved-view'

const people = {
  customer: {},
  agent: { role: 'agent' },
  second: { role: 'agent' },
  admin: { role: 'admin' },
} as const
let workspace: Workspace<keyof typeof people>
const signIn = (who: keyof typeof people) => workspace.signIn(who)
const names = async () => (await listSavedViews()).map(({ name }) => name)

beforeAll(async () => {
  workspace = await startWorkspace(people)
  await initializeAuth()
}, 90_000)
afterAll(() => workspace?.stop())

describe('saved views', () => {
  it('can be created, renamed, refiltered, counted and deleted', async () => {
    for (const priority of ['urgent', 'low']) await workspace.raise('customer', { priority })
    const agent = await signIn('agent')
    const filter = { unassigned: true, priority: ['urgent'], sort: 'priority' } satisfies ViewFilter
    const created = await createSavedView(agent, { name: ' Burning ', is_shared: false, filter })
    expect(created).toMatchObject({ name: 'Burning', owner_id: agent, is_shared: false, filter })
    expect((await countQueues()).views).toEqual({ [created.id]: 1 })
    const refilled = await updateSavedView(created.id, { filter: { unassigned: true } })
    expect(refilled).toMatchObject({ name: 'Burning', filter: { unassigned: true } })
    expect(refilled.filter.priority).toBeUndefined()
    expect((await countQueues()).views).toEqual({ [created.id]: 2 })
    expect(await updateSavedView(created.id, { name: 'Free' })).toMatchObject({
      filter: { unassigned: true },
    })
    await deleteSavedView(created.id)
    expect(await names()).toEqual([])
  })

  it('are readable by staff once shared, and writable only by owner and admins', async () => {
    const agent = await signIn('agent')
    const kept = await createSavedView(agent, { name: 'Mine alone', is_shared: false, filter: {} })
    const shared = await createSavedView(agent, {
      name: 'For all',
      is_shared: true,
      filter: { assignee: 'me' },
    })
    await signIn('second')
    expect(await names()).toEqual(['For all'])
    const gone = { name: 'NotFoundError', code: 'view_not_found' }
    await expect(updateSavedView(shared.id, { name: 'Stolen' })).rejects.toMatchObject(gone)
    await expect(deleteSavedView(shared.id)).rejects.toMatchObject(gone)
    await expect(deleteSavedView(kept.id)).rejects.toMatchObject(gone)
    await signIn('admin')
    expect(await updateSavedView(shared.id, { name: 'For everybody' })).toMatchObject({ owner_id: agent })
    await expect(updateSavedView(kept.id, { name: 'Seen' })).rejects.toMatchObject(gone)
    await signIn('customer')
    expect(await names()).toEqual([])
  })

  it('require a user, a name and a valid filter', async () => {
    const values = { name: 'x', is_shared: false, filter: {} }
    await expect(createSavedView(null, values)).rejects.toMatchObject({ code: 'update_unauthenticated' })
    const agent = await signIn('agent')
    await expect(createSavedView(agent, { ...values, name: ' ' })).rejects.toThrow()
    await expect(createSavedView(agent, { ...values, filter: { assignee: 'bob' } })).rejects.toThrow()
  })
})

describe('agent stats', () => {
  it('refuse a customer on the client and on the server', async () => {
    await signIn('customer')
    await expect(getAgentStats('customer')).rejects.toThrow('Must be logged in as an agent to view dashboard')
    // The server ignores the role that the client claims.
    await expect(getAgentStats('agent')).rejects.toThrow('Must be logged in as an agent to view dashboard')
  })

  it('count the agent’s assigned tickets', async () => {
    const id = await workspace.raise('customer')
    await signIn('agent')
    await send((await loadData()).rpc('claim_ticket', { ticket_id: id }))
    expect((await getAgentStats('agent')).assigned_tickets).toBe(1)
  })
})
