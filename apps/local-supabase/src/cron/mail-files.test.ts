/** Files of a reply in the mail that a mail program receives. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  keep,
  reply,
  settled,
  startMailWorkspace,
  ticketsOf,
  type MailWorkspace,
} from '../test-support/mail-workspace'
import { startMailExchange, type MailExchange } from '../test-support/mail-exchange'

let exchange: MailExchange
let workspace: MailWorkspace
beforeAll(async () => {
  exchange = await startMailExchange()
  workspace = await startMailWorkspace('North', exchange)
}, 240_000)
afterAll(async () => {
  await workspace?.stop()
  await exchange?.close()
})

it('attaches files up to 10 MB, and links the others for a week', { timeout: 240_000 }, async () => {
  const from = 'paul@files.example'
  exchange.deliverTo('files.example', keep)
  await exchange.send({ from, to: workspace.address, subject: 'The log', text: 'Which lines?' })
  await settled(exchange, workspace)
  const [ticket] = await ticketsOf(workspace, from)
  const id = ticket?.id ?? ''
  const files = ['one', 'two', 'three'].map((name) => ({
    name: `${name}.txt`,
    bytes: Buffer.alloc(4 * 1024 * 1024, `${name} `),
  }))
  await reply(workspace, id, 'These lines.', files.length)
  const [comment] = await workspace.db<{ id: string; user_id: string }[]>`
    select id, user_id from public.comments where ticket_id = ${id}`
  for (const { name, bytes } of files) {
    const path = `${id}/${randomUUID()}.txt`
    const stored = await workspace.agent.storage
      .from('ticket-attachments')
      .upload(path, bytes, { contentType: 'text/plain' })
    expect(stored.error).toBeNull()
    const { error } = await workspace.agent.from('attachments').insert({
      ticket_id: id,
      comment_id: comment?.id,
      file_name: name,
      file_type: 'text/plain',
      file_size: bytes.length,
      storage_path: path,
      uploaded_by: comment?.user_id,
    })
    expect(error).toBeNull()
  }
  await settled(exchange, workspace)

  const mail = exchange.carried.findLast(({ to }) => to === from)?.mail
  expect(mail?.text).toContain('These lines.')
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['one.txt', 'two.txt'])
  const link = /three\.txt \(for 7 days\): (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(mail?.html).toContain(link.replaceAll('&', '&amp;'))
  const downloaded = await fetch(link)
  expect(downloaded.headers.get('content-disposition')).toContain('three.txt')
  expect(Buffer.from(await downloaded.arrayBuffer()).equals(files[2]?.bytes ?? Buffer.alloc(0))).toBe(true)
  const forged = await fetch(link.replace(/token=./, 'token=x'))
  await forged.body?.cancel()
  expect(forged.ok).toBe(false)
})
