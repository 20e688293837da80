/** Waiting replies while the server's clock is set forward or back: sent once, and not over what was written since. */
import { describe, expect, it } from 'vitest'
import { db, expectRows, insertTicket } from './support/backend'
import {
  createWaitingReplies,
  events,
  mails,
  queue,
  ripen,
  send,
  sendDue,
  setUndo,
  stored,
  takeBack,
} from './support/waiting-replies'

const { people, mine, queued } = createWaitingReplies()

describe('over a change of the server’s clock', () => {
  const sentOnce = async (ticket: string, reply: string) => {
    await Promise.all([sendDue(), sendDue()])
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: false, send_at: null })
    expect(await mails(ticket)).toHaveLength(1)
    expect((await events(ticket)).filter((kind) => kind === 'comment_added')).toHaveLength(1)
  }

  it('forward: an undo is over at once, and the page that still counts sends nothing twice', async () => {
    const { agent } = people()
    const ticket = await mine()
    const reply = await queued(ticket)
    // The same as a clock one hour ahead: all times of before are an hour ago.
    await db`update public.comments set created_at = created_at - interval '1 hour', send_at = send_at - interval '1 hour'
      where id = ${reply}`
    await Promise.all([sendDue(), send(agent, reply), send(agent, reply)])
    await sentOnce(ticket, reply)
    expectRows(await takeBack(agent, reply), 0)
  })

  it('back: the page sends after its own seconds, and the job finds nothing when the time comes again', async () => {
    const { agent } = people()
    const ticket = await mine()
    const reply = await queued(ticket)
    await db`update public.comments set created_at = created_at + interval '1 hour', send_at = send_at + interval '1 hour'
      where id = ${reply}`
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true })
    expect((await send(agent, reply)).error).toBeNull()
    await sentOnce(ticket, reply)
  })

  it('sends a scheduled reply once, though its time comes twice', async () => {
    const ticket = await mine()
    const reply = await queued(ticket, { send_at: new Date(Date.now() + 3_600_000).toISOString() })
    await db`update public.comments set created_at = now() - interval '1 minute', send_at = now() where id = ${reply}`
    await sendDue()
    await db`update public.comments set created_at = created_at + interval '1 hour' where id = ${reply}`
    await sentOnce(ticket, reply)
  })

  /** As if its author had written it while the clock was an hour ahead; its time has come. */
  const ahead = (reply: string) =>
    db`update public.comments set created_at = created_at + interval '1 hour', send_at = now() where id = ${reply}`
  const later = () => ({ send_at: new Date(Date.now() + 3_600_000).toISOString() })

  it('back: holds a scheduled reply when the customer or a colleague wrote since, by an earlier time', async () => {
    const { owner, otherAgent } = people()
    const [asked, answered, solved] = [await mine(), await mine(), await mine()]
    const waiting = [
      await queued(asked, later()),
      await queued(answered, later()),
      await queued(solved, later()),
    ]
    await owner.client.from('comments').insert({ ticket_id: asked, content: 'Never mind' }).throwOnError()
    await setUndo(0)
    expect((await queue(otherAgent, answered)).error).toBeNull()
    await people().admin.client.from('tickets').update({ status: 'solved' }).eq('id', solved).throwOnError()
    for (const reply of waiting) await ahead(reply)
    await sendDue()
    const reasons = []
    for (const reply of waiting) reasons.push((await stored(reply))?.held_for)
    expect(reasons).toEqual(['customer_wrote', 'colleague_wrote', 'ticket_done'])
    expect((await mails(asked)).filter(({ kind }) => kind === 'reply')).toEqual([])
  })

  it('back: holds a reply of an undo when the ticket of somebody else was merged since', async () => {
    const { agent, otherCustomer } = people()
    const target = await mine()
    const source = await insertTicket(otherCustomer, { assigned_to: agent.id })
    const reply = await queued(target)
    await agent.client.rpc('merge_tickets', { source, target }).throwOnError()
    await ahead(reply)
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: 'ticket_merged' })
  })

  it('back before it was scheduled: what its author had read, by a later time, does not hold it', async () => {
    const { owner } = people()
    const ticket = await mine()
    await owner.client.from('comments').insert({ ticket_id: ticket, content: 'Any news?' }).throwOnError()
    await db`update public.comments set created_at = created_at + interval '1 hour' where ticket_id = ${ticket}`
    await db`update public.ticket_events set created_at = created_at + interval '1 hour' where ticket_id = ${ticket}`
    const reply = await queued(ticket, later())
    await ripen(reply)
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: false })
  })
})
