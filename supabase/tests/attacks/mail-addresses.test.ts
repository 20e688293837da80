/** An address is somebody's only letter by letter: what some programs fold to ASCII is another mailbox. */
import { expect, it } from 'vitest'
import { db } from '../support/backend'
import { deliver, rawMail, receive, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

it('of the Kelvin sign is not the customer with a k', async () => {
  const mark = `mark-${stranger()}`
  await receive({ from: mark })
  const mail = await receive({ from: mark.replace('k', '\u212a') })
  expect(mail).toMatchObject({ state: 'unmatched', reason: 'no_sender', ticket_id: null })
})

it('folds A to Z alone in the database', async () => {
  const [row] = await db`select private.lower_ascii(${'MAR\u212a@\u0130\u017fÄ.example'}) as folded`
  expect(row).toEqual({ folded: 'mar\u212a@\u0130\u017fÄ.example' })
})

it('of somebody in copy is left out when programs read it differently', async () => {
  const other = stranger()
  const id = stranger()
  await deliver(rawMail({ from: stranger(), id, headers: [`Cc: mar\u212a@c.example, ${other}`] }))
  const [row] = await db`select recipients -> 'cc' as cc from private.mail_messages where message_id = ${id}`
  expect(row?.cc).toEqual([{ name: '', address: other }])
})
