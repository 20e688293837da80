/** Whoever plants the reply address of their ticket into a conversation takes no answer away from its thread. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, insertTicket, type TestUsers } from '../support/backend'
import {
  commentsOf,
  deliver,
  rawMail,
  receive,
  recordSent,
  replyAddress,
  stranger,
  SUPPORT_ADDRESS,
} from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const answering = (id: string) => `References: <${id}>`
async function foreignTicket() {
  const ticket = await insertTicket(people.otherCustomer)
  return { ticket, address: await replyAddress(ticket) }
}

describe('a reply address of a stranger’s ticket in Cc', () => {
  /** A mail to the plain address that answers one of its author's ticket and names the other ticket. */
  const answer = async (
    from: string,
    own: string,
    named: string,
    more: { verdict?: 'pass' | 'none'; field?: 'Cc' | 'To' } = {},
  ) => {
    const { verdict, field = 'Cc' } = more
    const to = field === 'To' ? `${SUPPORT_ADDRESS}, ${named}` : SUPPORT_ADDRESS
    const headers = [answering(await recordSent(own, from)), ...(field === 'Cc' ? [`Cc: ${named}`] : [])]
    const mail = await receive({ from, to, headers, ...(verdict && { verdict }) }, { to: [SUPPORT_ADDRESS] })
    return mail.ticket_id ?? mail.reason
  }
  /** A ticket of a stranger who put the author in copy. */
  const lure = async (author: string) => {
    const { ticket_id } = await receive({ from: stranger(), headers: [`Cc: ${author}`] })
    return { ticket: ticket_id ?? '', address: await replyAddress(ticket_id ?? '') }
  }

  it.each([
    ['puts the author in copy', lure],
    ['knows the author not', foreignTicket],
  ])('takes no answer away from its thread when the stranger %s', async (_name, plant) => {
    const author = stranger()
    const own = (await receive({ from: author })).ticket_id ?? ''
    const { ticket, address } = await plant(author)
    expect(await answer(author, own, address)).toBe(own)
    // Also of somebody in copy, and of staff.
    const copied = stranger()
    await people.agent.client.from('ticket_participants').insert({ ticket_id: own, address: copied })
    expect(await answer(copied, own, (await plant(copied)).address)).toBe(own)
    expect(await answer(people.agent.email, own, address)).toBe(own)
    expect(await commentsOf(ticket)).toEqual([])
  })

  it('is where a mail belongs that proves nothing, answers nothing of its author, or is addressed there', async () => {
    const author = stranger()
    const own = (await receive({ from: author })).ticket_id ?? ''
    const theirs = await lure(author)
    const foreign = await foreignTicket()
    expect(await answer(author, own, theirs.address, { verdict: 'none' })).toBe(theirs.ticket)
    expect(await answer(author, foreign.ticket, theirs.address)).toBe(theirs.ticket)
    expect(await answer(author, own, theirs.address, { field: 'To' })).toBe(theirs.ticket)
    // Of two tickets of the author the address decides.
    const other = (await receive({ from: author })).ticket_id ?? ''
    expect(await answer(author, own, await replyAddress(other))).toBe(other)
  })

  it('is filed there too when it is delivered there', async () => {
    const author = stranger()
    const own = (await receive({ from: author })).ticket_id ?? ''
    const theirs = await lure(author)
    const headers = [answering(await recordSent(own, author)), `Cc: ${theirs.address}`]
    const raw = rawMail({ from: author, headers })
    for (let turn = 0; turn < 2; turn += 1) await deliver(raw, { to: [theirs.address, SUPPORT_ADDRESS] })
    expect(await commentsOf(own)).toHaveLength(1)
    expect(await commentsOf(theirs.ticket)).toHaveLength(1)
  })
})
