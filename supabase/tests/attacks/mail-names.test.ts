/** A name in a mail is its author's choice: the rules for names of profiles hold for it. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUser, createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { personWith, receive, replyAddress, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
  await createUser('agent', 'Avery Lindqvist')
})

const copiesOf = async (ticket: string | null) =>
  (await db`select name from public.ticket_participants where ticket_id = ${ticket} order by address`).map(
    ({ name }) => name,
  )
const encoded = (name: string) => `=?utf-8?b?${Buffer.from(name).toString('base64')}?=`

describe.each([
  'Avery Lindqvist',
  'Аvery Lindqvist',
  'Aѵeɽy Liɲdqvist',
  'A​very  LINDQVIST',
  'Lindqvist, Avery',
  'Avery (Lindqvist)',
  'Auery Lindqvist',
  'Avery Lindqvist via Helpdesk',
  'AveryLindqvist',
  'ꓮvery ꓡindqvist',
  'Ꭺvery Lindqvist',
  'Robin Okafor (Helpdesk)',
  'Helpdesk™',
  'Mailer-Daemon',
  'Support Team',
  'Kundensupport',
  'Kundenbetreuung',
  'Security',
  'Billing Department',
  'Sysadmin',
  'Customer Success',
  'Поддержка',
  'サポート',
  '客服',
  'Support',
  'Helpdesk Team',
  '✅ Support',
  'ada@example.com',
])('the name %j', (name) => {
  it('is not stored for somebody in copy, whose address is', async () => {
    const mail = await receive({
      from: people.owner.email,
      headers: [`Cc: ${encoded(name)} <a@${randomUUID()}.example>, Carl Copy <b@${randomUUID()}.example>`],
    })
    expect(await copiesOf(mail.ticket_id)).toEqual(['', 'Carl Copy'])
    const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: mail.ticket_id ?? '' })
    expect(data.messages[0].recipients.cc.map((person: { name: string }) => person.name)).toEqual([
      '',
      'Carl Copy',
    ])
  })

  it('is not shown for the sender of a mail that waits, nor in the copy that staff make of it', async () => {
    const [ticket, from] = [await insertTicket(people.owner), stranger()]
    const mail = await receive({ from: `${encoded(name)} <${from}>`, to: await replyAddress(ticket) })
    const { data } = await people.agent.client.rpc('list_unmatched_mails')
    expect(data.find(({ id }: { id: string }) => id === mail.id)).toMatchObject({
      from_address: from,
      from_name: '',
    })
    await people.agent.client.rpc('attach_unmatched_mail', { mail_id: mail.id, ticket_id: ticket })
    expect(await copiesOf(ticket)).toEqual([''])
    expect((await personWith(from))?.name).toBe(from.split('@')[0])
  })
})

it('keeps other names, without symbols, and the names of staff at their own address', async () => {
  const headers = [
    `Cc: ${encoded('Zoë 🚀 Ärger')} <a@${randomUUID()}.example>, Ada Agent <${people.agent.email}>`,
  ]
  const mail = await receive({ from: people.owner.email, headers })
  expect(await copiesOf(mail.ticket_id)).toEqual(['Zoë Ärger'])
  const [row] =
    await db`select recipients -> 'cc' -> 1 as staff from private.mail_messages where id = ${mail.id}`
  expect(row?.staff).toEqual({ address: people.agent.email, name: 'Ada Agent' })
})
