/** Mails that are not filed and wait for nobody: staff find each with its reason and original. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUsers } from './support/backend'
import { bounce } from './support/bounce'
import {
  commentsOf,
  deliver,
  SUPPORT_ADDRESS,
  rawMail,
  receive,
  replyAddress,
  stranger,
} from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const automatic = ['Auto-Submitted: auto-generated']
const response = ['Auto-Submitted: auto-replied']
const states = ['ignored', 'refused', 'bounce']
const listed = async (id: string) => {
  const { data } = await people.agent.client.rpc('list_unmatched_mails', { states, max_rows: 100 })
  return data.find((mail: { id: string }) => mail.id === id)
}
const show = (id: string) =>
  people.agent.client.functions.invoke('staff-mail', { body: { action: 'show', mailId: id } })

async function after20(from: string) {
  for (let turn = 0; turn < 20; turn += 1) await receive({ from, headers: automatic })
  return receive({ from, headers: automatic, text: 'The 21st.' })
}
async function deactivated(from: string) {
  await receive({ from })
  await db`update public.profiles set deactivated_at = now() where email = ${from}`
  return receive({ from, text: 'Am I still heard?' })
}

describe('a mail that is not filed', () => {
  it.each([
    ['of a program, after 20 in an hour', 'ignored', 'automatic_limit', (from: string) => after20(from)],
    [
      'that answers by itself',
      'ignored',
      'automatic',
      (from: string) => receive({ from, headers: response }),
    ],
    ['from an address of the workspace', 'ignored', 'own_message', () => receive({ from: SUPPORT_ADDRESS })],
    ['of a deactivated account', 'refused', 'deactivated', (from: string) => deactivated(from)],
    [
      'that reports a mail of somebody else',
      'bounce',
      'unknown_bounce',
      () => receive(bounce(stranger(), 'x@y.example'), { from: '' }),
    ],
  ] as const)('%s is found with its reason and its original', async (_name, state, reason, make) => {
    const mail = await make(stranger())
    expect(await listed(mail.id)).toMatchObject({ state, reason, has_original: true })
    const { data, error } = await show(mail.id)
    expect(error).toBeNull()
    expect(JSON.stringify(data.headers)).toContain('Subject')
  })

  it('because it is a copy is found with its ticket and the original of the other', async () => {
    const other = `sales-${randomUUID().slice(0, 8)}@localhost`
    await db`insert into public.mail_addresses (address) values (${other})`
    const id = `${randomUUID()}@x.example`
    await deliver(rawMail({ from: stranger(), id }), { to: [SUPPORT_ADDRESS, other] })
    const [copy] = await db<{ id: string; ticket_id: string }[]>`
      select id, ticket_id from private.mail_messages where message_id = ${id} and recipient = ${other}`
    expect(await listed(copy?.id ?? '')).toMatchObject({
      ...{ reason: 'same_message', has_original: true, suspected_ticket: { id: copy?.ticket_id } },
    })
    expect((await show(copy?.id ?? '')).error).toBeNull()
    await db`delete from public.mail_addresses where address = ${other}`
  })

  it('because it is a copy goes with the comment of the other', async () => {
    const other = `sales-${randomUUID().slice(0, 8)}@localhost`
    await db`insert into public.mail_addresses (address) values (${other})`
    const [id, ticket] = [`${randomUUID()}@x.example`, await insertTicket(people.owner)]
    const to = [await replyAddress(ticket), other]
    const values = { from: people.owner.email, to: to.join(', '), id, text: 'My password is red.' }
    await deliver(rawMail(values), { to })
    await db`delete from public.comments where ticket_id = ${ticket}`
    const rows =
      await db`select content, quoted, original_path from private.mail_messages where message_id = ${id}`
    expect([...rows]).toEqual(Array(2).fill({ content: '', quoted: '', original_path: null }))
    await db`delete from public.mail_addresses where address = ${other}`
  })

  it('of a blocked sender is found with its text', async () => {
    const from = stranger()
    await db`insert into public.blocked_senders (address) values (${from})`
    const mail = await receive({ from, text: 'Buy now.' })
    expect(await listed(mail.id)).toMatchObject({
      reason: 'blocked',
      has_original: false,
      preview: 'Buy now.',
    })
  })

  it('is found by staff alone', async () => {
    expectError(await people.owner.client.rpc('list_unmatched_mails', { states }), 'agent_required')
  })

  it('is filed by staff all the same', async () => {
    const ticket = await insertTicket(people.owner)
    const mail = await receive({
      from: people.owner.email,
      to: await replyAddress(ticket),
      headers: response,
    })
    const args = { mail_id: mail.id, ticket_id: ticket }
    expect((await people.agent.client.rpc('attach_unmatched_mail', args)).error).toBeNull()
    expect([...(await commentsOf(ticket))]).toMatchObject([{ user_id: people.owner.id }])
    const report = await receive(bounce(stranger(), 'x@y.example'), { from: '' })
    expect(
      (await people.agent.client.rpc('attach_unmatched_mail', { ...args, mail_id: report.id })).error,
    ).toBeNull()
  })

  it('from an address of the workspace makes no account, and is filed as a note', async () => {
    const ticket = await insertTicket(people.owner)
    const mail = await receive({ from: SUPPORT_ADDRESS })
    const file = (ticket_id: string | null) =>
      people.agent.client.rpc('attach_unmatched_mail', { mail_id: mail.id, ticket_id })
    expectError(await file(null), 'sender_is_staff')
    expect((await file(ticket)).error).toBeNull()
    expect([...(await commentsOf(ticket))]).toMatchObject([{ user_id: people.agent.id, is_internal: true }])
  })

  it('is left out of the list once it is discarded', async () => {
    const mail = await receive({ from: stranger(), headers: response })
    expect((await people.agent.client.rpc('discard_mail', { mail_id: mail.id })).error).toBeNull()
    expect(await listed(mail.id)).toBeUndefined()
  })
})
