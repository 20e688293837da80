/** Waiting replies that are taken back, and those that the job sends: once, whoever is faster. */
import { describe, expect, it } from 'vitest'
import { attachmentValues, db, expectError, expectRows, insertTicket } from './support/backend'
import {
  send,
  takeBack,
  ripen,
  sendDue,
  mails,
  stored,
  events,
  queue,
  createWaitingReplies,
} from './support/waiting-replies'
import { whenBlocked } from './support/when-blocked'

const { people, mine, queued } = createWaitingReplies()

describe('taking back', () => {
  it('leaves nothing behind, for its author and for admins', async () => {
    const { agent, otherAgent, owner, admin } = people()
    const ticket = await mine()
    for (const person of [agent, admin]) {
      const reply = await queued(ticket)
      await db`insert into public.attachments ${db({ ...attachmentValues(ticket, agent), comment_id: reply })}`
      expectRows(await takeBack(otherAgent, reply), 0)
      expectRows(await takeBack(owner, reply), 0)
      const { data } = await takeBack(person, reply)
      expect(data).toEqual([{ content: 'Xyzzy, try again.' }])
      expect(await stored(reply)).toBeUndefined()
      expectError(await send(agent, reply), 'reply_gone')
    }
    expect(await db`select from public.attachments where ticket_id = ${ticket}`).toHaveLength(0)
    expect(await mails(ticket)).toEqual([])
  })

  it('is too late once it is sent', async () => {
    const { agent } = people()
    const reply = await queued(await mine())
    await send(agent, reply)
    expectRows(await takeBack(agent, reply), 0)
    expect(await stored(reply)).toMatchObject({ is_internal: false })
  })

  it('loses or wins against the job, and never both', async () => {
    const { agent } = people()
    const ticket = await mine()
    const late = await queued(ticket)
    await ripen(late)
    let undo: ReturnType<typeof takeBack> | undefined
    await db.begin(async (tx) => {
      await tx`select public.send_due_replies()`
      undo = takeBack(agent, late).then((answer) => answer) as never
      expect(await whenBlocked(tx, undo!)).toBe(true)
    })
    expectRows(await undo!, 0)
    expect(await stored(late)).toMatchObject({ is_internal: false, send_at: null })

    const early = await queued(ticket)
    await ripen(early)
    await db.begin(async (tx) => {
      await tx`delete from public.comments where id = ${early}`
      await sendDue()
    })
    await sendDue()
    expect(await stored(early)).toBeUndefined()
    expect(await mails(ticket)).toHaveLength(1)
  })
})

