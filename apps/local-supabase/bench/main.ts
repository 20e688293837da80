import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startStack } from '@helpdesk/testing/stack'
import { inspected } from '../src/test-support/heap'
import { HEAP_GROWTH_LIMIT, measureHeap } from './heap'
import { runLoad } from './load'
import { measureMemory } from './memory'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    think: { type: 'string', default: '4000' },
    requests: { type: 'string', default: '50000' },
    sockets: { type: 'string', default: '2000' },
    steady: { type: 'boolean', default: false },
  },
})

/**
 * `npm run bench:load -- --people 200 --seconds 60 --think 4000 --requests 50000 --sockets 2000 [--steady]`: starts a backend,
 * measures what requests and sockets leave in its memory, and crashes its database half-way under load.
 */
const stack = await startStack({ seed: 'demo', env: inspected })
const before = loadavg()[0]
try {
  if (process.platform === 'linux') console.log({ megabytes: await measureMemory(stack) })
  const heap = await measureHeap(stack, Number(values.requests), Number(values.sockets))
  console.log({ heap })
  const report = await runLoad(stack, {
    people: Number(values.people),
    seconds: Number(values.seconds),
    think: Number(values.think),
    restart: !values.steady,
  })
  const { actions, errors, wrong, ...figures } = report
  console.table(actions)
  console.log({
    ...figures,
    errors: errors.length,
    wrong: wrong.length,
    cores: cpus().length,
    loadBefore: before,
  })
  for (const text of new Set([...wrong, ...errors])) console.log(text)
  const isHeapFlat = heap.growth <= HEAP_GROWTH_LIMIT
  if (!isHeapFlat || errors.length || wrong.length || report.lost || report.duplicates) process.exitCode = 1
} finally {
  await stack.stop()
}
