/** An address is somebody's only letter by letter: what some programs fold to ASCII is another mailbox. */
import { expect, it } from 'vitest'
import { db } from '../support/backend'
import { deliver, rawMail, receive, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

it('a customer’s address with a Kelvin sign in place of its k is not theirs', async () => {
  const mark = `mark-${stranger()}`
  await receive({ from: mark })
  const mail = await receive({ from: mark.replace('k', '\u212a') })
  expect(mail).toMatchObject({ state: 'unmatched', reason: 'no_sender', ticket_id: null })
})

it('folds A to Z alone in the database', async () => {
  const [row] = await db`select private.lower_ascii(${'MAR\u212a@\u0130\u017fÄ.example'}) as folded`
  expect(row).toEqual({ folded: 'mar\u212a@\u0130\u017fÄ.example' })
})

it('an address in copy that programs read differently is left out', async () => {
  const other = stranger()
  const id = stranger()
  await deliver(rawMail({ from: stranger(), id, headers: [`Cc: mar\u212a@c.example, ${other}`] }))
  const [row] = await db`select recipients -> 'cc' as cc from private.mail_messages where message_id = ${id}`
  expect(row?.cc).toEqual([{ name: '', address: other }])
})
