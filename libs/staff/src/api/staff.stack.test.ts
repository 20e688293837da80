import { startWorkspace, type Workspace } from '@helpdesk/testing/browser-workspace'
import { initializeAuth } from '@helpdesk/auth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { macroFormDefaults } from '../model/macros'
import { whatsNew } from '../model/whats-new'
import { addComment } from '@helpdesk/tickets/api/add-comment'
import { claimTicket } from './claim-ticket'
import { deleteMacro } from './delete-macro'
import { getDraft } from './get-draft'
import { getTicket } from '@helpdesk/tickets/api/get-ticket'
import { listTags } from './list-tags'
import { listMacros } from './list-macros'
import { saveDraft } from './save-draft'
import { createMacro, updateMacro } from './save-macro'
import { searchStaff } from './search-staff'
import { sendReply } from './send-reply'
import { updateTicket } from '@helpdesk/tickets/api/update-ticket'

const people = {
  customer: { name: 'Casey Customer' },
  agent: { role: 'agent', name: 'Alex Agent' },
  second: { role: 'agent', name: 'Sam, "Second"' },
  admin: { role: 'admin', name: 'Robin Admin' },
} as const
type Who = keyof typeof people
let workspace: Workspace<Who>
let ids: (typeof workspace)['ids']
const signIn = (who: Who) => workspace.signIn(who)

/** Signs the agent in and claims a new ticket of the customer. */
async function claimNew(): Promise<string> {
  const ticket = { id: await workspace.raise('customer'), assigned_to: null }
  await claimTicket({ id: await signIn('agent'), role: 'agent' }, ticket)
  return ticket.id
}

const reply = (content: string) => ({ content, requestId: crypto.randomUUID() })

beforeAll(async () => {
  workspace = await startWorkspace(people)
  ids = workspace.ids
  await initializeAuth()
}, 90_000)
afterAll(() => workspace?.stop())

