import postgres from 'postgres'
import { expect, it } from 'vitest'
import { createFreeSpace } from '../data-folder/free-space'
import { createLimits } from '../limits/limits'
import { createQueueKeys } from '../limits/queue-keys'
import { setConnection } from './connection'
import { createGateway } from './gateway'

const keys = { jwtSecret: 'x'.repeat(40), publishable: 'sb_publishable_x', secret: 'sb_secret_x' }

it('queues anonymous callers by address', async () => {
  const end: (() => void)[] = []
  /** Transactions that last until the test ends them. */
  const sql = Object.assign(postgres(), { begin: () => new Promise<void>((resolve) => end.push(resolve)) })
  const gateway = createGateway({
    sql,
    keys,
    origin: '',
    dataDir: '',
    space: createFreeSpace(''),
    limits: createLimits({}),
    queueKeys: createQueueKeys(sql),
    log: () => {},
  })
  async function ask(address: string) {
    const request = new Request('http://127.0.0.1/', { headers: { apikey: keys.publishable } })
    setConnection(request, { address, isHttp10: false, close: () => {} })
    return gateway.asCaller(await gateway.caller(request), async () => 1)
  }
  const crowd = Array.from({ length: 102 }, () => ask('192.0.2.1'))
  await expect(crowd.at(-1)).rejects.toMatchObject({ status: 429 })
  const other = ask('192.0.2.2')
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(end).toHaveLength(2)
  for (const each of [...crowd.slice(0, -1), other]) each.catch(() => {})
})
