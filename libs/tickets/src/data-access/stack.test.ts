import { authClient, configureSupabase } from '@helpdesk/supabase'
import { createUser, DEMO_PASSWORD, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addComment } from './add-comment'
import { claimTicket } from './claim-ticket'
import { createTicket } from './create-ticket'
import { deleteComment, updateComment } from './edit-comment'
import { getAgentStats } from './get-agent-stats'
import { getCustomerDashboard } from './get-customer-dashboard'
import { getTicket } from './get-ticket'
import { listTickets } from './list-tickets'
import { updateTicket } from './update-ticket'

let stack: Stack
const ids = { customer: '', stranger: '', agent: '' }
const mail = (who: keyof typeof ids) => `${who}@tickets.test`

async function signIn(who: keyof typeof ids): Promise<string> {
  const { error } = await authClient().signInWithPassword({ email: mail(who), password: DEMO_PASSWORD })
  if (error) throw error
  return ids[who]
}

const values = {
  subject: 'Broken 100% of_the time',
  description: 'The screen stays dark.',
  priority: 'high',
} as const
beforeAll(async () => {
  stack = await startStack()
  configureSupabase({ url: stack.url, publishableKey: stack.publishableKey })
  ids.customer = (await createUser(stack, { email: mail('customer'), name: 'Casey Customer' })).id
  ids.stranger = (await createUser(stack, { email: mail('stranger') })).id
  ids.agent = (await createUser(stack, { email: mail('agent'), role: 'agent', name: 'Alex Agent' })).id
}, 90_000)
afterAll(() => stack?.stop())

describe('the ticket data layer against the real backend', () => {
  it('refuses to act without a user', async () => {
    await expect(createTicket(null, values)).rejects.toThrow('User must be logged in to create a ticket')
    await expect(updateTicket(null, 'x', {})).rejects.toThrow('User must be logged in to update a ticket')
  })

  it('finds by status, priority and any case of subject or description, signs included', async () => {
    const me = await signIn('customer')
    await createTicket(me, values)
    await createTicket(me, { subject: 'Other', description: 'Nothing in common here', priority: 'low' })
    const subjects = async (filter: Parameters<typeof listTickets>[0]) =>
      [...new Set((await listTickets({ customerId: me, ...filter })).map((each) => each.subject))].sort()
    expect(await subjects({})).toEqual(['Broken 100% of_the time', 'Other'])
    expect(await subjects({ priority: 'low' })).toEqual(['Other'])
    expect(await subjects({ status: 'closed' })).toEqual([])
    expect(await subjects({ search: '100% OF_THE' })).toEqual(['Broken 100% of_the time'])
    expect(await subjects({ search: 'common', priority: 'low' })).toEqual(['Other'])
    expect(await subjects({ search: 'common', priority: 'high' })).toEqual([])
  })

  it('pages by keyset without a gap or a double, also inside one instant', async () => {
    const me = await signIn('stranger')
    const { sql } = await import('@helpdesk/testing')
    const db = sql(stack)
    await db`insert into public.tickets (subject, description, created_by, customer_id, created_at)
      select 'Row ' || n, 'Ten characters', ${me}, ${me}, now() - (n / 40) * interval '1 second' from generate_series(1, 120) n`
    await db.end()
    for (const search of [undefined, 'row']) {
      const filter = { customerId: me, search }
      const first = await listTickets(filter)
      const second = await listTickets(filter, first.at(-1))
      const third = await listTickets(filter, second.at(-1))
      expect([first.length, second.length, third.length]).toEqual([50, 50, 20])
      expect(new Set([...first, ...second, ...third].map((each) => each.id)).size).toBe(120)
    }
  })

  it('shows a stranger the same as a ticket that does not exist, and lets them change nothing', async () => {
    const me = await signIn('customer')
    const ticket = await createTicket(me, values)
    const stranger = await signIn('stranger')
    await expect(getTicket(ticket.id)).rejects.toMatchObject({ code: 'ticket_not_found' })
    await expect(updateTicket(stranger, ticket.id, { status: 'closed' })).rejects.toThrow(
      'You do not have permission to update this ticket',
    )
    await expect(addComment(stranger, ticket.id, { content: 'Hello' })).rejects.toThrow()
  })

  it('closes and reopens with closed_at following', async () => {
    const me = await signIn('customer')
    const ticket = await createTicket(me, values)
    expect((await updateTicket(me, ticket.id, { status: 'closed' })).closed_at).not.toBeNull()
    expect((await updateTicket(me, ticket.id, { status: 'open' })).closed_at).toBeNull()
  })

  it('claims once, names the holder, and keeps notes from the customer', async () => {
    const me = await signIn('customer')
    const ticket = await createTicket(me, values)
    await expect(claimTicket({ id: me, role: 'customer' }, ticket)).rejects.toThrow(
      'Must be logged in as an agent to assign tickets',
    )
    const agent = { id: await signIn('agent'), role: 'agent' } as const
    await expect(updateTicket(agent.id, ticket.id, { status: 'pending' })).rejects.toThrow(
      'You do not have permission to update this ticket',
    )
    const claimed = await claimTicket(agent, ticket)
    expect(claimed).toMatchObject({ assigned_to: agent.id, status: 'in_progress' })
    await expect(claimTicket(agent, claimed)).rejects.toThrow('Ticket is already assigned to you')
    await expect(claimTicket(agent, ticket)).rejects.toMatchObject({ status: 409 })
    await addComment(agent.id, ticket.id, { content: 'Between us', isInternal: true })
    const reply = await addComment(agent.id, ticket.id, { content: ' Looking into it ' })
    expect(reply).toMatchObject({
      content: 'Looking into it',
      author_name: 'Alex Agent',
      author_role: 'agent',
    })
    expect((await getAgentStats('agent')).assigned_tickets).toBe(1)

    await signIn('customer')
    const { comments } = await getTicket(ticket.id)
    expect(comments.map((each) => each.content)).toEqual(['Looking into it'])
  })

  it('lets authors change and delete their own comment only', async () => {
    const me = await signIn('customer')
    const ticket = await createTicket(me, values)
    const comment = await addComment(me, ticket.id, { content: 'First' })
    expect((await updateComment(comment.id, 'Second')).content).toBe('Second')
    await signIn('agent')
    await expect(updateComment(comment.id, 'Mine now')).rejects.toThrow()
    await expect(deleteComment(comment.id)).rejects.toThrow()
    await signIn('customer')
    await deleteComment(comment.id)
    expect((await getTicket(ticket.id)).comments).toEqual([])
  })

  it('gives the figures of both dashboards to those who may have them', async () => {
    await signIn('customer')
    const dashboard = await getCustomerDashboard()
    expect(dashboard.recent_tickets).toHaveLength(5)
    expect(dashboard.open_tickets).toBeGreaterThan(0)
    expect(dashboard.recent_activity).toBeGreaterThanOrEqual(dashboard.open_tickets)
    await expect(getAgentStats('customer')).rejects.toThrow('Must be logged in as an agent to view dashboard')
    await expect(getAgentStats('agent')).rejects.toThrow('Must be logged in as an agent to view dashboard')
  })
})