describe('the job', () => {
  it('sends what its page left behind, once for two workers and a page at once', async () => {
    const { agent } = people()
    const replies: string[] = []
    for (let n = 0; n < 4; n += 1) replies.push(await queued(await mine()))
    await sendDue()
    expect(await stored(replies[0] ?? '')).toMatchObject({ is_internal: true })
    await db`update public.comments set send_at = now() where id = any (${replies})`
    await Promise.all([sendDue(), sendDue(), ...replies.map((reply) => send(agent, reply))])
    await sendDue()
    for (const reply of replies) {
      const [row] = await db<
        { ticket_id: string }[]
      >`select ticket_id from public.comments where id = ${reply}`
      expect(await mails(row?.ticket_id ?? '')).toHaveLength(1)
      expect(await events(row?.ticket_id ?? '')).toEqual(['comment_added'])
    }
  })

  it('leaves a ticket alone that somebody works on', async () => {
    const ticket = await mine()
    const reply = await queued(ticket)
    await ripen(reply)
    await db.begin(async (tx) => {
      await tx`select from public.tickets where id = ${ticket} for no key update`
      await sendDue()
      expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: null })
    })
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: false })
  })

  it('holds the reply of an author who left, and sends those behind one that fails', async () => {
    const leaver = people().otherAgent
    const ticket = await mine()
    const [left, broken, fine] = [
      await queued(ticket, {}, leaver),
      await queued(ticket, { add_tags: ['one'] }),
      await queued(ticket),
    ]
    await db`update public.profiles set deactivated_at = now() where id = ${leaver.id}`
    // A ticket has at most this many tags, which others may have added meanwhile.
    const full = Array.from({ length: 60 }, (_, n) => `tag ${n}`)
    await db`update private.waiting_replies set add_tags = ${full.slice(0, 20)} where comment_id = ${broken}`
    await db`insert into public.ticket_tags (ticket_id, tags) values (${ticket}, ${full.slice(20, 40)})
      on conflict (ticket_id) do update set tags = excluded.tags`
    for (const reply of [left, broken, fine]) await ripen(reply)
    await sendDue()
    await db`update public.profiles set deactivated_at = null where id = ${leaver.id}`
    expect(await stored(left)).toMatchObject({ is_internal: true, held_for: 'author_left' })
    expect(await stored(broken)).toMatchObject({ is_internal: true, held_for: 'failed' })
    expect(await stored(fine)).toMatchObject({ is_internal: false })
    await sendDue()
    expect(await stored(left)).toMatchObject({ is_internal: true })
    // Back again, they send it themselves.
    expect((await send(leaver, left)).error).toBeNull()
  })

  it('asks again when the ticket of somebody else was merged since, who would read it', async () => {
    const { agent, otherCustomer } = people()
    const [target, later] = [await mine(), await mine()]
    const [reply, after] = [await queued(target), await queued(later)]
    const source = await insertTicket(otherCustomer, { assigned_to: agent.id })
    expect((await agent.client.rpc('merge_tickets', { source, target })).error).toBeNull()
    await ripen(reply)
    await ripen(after)
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: 'ticket_merged' })
    expect(await stored(after)).toMatchObject({ is_internal: false })
    // Written by somebody who knows of both.
    const next = await queued(target)
    await ripen(next)
    await sendDue()
    expect(await stored(next)).toMatchObject({ is_internal: false })
  })
})