describe('claiming', () => {
  it('assigns a ticket once and hides notes from the customer', async () => {
    const me = await signIn('customer')
    const ticket = { id: await workspace.raise('customer'), assigned_to: null }
    await expect(claimTicket({ id: me, role: 'customer' }, ticket)).rejects.toThrow(
      'Must be logged in as an agent to assign tickets',
    )
    const agent = { id: await signIn('agent'), role: 'agent' } as const
    await expect(updateTicket(agent.id, ticket.id, { subject: 'Mine' })).rejects.toThrow(
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

    await signIn('customer')
    const { comments } = await getTicket(ticket.id)
    expect(comments.map((each) => each.content)).toEqual(['Looking into it'])
  })
})

describe('replies', () => {
  it('change status, priority and tags in one call, once per request id', async () => {
    const id = await claimNew()
    const attempt = {
      ...reply(' Solved it '),
      status: 'solved',
      priority: 'low',
      addTags: ['printer'],
    } as const
    const first = await sendReply(ids.agent, id, attempt)
    expect(first.comment).toMatchObject({
      content: 'Solved it',
      is_internal: false,
      author_name: 'Alex Agent',
    })
    expect(first.ticket).toMatchObject({ status: 'solved', priority: 'low', tags: ['printer'] })
    expect((await sendReply(ids.agent, id, attempt)).comment.id).toBe(first.comment.id)
    expect((await getTicket(id)).comments).toHaveLength(1)
    expect(await listTags()).toContain('printer')
  })

  it('are refused together with a refused change', async () => {
    const id = await claimNew()
    await signIn('second')
    const attempt = { ...reply('Mine now'), status: 'closed' } as const
    await expect(sendReply(ids.second, id, attempt)).rejects.toThrow(
      'You do not have permission to update this ticket',
    )
    expect((await getTicket(id)).comments).toEqual([])
    await sendReply(ids.second, id, { ...reply('Only a note'), isInternal: true })
    await signIn('customer')
    expect((await getTicket(id)).comments).toEqual([])
  })

  it('are refused after changes by others, but not after your own', async () => {
    const id = await claimNew()
    const before = await getTicket(id)
    await sendReply(ids.agent, id, { ...reply('First'), seenAt: before.loaded_at })
    await sendReply(ids.agent, id, { ...reply('Second'), seenAt: before.loaded_at })
    await signIn('customer')
    await addComment(ids.customer, id, { content: 'It works again', requestId: crypto.randomUUID() })
    await signIn('agent')
    const stopped = { ...reply('Third'), seenVersion: before.loaded_version }
    await expect(sendReply(ids.agent, id, stopped)).rejects.toMatchObject({
      status: 409,
      code: 'ticket_changed',
    })
    const after = await getTicket(id)
    expect(whatsNew(before, after, ids.agent)).toMatchObject([
      { who: 'Casey Customer', text: 'It works again' },
    ])
    const sent = await sendReply(ids.agent, id, {
      ...stopped,
      seenAt: after.loaded_at,
      seenVersion: after.loaded_version,
    })
    expect(sent.comment.content).toBe('Third')
  })

  it('require a user and text', async () => {
    await expect(sendReply(null, 'x', reply('a'))).rejects.toMatchObject({ code: 'comment_unauthenticated' })
    await expect(sendReply('me', 'x', { ...reply('  '), isInternal: true })).rejects.toThrow(
      'Note content is required',
    )
  })
})

describe('reassigning', () => {
  it('finds staff, not customers, by part of name or e-mail, including special characters', async () => {
    await signIn('agent')
    const names = async (text: string) => (await searchStaff(text)).map(({ name }) => name)
    expect(await names('')).toEqual(['Alex Agent', 'Robin Admin', 'Sam, "Second"'])
    expect(await names('AGENT')).toEqual(['Alex Agent'])
    expect(await names('sam, "s')).toEqual(['Sam, "Second"'])
    expect(await names('admin@desk')).toEqual(['Robin Admin'])
    expect(await names('casey')).toEqual([])
  })

  it('passes the right to change the ticket to the new assignee', async () => {
    const id = await claimNew()
    expect((await updateTicket(ids.agent, id, { assigned_to: ids.second })).assigned_to).toBe(ids.second)
    await expect(updateTicket(ids.agent, id, { assigned_to: null })).rejects.toThrow(
      'You do not have permission to update this ticket',
    )
    await signIn('second')
    expect((await updateTicket(ids.second, id, { assigned_to: null })).assigned_to).toBeNull()
    const { staff } = await getTicket(id)
    expect(
      staff?.events.slice(0, 2).map(({ kind, from_name, to_name }) => [kind, from_name, to_name]),
    ).toEqual([
      ['assigned_to', 'Sam, "Second"', null],
      ['assigned_to', 'Alex Agent', 'Sam, "Second"'],
    ])
  })
})

describe('drafts', () => {
  it('are private to their author and survive changes to the ticket', async () => {
    const id = await claimNew()
    await waitForUser('agent')
    await saveDraft(ids.agent, id, 'comment', 'half a sen')
    await saveDraft(ids.agent, id, 'note', 'for us')
    await signIn('admin')
    await updateTicket(ids.admin, id, { priority: 'urgent' })
    expect((await getTicket(id)).staff?.drafts).toEqual({ comment: null, note: null })
    await signIn('agent')
    expect((await getTicket(id)).staff?.drafts).toMatchObject({ comment: 'half a sen', note: 'for us' })
    await waitForUser('agent')
    expect(await getDraft(ids.agent, id, 'comment')).toMatchObject({ content: 'half a sen' })
    await saveDraft(ids.agent, id, 'comment', '  ')
    expect(await getDraft(ids.agent, id, 'comment')).toBeNull()
    await expect(saveDraft(ids.second, id, 'comment', 'not mine')).rejects.toMatchObject({
      code: 'comment_unauthenticated',
    })
  })
})

describe('macros', () => {
  const values = { ...macroFormDefaults, name: 'Greeting', body: 'Hello {{customer.name}}', add_tags: 'a, B' }

  it('are private until shared, then readable by staff and writable by admins', async () => {
    await signIn('agent')
    const mine = await createMacro(ids.agent, values)
    expect(mine).toMatchObject({ owner_id: ids.agent, is_shared: false, add_tags: ['a', 'b'] })
    const seenBy = async (who: Who) => {
      await signIn(who)
      return (await listMacros()).some(({ id }) => id === mine.id)
    }
    expect([await seenBy('second'), await seenBy('admin')]).toEqual([false, false])
    await signIn('agent')
    await updateMacro(mine.id, { ...values, is_shared: true })
    expect([await seenBy('customer'), await seenBy('second')]).toEqual([false, true])
    await expect(updateMacro(mine.id, { ...values, name: 'Stolen' })).rejects.toThrow()
    await expect(deleteMacro(mine.id)).rejects.toThrow()
    await signIn('admin')
    expect((await updateMacro(mine.id, { ...values, name: 'Better', is_shared: true })).name).toBe('Better')
    await signIn('agent')
    await deleteMacro(mine.id)
    expect(await listMacros()).toEqual([])
    await expect(createMacro(null, values)).rejects.toThrow('User must be logged in to update a ticket')
  })
})

/** Waits until the auth state has the session, which arrives after the sign-in. */
async function waitForUser(who: Who) {
  const { getAuthState } = await import('@helpdesk/auth')
  await expect.poll(() => getAuthState().user?.id, { timeout: 10_000 }).toBe(ids[who])
}
