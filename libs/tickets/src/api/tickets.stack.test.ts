import { sql } from '@helpdesk/testing'
import { startWorkspace, type Workspace } from '@helpdesk/testing/browser-workspace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addComment } from './add-comment'
import { deleteComment } from './delete-comment'
import { updateComment } from './update-comment'
import { getTicket } from './get-ticket'
import { listTickets } from './list-tickets'
import { updateTicket } from './update-ticket'

let workspace: Workspace<'customer' | 'stranger' | 'agent'>
const values = {
  subject: 'Broken 100% of_the time',
  description: 'The screen stays dark.',
  priority: 'high',
} as const
const signIn = (who: 'customer' | 'stranger' | 'agent') => workspace.signIn(who)

beforeAll(async () => {
  workspace = await startWorkspace({
    customer: { name: 'Casey Customer' },
    stranger: {},
    agent: { role: 'agent', name: 'Alex Agent' },
  })
}, 90_000)
afterAll(() => workspace?.stop())

describe('ticket API against the real backend', () => {
  it('refuses an update without a user', async () => {
    await expect(updateTicket(null, 'x', {})).rejects.toThrow('User must be logged in to update a ticket')
  })

  it('filters by status, priority and text, case-insensitively and with wildcards taken literally', async () => {
    const me = await signIn('customer')
    await workspace.raise('customer', values)
    await workspace.raise('customer', {
      subject: 'Other',
      description: 'Nothing in common here',
      priority: 'low',
    })
    const subjects = async (filter: Parameters<typeof listTickets>[0]) =>
      [...new Set((await listTickets({ customerId: me, ...filter })).map((each) => each.subject))].sort()
    expect(await subjects({})).toEqual(['Broken 100% of_the time', 'Other'])
    expect(await subjects({ priority: 'low' })).toEqual(['Other'])
    expect(await subjects({ status: 'closed' })).toEqual([])
    expect(await subjects({ search: '100% OF_THE' })).toEqual(['Broken 100% of_the time'])
    expect(await subjects({ search: 'common', priority: 'low' })).toEqual(['Other'])
    expect(await subjects({ search: 'common', priority: 'high' })).toEqual([])
  })

  it('pages without gaps or duplicates, also among equal timestamps', async () => {
    const me = await signIn('stranger')
    const db = sql(workspace.stack)
    await db`insert into public.tickets (subject, description, created_by, customer_id, created_at)
      select 'Row ' || n, 'Ten characters', ${me}, ${me}, now() - (n / 40) * interval '1 second' from generate_series(1, 120) n`
    await db.end()
    for (const search of [undefined, 'row']) {
      const filter = { customerId: me, search }
      const first = await listTickets(filter)
      const second = await listTickets(filter, { ...first.at(-1)!, count: 50 })
      const third = await listTickets(filter, { ...second.at(-1)!, count: 100 })
      expect([first.length, second.length, third.length]).toEqual([50, 50, 20])
      expect(new Set([...first, ...second, ...third].map((each) => each.id)).size).toBe(120)
    }
  })

  it('hides a ticket from other customers and refuses their changes', async () => {
    const ticket = await workspace.raise('customer', values)
    const stranger = await signIn('stranger')
    await expect(getTicket(ticket)).rejects.toMatchObject({ code: 'ticket_not_found' })
    await expect(updateTicket(stranger, ticket, { status: 'closed' })).rejects.toThrow(
      'You do not have permission to update this ticket',
    )
    await expect(addComment(stranger, ticket, { content: 'Hello' })).rejects.toThrow()
  })

  it('sets closed_at on closing and clears it on reopening', async () => {
    const me = await signIn('customer')
    const ticket = await workspace.raise('customer', values)
    expect((await updateTicket(me, ticket, { status: 'closed' })).closed_at).not.toBeNull()
    expect((await updateTicket(me, ticket, { status: 'open' })).closed_at).toBeNull()
  })

  it('allows only authors to change and delete a comment', async () => {
    const me = await signIn('customer')
    const ticket = await workspace.raise('customer', values)
    const comment = await addComment(me, ticket, { content: 'First' })
    expect((await updateComment(comment.id, 'Second')).content).toBe('Second')
    await signIn('agent')
    await expect(updateComment(comment.id, 'Mine now')).rejects.toThrow()
    await expect(deleteComment(comment.id)).rejects.toThrow()
    await signIn('customer')
    await deleteComment(comment.id)
    expect((await getTicket(ticket)).comments).toEqual([])
  })
})
