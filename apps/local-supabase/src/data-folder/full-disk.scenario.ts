/** Run by disk.test.ts on its own mount: fills the disk under a running portal and prints the responses. */
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAs, createUser, startStack } from '@helpdesk/testing'
import { ticket } from '../../conformance/ticket'

const [, , mountPoint = ''] = process.argv
/** Milliseconds until the portal has looked at the disk again. */
const SEEN_MS = 3_500
const filler = join(mountPoint, 'filler')

const freeMegabytes = () => {
  const { bavail, bsize } = statfsSync(mountPoint)
  return (bavail * bsize) / (1 << 20)
}

/** Fills the disk, all but so many megabytes. */
function fillDisk(leave = 0): void {
  const file = openSync(filler, 'w')
  for (const size of [1 << 20, 1 << 10]) {
    try {
      while (leave === 0 || freeMegabytes() > leave) writeSync(file, Buffer.alloc(size))
    } catch {
      // No room for another piece of this size.
    }
  }
  closeSync(file)
}

const stack = await startStack({ dataDir: join(mountPoint, 'data') })
try {
  // An address may ask for one mail a second.
  for (const email of ['pat@example.com', 'pia@example.com']) await createUser(stack, { email })
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
  const mail = async (email: string) => {
    const { error } = await client.auth.resetPasswordForEmail(email)
    return [error?.status ?? null, error?.message ?? null]
  }
  const ready = async () => {
    const response = await fetch(`${stack.url}/readyz`)
    return [response.status, (await response.json()).checks.disk.ok]
  }
  const read = async () => {
    const { status, data } = await client.from('tickets').select('id')
    return [status, data?.length]
  }
  // Less than a tenth of the disk.
  fillDisk(25)
  await sleep(SEEN_MS)
  const low = {
    upload: await upload(),
    comment: await comment(),
    mail: await mail('pat@example.com'),
    ready: await ready(),
  }
  fillDisk()
  const full = {
    comment: await comment(),
    upload: await upload(),
    mail: await mail('pia@example.com'),
    read: await read(),
  }
  rmSync(filler)
  await sleep(SEEN_MS)
  const later = {
    comment: await comment(),
    upload: await upload(),
    ready: await ready(),
    comments: (await client.from('comments').select('id')).data?.length,
    size: (await files.download(`${id}/a.txt`)).data?.size,
  }
  process.stdout.write(`${JSON.stringify({ low, full, later, printed: stack.output() })}\n`)
} finally {
  await stack.stop()
}
