/** Played by disk.test.ts on a disk of its own: breaks it under a running portal, mends it, and prints what people saw. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAs, createUser, startStack, type Stack } from '@helpdesk/testing'
import { ticket } from '../../conformance/desk'

const [, , place = '', image = ''] = process.argv
const dataDir = join(place, 'data')

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

async function ended({ pid }: Stack): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
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
  await createUser(stack, { email: 'pat@example.com' })
  const client = await clientAs(stack, 'pat@example.com')
  const { data } = await client.from('tickets').insert(ticket('Broken disk')).select('id').single()
  const id = String(data?.id)
  const write = (content: string) => client.from('comments').insert({ ticket_id: id, content })
  const before: string[] = []
  // Somebody writes all the time: what was acknowledged in the very last moment counts as well.
  const broken = sleep(700).then(() => run('mount', '-o', 'remount,abort', place))
  let said: [number, string] | undefined
  for (let n = 0; !said; n += 1) {
    const { status, error } = await write(`Comment ${n}`)
    if (error) said = [status, error.message]
    else before.push(`Comment ${n}`)
  }
  await broken
  await ended(stack)
  const printed = stack.output()

  run('umount', place)
  run('mount', '-o', 'loop', image, place)
  const again = await startStack({ dataDir })
  try {
    const later = await clientAs(again, 'pat@example.com')
    await later.from('comments').insert({ ticket_id: id, content: 'Written afterwards' })
    const rows = await later.from('comments').select('content').limit(10_000)
    const after = (rows.data ?? []).map(({ content }) => String(content)).sort()
    process.stdout.write(`${JSON.stringify({ said, printed, before: before.sort(), after })}\n`)
  } finally {
    await again.stop()
  }
} finally {
  await stack.stop()
}
