import { initializeAuth } from '@helpdesk/auth'
import { authClient, configureSupabase } from '@helpdesk/supabase'
import { createUser, DEMO_PASSWORD, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTicket } from './create-ticket'
import {
  countSavedViews,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from './saved-views'

let stack: Stack
const ids = { customer: '', agent: '', second: '', admin: '' }
type Who = keyof typeof ids
const mail = (who: Who) => `${who}@views.test`

async function signIn(who: Who): Promise<string> {
  const { error } = await authClient().signInWithPassword({ email: mail(who), password: DEMO_PASSWORD })
  if (error) throw error
  return ids[who]
}
const names = async () => (await listSavedViews()).map(({ name }) => name)

beforeAll(async () => {
  stack = await startStack()
  configureSupabase({ url: stack.url, publishableKey: stack.publishableKey })
  await initializeAuth()
  for (const [who, role] of [
    ['customer', 'customer'],
    ['agent', 'agent'],
    ['second', 'agent'],
    ['admin', 'admin'],
  ] as const)
    ids[who] = (await createUser(stack, { email: mail(who), role, name: who })).id
}, 90_000)
afterAll(() => stack?.stop())

describe('saved views', () => {
  it('are kept, renamed, refilled, counted and deleted', async () => {
    const me = await signIn('customer')
    for (const priority of ['urgent', 'low'] as const)
      await createTicket(
        me,
        { subject: `A ${priority} thing`, description: 'Ten characters at least', priority },
        crypto.randomUUID(),
      )
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
