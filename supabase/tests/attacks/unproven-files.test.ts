/** Files of forged mails take no room from those of the people on a ticket. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import {
  createUsers,
  db,
  insertAttachment,
  insertStoredFile,
  insertTicket,
  type TestUser,
  type TestUsers,
} from '../support/backend'
import { receive, replyAddress, withoutHost } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** The content of a mail with some pictures. */
const pictures = (count: number) => ({
  headers: ['Content-Type: multipart/mixed; boundary=b'],
  text: [
    ...['--b', 'Content-Type: text/plain', '', `See the files ${randomUUID()}.`],
    ...Array.from({ length: count }, (_, n) => [
      ...['--b', 'Content-Type: image/png', `Content-Disposition: attachment; filename="photo ${n}.png"`],
      ...['Content-Transfer-Encoding: base64', '', 'iVBORw0KGgo='],
    ]).flat(),
    '--b--',
  ].join('\r\n'),
})

interface Kept {
  files: unknown[]
  rejected_files: { reason: string }[]
}
/** How many files of a mail to the ticket were kept, and why others were not. */
async function mailTo(
  ticket: string,
  verdict: 'pass' | 'none',
  count: number,
  env?: ReturnType<typeof withoutHost>,
) {
  const values = { from: people.owner.email, to: await replyAddress(ticket), verdict, ...pictures(count) }
  const { id, ticket_id } = await receive(values, {}, env)
  expect(ticket_id).toBe(ticket)
  const [row] = await db<Kept[]>`select files, rejected_files from private.mail_messages where id = ${id}`
  return [row?.files.length, ...(row?.rejected_files ?? []).map(({ reason }) => reason)]
}
const add = async (ticket: string, who: TestUser) =>
  (await who.client.from('attachments').insert(await insertStoredFile(ticket, who))).error

it.each([
  ['a forged mail', undefined],
  ['a mail whose sender no host looked at', withoutHost()],
])('files of %s leave the requester and staff their room', async (_name, env) => {
  const ticket = await insertTicket(people.owner)
  expect(await mailTo(ticket, 'none', 6, env)).toEqual([5, 'count'])
  expect(await mailTo(ticket, 'none', 1, env)).toEqual([0, 'count'])
  expect(await mailTo(ticket, 'pass', 3)).toEqual([3])
  expect(await add(ticket, people.owner)).toBeNull()
  expect(await add(ticket, people.agent)).toBeNull()
  expect((await add(ticket, people.agent))?.details).toBe('attachment_limit')
  expect(await mailTo(ticket, 'pass', 1)).toEqual([0, 'count'])
})

it('files of forged mails are told apart by those who read the ticket, and by nobody who writes to it', async () => {
  const ticket = await insertTicket(people.owner)
  await mailTo(ticket, 'none', 1)
  await insertAttachment(people.owner, ticket)
  for (const who of [people.owner, people.agent]) {
    const { data } = await who.client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(data.attachments.map((file: { is_unproven: boolean }) => file.is_unproven)).toEqual([true, false])
    const own = { ...(await insertStoredFile(ticket, who)), is_unproven: true }
    expect((await who.client.from('attachments').insert(own)).error?.code).toBe('42501')
  }
})

it('files of a note leave those of forged mails out of account too', async () => {
  const ticket = await insertTicket(people.owner)
  expect(await mailTo(ticket, 'none', 5)).toEqual([5])
  const { data: note } = await people.agent.client
    .from('comments')
    .insert({ ticket_id: ticket, content: 'A note', is_internal: true })
    .select('id')
    .single()
  const file = { ...(await insertStoredFile(ticket, people.agent)), comment_id: note?.id ?? '' }
  expect((await people.agent.client.from('attachments').insert(file)).error).toBeNull()
})
