import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isAlive, startTime } from './process-identity'

it.runIf(process.platform === 'linux')('takes a zombie for ended', async () => {
  // Its first process becomes another program, which does not know of the child and never collects it.
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void parent.kill())
  const child = Number(String((await once(parent.stdout, 'data'))[0]))
  expect(isAlive(child)).toBe(true)
  process.kill(child)
  await vi.waitFor(() => expect(isAlive(child)).toBe(false))
  expect(startTime(child), 'the system still knows it').toBeDefined()
})
