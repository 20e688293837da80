// @vitest-environment node
import { initializeAuth } from '@helpdesk/auth'
import { loadData, send } from '@helpdesk/supabase'
import { startDesk, type Desk } from '@helpdesk/testing/browser-desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countSavedViews } from './count-saved-views'
import { createSavedView } from './create-saved-view'
import { deleteSavedView } from './delete-saved-view'
import { getAgentStats } from './get-agent-stats'
import { listSavedViews } from './list-saved-views'
import { updateSavedView } from './update-saved-view'

const people = {
  customer: {},
  agent: { role: 'agent' },
  second: { role: 'agent' },
  admin: { role: 'admin' },
} as const
let desk: Desk<keyof typeof people>
const signIn = (who: keyof typeof people) => desk.signIn(who)
const names = async () => (await listSavedViews()).map(({ name }) => name)

beforeAll(async () => {
  desk = await startDesk(people)
  await initializeAuth()
}, 90_000)
afterAll(() => desk?.stop())

describe('saved views', () => {
  it('are kept, renamed, refilled, counted and deleted', async () => {
    for (const priority of ['urgent', 'low']) await desk.raise('customer', { priority })
    const agent = await signIn('agent')
    const filter = { assigned: 'none', priority: 'urgent', sort: 'priority' } as const
    const made = await createSavedView(agent, { name: ' Burning ', is_shared: false, filter })
    expect(made).toMatchObject({ name: 'Burning', owner_id: agent, is_shared: false, filter })
    expect(await countSavedViews()).toEqual({ [made.id]: 1 })
    const refilled = await updateSavedView(made.id, { filter: { assigned: 'none' } })
    expect(refilled).toMatchObject({ name: 'Burning', filter: { assigned: 'none' } })
    expect(refilled.filter.priority).toBeUndefined()
    expect(await countSavedViews()).toEqual({ [made.id]: 2 })
    expect(await updateSavedView(made.id, { name: 'Free' })).toMatchObject({ filter: { assigned: 'none' } })
    await deleteSavedView(made.id)
    expect(await names()).toEqual([])
  })

  it('are a colleague’s to see once they are shared, and to change for none but owner and admin', async () => {
    const agent = await signIn('agent')
    const kept = await createSavedView(agent, { name: 'Mine alone', is_shared: false, filter: {} })
    const shared = await createSavedView(agent, {
      name: 'For all',
      is_shared: true,
      filter: { assigned: 'me' },
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

  it('are refused without a user, without a name, and with a filter that is none', async () => {
    const values = { name: 'x', is_shared: false, filter: {} }
    await expect(createSavedView(null, values)).rejects.toMatchObject({ code: 'update_unauthenticated' })
    const agent = await signIn('agent')
    await expect(createSavedView(agent, { ...values, name: ' ' })).rejects.toThrow()
    await expect(createSavedView(agent, { ...values, filter: { assigned: 'bob' } })).rejects.toThrow()
  })
})

describe('the figures of the agent dashboard', () => {
  it('are refused to a customer, in the browser and past it', async () => {
    await signIn('customer')
    await expect(getAgentStats('customer')).rejects.toThrow('Must be logged in as an agent to view dashboard')
    // A made-up role counts for nothing on the server.
    await expect(getAgentStats('agent')).rejects.toThrow('Must be logged in as an agent to view dashboard')
  })

  it('count the tickets that the agent has', async () => {
    const id = await desk.raise('customer')
    await signIn('agent')
    await send((await loadData()).rpc('claim_ticket', { ticket_id: id }))
    expect((await getAgentStats('agent')).assigned_tickets).toBe(1)
  })
})
