/** Played by disk.test.ts on a disk of its own: fills it under a running portal, and prints what people are told. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { clientAs, createUser, startStack } from '@helpdesk/testing'
import { ticket } from '../../conformance/desk'

const [, , place = ''] = process.argv
const filler = join(place, 'filler')

function fill(): void {
  const file = openSync(filler, 'w')
  for (const size of [1 << 20, 1 << 10]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch {
      // Full for pieces of this size.
    }
  }
  closeSync(file)
}

const stack = await startStack({ dataDir: join(place, 'data') })
try {
  await createUser(stack, { email: 'pat@example.com' })
  const client = await clientAs(stack, 'pat@example.com')
  const id = (await client.from('tickets').insert(ticket('Full')).select('id').single()).data?.id
  // Too long for what is left in the pages that exist, and made of nothing that can be packed.
  const content = Array.from({ length: 4500 }, () => String.fromCharCode(33 + Math.random() * 90)).join('')
  const comment = async () => {
    const { status, error } = await client.from('comments').insert({ ticket_id: id, content })
    return [status, error?.message ?? null]
  }
  const files = client.storage.from('ticket-attachments')
  const upload = async () => {
    const { error } = await files.upload(
      `${id}/a.txt`,
      new Blob(['x'.repeat(200_000)], { type: 'text/plain' }),
    )
    return [error && 'statusCode' in error ? error.statusCode : null, error?.message ?? null]
  }
  const mail = async () => {
    const { error } = await client.auth.resetPasswordForEmail('pat@example.com')
    return [error?.status, error?.message]
  }
  const read = async () => {
    const { status, data } = await client.from('tickets').select('id')
    return [status, data?.length]
  }
  fill()
  const full = { comment: await comment(), upload: await upload(), mail: await mail(), read: await read() }
  rmSync(filler)
  const later = {
    comment: await comment(),
    upload: await upload(),
    comments: (await client.from('comments').select('id')).data?.length,
    files: (await files.list(String(id))).data?.length,
  }
  process.stdout.write(`${JSON.stringify({ full, later, printed: stack.output() })}\n`)
} finally {
  await stack.stop()
}
