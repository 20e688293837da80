/** Run by disk.test.ts on its own mount: makes the disk read-only under a running portal, then repairs it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { clientAs, createUser, serviceClient, startStack, type Stack } from '@helpdesk/testing'
import { ticket } from '../../conformance/ticket'

const [, , mountPoint = '', image = ''] = process.argv
const dataDir = join(mountPoint, 'data')
const run = promisify(execFile)

async function waitForExit({ pid }: Stack): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
  }
  throw new Error('The portal did not end')
}

const stack = await startStack({ dataDir })
try {
  const { id: user_id } = await createUser(stack, { email: 'pat@example.com' })
  const client = await clientAs(stack, 'pat@example.com')
  const { data } = await client.from('tickets').insert(ticket('Broken disk')).select('id').single()
  const ticket_id = String(data?.id)
  // Through the service role: on a slow machine a customer would reach the limit of comments per minute first.
  const writer = serviceClient(stack).from('comments')
  const before: string[] = []
  let remount: Promise<unknown> | undefined
  let refused: [number, string] | undefined
  // Writes on during the remount: a write acknowledged at the last moment counts as well.
  for (let n = 0; !refused; n += 1) {
    const content = `Comment ${n}`
    const { status, error } = await writer.insert({ ticket_id, user_id, content })
    if (error) refused = [status, error.message]
    else before.push(content)
    if (before.length >= 20) remount ??= run('mount', ['-o', 'remount,abort', mountPoint])
  }
  await remount
  await waitForExit(stack)
  const printed = stack.output()

  await run('umount', [mountPoint])
  await run('mount', ['-o', 'loop', image, mountPoint])
  const restarted = await startStack({ dataDir })
  try {
    const service = serviceClient(restarted).from('comments')
    await service.insert({ ticket_id, user_id, content: 'Written afterwards' })
    const db = await service.select('content').limit(1_000)
    const after = (db.data ?? []).map(({ content }) => String(content)).sort()
    process.stdout.write(`${JSON.stringify({ refused, printed, before: before.sort(), after })}\n`)
  } finally {
    await restarted.stop()
  }
} finally {
  await stack.stop()
}
