import { connectAs } from '@helpdesk/testing/connect-as'
import type { TransactionSql } from 'postgres'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, insertComment, insertTicket, stack, type TestUsers } from './support/backend'
import { whenBlocked } from './support/when-blocked'

/** Somebody changes or deletes what a mail is about while it is sent: neither may wait for the other. */
describe('the sender of mails', () => {
  let people: TestUsers
  let ticket: string
  let comment: string
  let mail: string
  beforeAll(async () => void (people = await createUsers()))
  beforeEach(async () => {
    ticket = await insertTicket(people.owner)
    comment = await insertComment(people.agent, ticket)
    await db`delete from public.notification_outbox`
    // Due later, so that the backend's own sender leaves it to these tests.
    const [row] = await db<{ id: string }[]>`
      insert into public.notification_outbox (kind, recipient_id, recipient_email, recipient_name, ticket_id, comment_id,
        actor_name, next_attempt_at)
      values ('reply', ${people.owner.id}, ${people.owner.email}, 'Olive', ${ticket}, ${comment}, 'Ada',
        now() + interval '1 hour')
      returning id`
    mail = String(row?.id)
  })

  const take = async (tx: TransactionSql) => {
    await tx`set local lock_timeout = '5s'`
    await tx`update public.notification_outbox set next_attempt_at = now() where id = ${mail}`
    return (await tx`select public.take_mails('desk.example')`).length
  }

  it.each([
    ['comment', (tx: TransactionSql) => tx`select from public.comments where id = ${comment} for update`],
    ['ticket', (tx: TransactionSql) => tx`select from public.tickets where id = ${ticket} for update`],
  ])('leaves the mail of a %s that is being deleted', async (_, lock) => {
    await db.begin(async (deleting) => {
      await lock(deleting)
      expect(await db.begin(take)).toBe(0)
    })
    expect(await db.begin(take)).toBe(1)
  })

  it('sends the mail of a ticket that somebody is changing', async () => {
    const agent = await connectAs(stack, people.agent.id)
    await agent.begin(async (changing) => {
      await changing`select public.assign_ticket(${ticket}, ${people.otherAgent.id})`
      expect(await db.begin(take)).toBe(1)
    })
    await agent.end()
  })

  it('records an attempt after the deletion of its mail', async () => {
    expect(await db.begin(take)).toBe(1)
    let finished: Promise<unknown> = Promise.resolve()
    await db.begin(async (deleting) => {
      await deleting`select from public.notification_outbox where id = ${mail} for update`
      finished = db`select public.finish_notification(${mail})`.execute()
      expect(await whenBlocked(deleting, finished)).toBe(true)
      await deleting`delete from public.notification_outbox where id = ${mail}`
    })
    await finished
  })
})
