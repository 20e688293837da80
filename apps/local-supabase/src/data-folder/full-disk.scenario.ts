/** Run by disk.test.ts on its own mount: fills the disk under a running portal and prints the responses. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { clientAs, createUser, startStack } from '@helpdesk/testing'
import { ticket } from '../../conformance/ticket'

const [, , mountPoint = ''] = process.argv
const filler = join(mountPoint, 'filler')

function fillDisk(): void {
  const file = openSync(filler, 'w')
  for (const size of [1 << 20, 1 << 10]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch {
      // No room for another piece of this size.
    }
  }
  closeSync(file)
}

const stack = await startStack({ dataDir: join(mountPoint, 'data') })
try {
  await createUser(stack, { email: 'pat@example.com' })
  const client = await clientAs(stack, 'pat@example.com')
  const id = (await client.from('tickets').insert(ticket('Full')).select('id').single()).data?.id
  // Too long for the free space of existing pages, and random, so that it cannot be compressed.
  const content = Array.from({ length: 4500 }, () => String.fromCharCode(33 + Math.random() * 90)).join('')
  const comment = async () => {
    const { status, error } = await client.from('comments').insert({ ticket_id: id, content })
    return [status, error?.message ?? null]
  }
  const files = client.storage.from('ticket-attachments')
  const upload = async () => {
    const file = new Blob(['x'.repeat(200_000)], { type: 'text/plain' })
    const { error } = await files.upload(`${id}/a.txt`, file)
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
  fillDisk()
  const full = { comment: await comment(), upload: await upload(), mail: await mail(), read: await read() }
  rmSync(filler)
  const later = {
    comment: await comment(),
    upload: await upload(),
    comments: (await client.from('comments').select('id')).data?.length,
    size: (await files.download(`${id}/a.txt`)).data?.size,
  }
  process.stdout.write(`${JSON.stringify({ full, later, printed: stack.output() })}\n`)
} finally {
  await stack.stop()
}
