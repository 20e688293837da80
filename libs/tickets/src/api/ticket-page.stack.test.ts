import { loadData, send } from '@helpdesk/supabase'
import { sql } from '@helpdesk/testing'
import { startWorkspace, type Workspace } from '@helpdesk/testing/browser-workspace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addComment } from './add-comment'
import { deleteAttachment } from './delete-attachment'
import { deleteComment } from './delete-comment'
import { getDownloadUrl } from './download-attachment'
import { readAttachment } from './read-attachment'
import { updateComment } from './update-comment'
import { getTicket } from './get-ticket'
import { rateTicket } from './rate-ticket'
import { updateTicket } from './update-ticket'
import { uploadAttachment } from './upload-attachment'

const people = {
  customer: { name: 'Casey Customer' },
  stranger: {},
  agent: { role: 'agent', name: 'Alex Agent' },
} as const
let workspace: Workspace<keyof typeof people>
let ids: (typeof workspace)['ids']
const signIn = (who: keyof typeof people) => workspace.signIn(who)
/** Signs the customer in and creates a ticket. */
const raise = async () => {
  await signIn('customer')
  return { id: await workspace.raise('customer') }
}
const claim = async (ticketId: string) => {
  const data = await loadData()
  await send(data.rpc('claim_ticket', { ticket_id: ticketId }))
}
const text = (content: string, name = 'log.txt') => new File([content], name, { type: 'text/plain' })

beforeAll(async () => {
  workspace = await startWorkspace(people)
  ids = workspace.ids
}, 90_000)
afterAll(() => workspace?.stop())

describe('ticket page against the real backend', () => {
  it('shows a customer the assignee without e-mail, and no internal notes', async () => {
    const ticket = await raise()
    expect(await getTicket(ticket.id)).toMatchObject({
      assignee: null,
      staff: null,
      rating: null,
      comments: [],
    })
    const agent = await signIn('agent')
    await claim(ticket.id)
    await addComment(agent, ticket.id, { content: 'Between us', isInternal: true })
    await addComment(agent, ticket.id, { content: 'Hello' })
    expect((await getTicket(ticket.id)).staff?.events.length).toBeGreaterThan(0)
    await signIn('customer')
    const seen = await getTicket(ticket.id)
    expect(seen.assignee).toEqual({ id: agent, name: 'Alex Agent', email: null })
    expect(seen.comments.map(({ content }) => content)).toEqual(['Hello'])
    expect(seen.staff).toBeNull()
    expect(JSON.stringify(seen)).not.toContain(workspace.mail('agent'))
  })

  it.each(['missing', 'foreign', 'malformed'])('reports a %s ticket as not found', async (kind) => {
    const ticket = await raise()
    await signIn('stranger')
    const id = { missing: crypto.randomUUID(), foreign: ticket.id, malformed: 'x' }[kind] ?? ''
    await expect(getTicket(id)).rejects.toMatchObject({ code: 'ticket_not_found' })
  })

  it('stores a comment once when it is sent repeatedly', async () => {
    const ticket = await raise()
    const comment = { content: 'Once', requestId: crypto.randomUUID() }
    const sent = await Promise.all([1, 2, 3].map(() => addComment(ids.customer, ticket.id, comment)))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    const { comments } = await getTicket(ticket.id)
    expect(comments).toMatchObject([{ content: 'Once', request_id: comment.requestId }])
  })

  it('allows editing a comment for fifteen minutes, then refuses with the reason', async () => {
    const ticket = await raise()
    const comment = await addComment(ids.customer, ticket.id, { content: 'Frist' })
    expect((await updateComment(comment.id, 'First')).content).toBe('First')
    const db = sql(workspace.stack)
    await db`update public.comments set created_at = now() - interval '15 minutes' where id = ${comment.id}`
    await db.end()
    await expect(updateComment(comment.id, 'Later')).rejects.toMatchObject({
      code: 'comment_edit_expired',
      message: 'You can edit a comment for 15 minutes after sending it',
    })
    expect((await getTicket(ticket.id)).comments[0]?.content).toBe('First')
  })

  it('refuses changing or deleting another user’s comment', async () => {
    const ticket = await raise()
    const { id } = await addComment(ids.customer, ticket.id, { content: 'Mine' })
    await signIn('agent')
    await expect(updateComment(id, 'Yours')).rejects.toMatchObject({ code: 'comment_not_found' })
    await expect(deleteComment(id)).rejects.toMatchObject({ code: 'comment_not_found' })
  })

  it('stores a close reason and clears it on reopening', async () => {
    const ticket = await raise()
    const closed = await updateTicket(ids.customer, ticket.id, { status: 'closed', close_reason: 'Found it' })
    expect(closed).toMatchObject({ status: 'closed', close_reason: 'Found it' })
    const open = await updateTicket(ids.customer, ticket.id, { status: 'open' })
    expect(open).toMatchObject({ status: 'open', close_reason: null, closed_at: null })
  })

  it('allows rating only after closing, and changing the rating', async () => {
    const ticket = await raise()
    await expect(rateTicket(ticket.id, { score: 5, comment: '' })).rejects.toMatchObject({
      code: 'rating_refused',
    })
    await updateTicket(ids.customer, ticket.id, { status: 'closed' })
    expect(await rateTicket(ticket.id, { score: 2, comment: ' Slow ' })).toMatchObject({
      score: 2,
      comment: 'Slow',
    })
    expect(await rateTicket(ticket.id, { score: 4, comment: '' })).toMatchObject({ score: 4, comment: null })
    expect((await getTicket(ticket.id)).rating?.score).toBe(4)
    await signIn('agent')
    await expect(rateTicket(ticket.id, { score: 1, comment: '' })).rejects.toMatchObject({
      code: 'rating_refused',
    })
  })

  it('uploads, reads, downloads and deletes a file of a comment', async () => {
    const ticket = await raise()
    const comment = await addComment(ids.customer, ticket.id, { content: 'See the log' })
    const file = await uploadAttachment(ticket.id, text('line one', 'my log.txt'), comment.id)
    expect((await getTicket(ticket.id)).attachments).toMatchObject([
      { id: file.id, comment_id: comment.id, uploaded_by: ids.customer },
    ])
    expect(await (await readAttachment(file)).text()).toBe('line one')
    const download = await fetch(await getDownloadUrl(file))
    expect(download.headers.get('content-disposition')).toMatch(/^attachment;.*my%20log\.txt/)
    expect(download.headers.get('x-content-type-options')).toBe('nosniff')
    expect(download.headers.get('content-security-policy')).toContain('sandbox')

    await signIn('stranger')
    await expect(readAttachment(file)).rejects.toMatchObject({ name: 'NotFoundError' })
    await expect(deleteAttachment(file.id)).rejects.toMatchObject({ code: 'attachment_not_found' })
    await signIn('customer')
    await deleteAttachment(file.id)
    expect((await getTicket(ticket.id)).attachments).toEqual([])
    await expect(readAttachment(file)).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  it('refuses a customer deleting a file uploaded by staff', async () => {
    const ticket = await raise()
    await signIn('agent')
    await claim(ticket.id)
    const file = await uploadAttachment(ticket.id, text('from support'))
    await signIn('customer')
    await expect(deleteAttachment(file.id)).rejects.toMatchObject({ code: 'attachment_not_found' })
    // Neither the record nor the bytes were deleted.
    expect(await (await readAttachment(file)).text()).toBe('from support')
  })
})