describe('a scheduled reply', () => {
  const later = () => ({ send_at: new Date(Date.now() + 3_600_000).toISOString() })
  /** The same, one minute after it was scheduled. */
  const pass = (reply: string) => db`
    update public.comments set created_at = created_at - interval '1 minute', send_at = now() where id = ${reply}`
  const notified = async (ticket: string) => [
    ...(await db`select person_id, kind, actor_id from private.notifications
      where ticket_id = ${ticket} and kind = 'reply_held'`),
  ]

  it('is for a time to come, within a year', async () => {
    const ticket = await mine()
    const at = (time: number) => queue(people().agent, ticket, { send_at: new Date(time).toISOString() })
    expectError(await at(Date.now() - 60_000), 'send_at_past')
    expectError(await at(Date.now() + 400 * 86_400_000), 'send_at_too_late')
    expect((await at(Date.now() + 360 * 86_400_000)).error).toBeNull()
  })

  it('is in the history, for staff, and so is that it was taken back; one that waits for an undo is not', async () => {
    const { agent, owner, otherAgent } = people()
    const ticket = await mine()
    const at = later()
    const seen = { seen_at: new Date().toISOString() }
    await takeBack(agent, await queued(ticket, at))
    await takeBack(agent, await queued(ticket))
    const history = async ({ client }: typeof agent) => {
      const { data } = await client
        .from('ticket_events')
        .select('kind, from_value, to_value, actor_id')
        .eq('ticket_id', ticket)
        .neq('kind', 'created')
        .order('created_at')
      return data
    }
    const [scheduled, cancelled] = (await history(otherAgent)) ?? []
    expect(scheduled).toMatchObject({ kind: 'reply_scheduled', from_value: null, actor_id: agent.id })
    expect(cancelled).toMatchObject({ kind: 'reply_cancelled', to_value: null, actor_id: agent.id })
    for (const value of [scheduled?.to_value, cancelled?.from_value])
      expect(new Date(value).toISOString()).toBe(at.send_at)
    expect(await history(otherAgent)).toHaveLength(2)
    expect(await history(owner)).toEqual([])
    // A colleague who saw the ticket before has nothing to read again.
    expect((await queue(otherAgent, ticket, seen)).error).toBeNull()
  })

  it('is sent once at its time, by the job alone', async () => {
    const ticket = await mine()
    const reply = await queued(ticket, { ...later(), new_status: 'pending' })
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true })
    await pass(reply)
    await Promise.all([sendDue(), sendDue()])
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: false, send_at: null })
    expect(await mails(ticket)).toEqual([
      { kind: 'reply', recipient_id: people().owner.id, new_status: 'pending' },
    ])
    expect(await notified(ticket)).toEqual([])
  })

  it('is not sent when the customer wrote since: its author is notified, and may send it anyway', async () => {
    const { agent, owner, otherAgent } = people()
    const ticket = await mine()
    const reply = await queued(ticket, later())
    await otherAgent.client.rpc('send_reply', { ticket_id: ticket, content: 'A note', is_internal: true })
    await owner.client
      .from('comments')
      .insert({ ticket_id: ticket, user_id: owner.id, content: 'Never mind' })
    await pass(reply)
    await sendDue()
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: 'customer_wrote' })
    expect(await notified(ticket)).toEqual([{ person_id: agent.id, kind: 'reply_held', actor_id: null }])
    const held = () => db`
      select recipient_id from public.notification_outbox where ticket_id = ${ticket} and kind = 'reply_held'`
    expect([...(await held())]).toEqual([{ recipient_id: agent.id }])
    expect((await send(agent, reply)).error).toBeNull()
    expect(await stored(reply)).toMatchObject({ is_internal: false })
  })

  it('asks again when a colleague replied since, and not after its author did', async () => {
    const { otherAgent, agent } = people()
    const [answered, own] = [await mine(), await mine()]
    const [reply, second] = [await queued(answered, later()), await queued(own, later())]
    await db`update public.workspace_settings set undo_send_seconds = 0`
    expect((await queue(otherAgent, answered, {})).error).toBeNull()
    expect((await queue(agent, own, {})).error).toBeNull()
    await db`update public.workspace_settings set undo_send_seconds = 10`
    // Last, because the backend's own clock sends what is due.
    await pass(reply)
    await pass(second)
    await Promise.all([sendDue(), sendDue()])
    expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: 'colleague_wrote' })
    expect(await notified(answered)).toEqual([{ person_id: agent.id, kind: 'reply_held', actor_id: null }])
    expect(await stored(second)).toMatchObject({ is_internal: false })
  })

  it('is not sent on a ticket that was solved since, and is on one that was solved before', async () => {
    const { otherAgent, agent } = people()
    const [since, before] = [await mine(), await mine({ status: 'solved' })]
    const [held, fine] = [await queued(since, later()), await queued(before, later())]
    await db`update public.tickets set assigned_to = ${otherAgent.id} where id = ${since}`
    await otherAgent.client.from('tickets').update({ status: 'solved' }).eq('id', since)
    await pass(held)
    await pass(fine)
    await sendDue()
    expect(await stored(held)).toMatchObject({ is_internal: true, held_for: 'ticket_done' })
    expect(await notified(since)).toEqual([{ person_id: agent.id, kind: 'reply_held', actor_id: null }])
    expect(await stored(fine)).toMatchObject({ is_internal: false })
  })

  it('is sent by whoever comes first, the customer or the job', async () => {
    const { owner } = people()
    const ticket = await mine()
    const reply = await queued(ticket, later())
    await db.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.id, role: 'authenticated' })}, true)`
      await tx`insert into public.comments (ticket_id, user_id, content) values (${ticket}, ${owner.id}, 'Wait')`
      // The customer's message is not there yet, and the ticket is locked by it.
      await pass(reply)
      await sendDue()
      expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: null })
    })
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: 'customer_wrote' })
  })
})
