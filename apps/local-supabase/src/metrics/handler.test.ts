import { afterEach, expect, it, vi } from 'vitest'
import { createFreeSpace } from '../data-folder/free-space'
import { createMetrics } from './handler'

afterEach(() => vi.restoreAllMocks())

it('leaves out what cannot be read when no file can be opened', async () => {
  vi.spyOn(process, 'memoryUsage').mockImplementation(() => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  })
  const fails = () => Promise.reject(new Error('no connection'))
  const handler = createMetrics({
    key: 'a-key',
    sql: Object.assign(fails, { begin: fails }) as never,
    space: createFreeSpace('/nowhere'),
    sockets: () => 3,
    readiness: { results: () => Promise.resolve({}) } as never,
  })
  const request = new Request('http://localhost/metrics', { headers: { authorization: 'Bearer a-key' } })
  const text = await (await handler(request, new URL(request.url)))?.text()
  expect(text).toContain('helpdesk_realtime_sockets 3')
  expect(text).toContain('helpdesk_process_heap_used_bytes')
  expect(text).not.toContain('helpdesk_process_resident_memory_bytes')
})
