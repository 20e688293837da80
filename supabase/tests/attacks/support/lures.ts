import { randomUUID } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { createUsers, type TestUsers } from '../../support/backend'
import { numberOf, receive, recordSent, replyAddress, stranger, SUPPORT_ADDRESS } from '../../support/mail'

/** A stranger's ticket with somebody in copy, and what its mails are marked with. Calls vitest's hooks. */
export function createLures() {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const answering = (...ids: string[]) => `References: ${ids.map((id) => `<${id}>`).join(' ')}`

  /** A ticket of a stranger, with the owner in copy. A mail can have several lines of Cc. */
  async function lure(headers: string[] = []) {
    const author = stranger()
    const id = `${randomUUID()}@mail.example`
    const { ticket_id } = await receive({
      from: author,
      id,
      headers: [`Cc: ${people.owner.email}`, ...headers],
    })
    if (!ticket_id) throw new Error('no ticket')
    return { author, id, ticket: ticket_id }
  }
  const byNumber = async (ticket: string) => ({ subject: `Fwd: [#${await numberOf(ticket)}] Your account` })
  const byRoot = (ticket: string) => ({ headers: [answering(`ticket.${ticket}@desk.example`)] })
  const bySent = async (ticket: string, to: string) => ({
    headers: [answering(await recordSent(ticket, to))],
  })

  /** What an agent answers to a mail of the stranger that names these. */
  async function named(ticket: string) {
    const id = `${randomUUID()}@mail.example`
    const reply = { from: people.agent.email, to: await replyAddress(ticket), headers: [answering(id)] }
    expect(await receive(reply)).toMatchObject({ state: 'accepted', ticket_id: ticket })
    return { headers: [answering(id)] }
  }

  /** A mail with the workspace in copy. */
  const withDesk = (from: string, to: string, values: object) =>
    receive({ from, to: `${to}, ${SUPPORT_ADDRESS}`, ...values }, { to: [SUPPORT_ADDRESS] })

  return { people: () => people, answering, lure, byNumber, byRoot, bySent, named, withDesk }
}
