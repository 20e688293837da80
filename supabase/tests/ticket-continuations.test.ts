import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUsers } from './support/backend'
import { receive, stranger } from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const newSubject = () => `Printer ${randomUUID().slice(0, 8)} is on fire`
const open = async (from: string, subject: string, headers: string[] = []) =>
  (await receive({ from, subject, headers })).ticket_id ?? ''
const continued = async (ticket: string, reader = people.agent) => {
  const { data, error } = await reader.client.rpc('ticket_continuation', { ticket_id: ticket })
  expect(error).toBeNull()
  return data
}

describe('a ticket that a mail opened', () => {
  it('seems to continue the last one with the same subject and requester, and is never filed there', async () => {
    const [from, subject] = [stranger(), newSubject()]
    const [first, second] = [await open(from, subject), await open(from, `Re: ${subject}`)]
    expect(second).not.toBe(first)
    expect(await continued(first)).toBeNull()
    // While both are active, they look the same.
    expect(await continued(second)).toBeNull()
    await db`update public.tickets set status = 'solved' where id = ${first}`
    expect(await continued(second)).toMatchObject({ id: first, subject })
    await db`update public.tickets set status = 'closed' where id = ${second}`
    const third = await open(from, `AW: RE[2]: [ext] Antw: ${subject.toUpperCase()}`)
    expect([first, second]).not.toContain(third)
    expect(await continued(third, people.admin)).toMatchObject({ id: second })
  })

  it('seems to continue the one on whose copies its requester is, and that of somebody in its own copy', async () => {
    const [ann, bob, subject] = [stranger(), stranger(), newSubject()]
    const first = await open(ann, subject, [`Cc: ${bob}`])
    expect(await continued(await open(bob, `Re: ${subject}`))).toMatchObject({ id: first })
    const [cleo, dan, other] = [stranger(), stranger(), newSubject()]
    const before = await open(cleo, other)
    expect(await continued(await open(dan, `Re: ${other}`, [`Cc: ${cleo}`]))).toMatchObject({ id: before })
  })

  it.each([
    ['of other people with the same subject', stranger, (subject: string) => `Re: ${subject}`],
    ['with another subject', undefined, () => newSubject()],
    ['with another number', undefined, (subject: string) => `${subject} 2`],
  ])('seems to continue none %s', async (_name, sender, subjectOf) => {
    const [from, subject] = [stranger(), newSubject()]
    await open(from, subject)
    expect(await continued(await open(sender?.() ?? from, subjectOf(subject)))).toBeNull()
  })

  it('seems to continue none without a subject, and none that rested for 60 days', async () => {
    const from = stranger()
    await open(from, '')
    expect(await continued(await open(from, 'Re:'))).toBeNull()
    const subject = newSubject()
    const first = await open(from, subject)
    const second = await open(from, subject)
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update public.tickets set created_at = now() - interval '61 days', updated_at = now() - interval '61 days' where id = ${first}`
    })
    expect(await continued(second)).toBeNull()
  })

  it('seems to continue none once it is solved', async () => {
    const [from, subject] = [stranger(), newSubject()]
    await open(from, subject)
    const second = await open(from, subject)
    await db`update public.tickets set status = 'solved' where id = ${second}`
    expect(await continued(second)).toBeNull()
  })

  it('continues none after staff dismissed that, for everybody', async () => {
    const [from, subject] = [stranger(), newSubject()]
    const [, second] = [await open(from, subject), await open(from, subject)]
    for (const agent of [people.agent, people.otherAgent])
      expect((await agent.client.rpc('dismiss_continuation', { ticket_id: second })).error).toBeNull()
    expect(await continued(second, people.admin)).toBeNull()
    const [row] =
      await db`select dismissed_by from private.dismissed_continuations where ticket_id = ${second}`
    expect(row).toEqual({ dismissed_by: people.agent.id })
    const missing = { ticket_id: randomUUID() }
    expectError(await people.agent.client.rpc('dismiss_continuation', missing), 'ticket_not_found')
  })

  it('is not suggested any more once it is linked as its follow-up', async () => {
    const [from, subject] = [stranger(), newSubject()]
    const first = await open(from, subject)
    await db`update public.tickets set status = 'solved' where id = ${first}`
    const second = await open(from, subject)
    expect(await continued(second)).toMatchObject({ id: first })
    const kind = { ticket_ids: [second], target: first, kind: 'follow_up' }
    expect((await people.agent.client.rpc('link_tickets', kind)).error).toBeNull()
    expect(await continued(second)).toBeNull()
    expect((await people.agent.client.rpc('unlink_tickets', kind)).error).toBeNull()
    expect(await continued(second)).toMatchObject({ id: first })
  })

  it('is compared for staff alone', async () => {
    const args = { ticket_id: await open(people.owner.email, newSubject()) }
    expectError(await people.owner.client.rpc('ticket_continuation', args), 'agent_required')
    expectError(await people.owner.client.rpc('dismiss_continuation', args), 'agent_required')
  })
})

it('compares no ticket that the portal opened', async () => {
  const subject = newSubject()
  await insertTicket(people.owner, { subject })
  expect(await continued(await insertTicket(people.owner, { subject }))).toBeNull()
})
