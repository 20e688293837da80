// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { personalKey, writePersonalFiles } from '@helpdesk/auth'
import { changeUnsent, outboxAtom, outboxKey } from '../outbox/outbox-store'
import { CUSTOMER_ID, signInAs, TICKET_ID } from '../testing'
import { stubIndexedDB } from '../testing/stub-indexed-db'
import { getDefaultStore } from 'jotai'
import { createTextDraftFiles } from '../drafts/draft-files'
import { keepMessageFiles } from './message-files'
import { pruneFiles } from './prune-files'
import { writePending } from './upload-ledger'

const file = new File(['x'], 'one.txt')
const message = (requestId: string) => ({ userId: CUSTOMER_ID, ticketId: TICKET_ID, requestId })
const pending = (requestId: string) => ({
  ...message(requestId),
  index: 0,
  commentId: null,
  name: 'one.txt',
  path: `${TICKET_ID}/1.txt`,
})
/** Whether a tab is between a file and its record. */
let isBusy = false
let device: ReturnType<typeof stubIndexedDB>
const places = () => [...device.keys()].map((key) => String(key).split(':').slice(2).join(':'))
const prune = async () => {
  const done = pruneFiles(CUSTOMER_ID)
  await vi.advanceTimersByTimeAsync(2_000)
  await done
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  getDefaultStore().set(outboxAtom, {})
  device = stubIndexedDB()
  signInAs()
  isBusy = false
  const request = async (_name: string, options: LockOptions, run: (lock: unknown) => unknown) =>
    run(options.ifAvailable && isBusy ? null : {})
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
})

it('keeps files that a draft, an unsent comment or an upload names', async () => {
  createTextDraftFiles(personalKey('draft', CUSTOMER_ID, 'comment:t1')).save([file])
  localStorage.setItem(personalKey('draft', CUSTOMER_ID, 'new-ticket'), JSON.stringify({ fileCount: 1 }))
  await writePersonalFiles(personalKey('draft', CUSTOMER_ID, 'new-ticket'), [file])
  await keepMessageFiles(message('unsent'), [file])
  changeUnsent(outboxKey(CUSTOMER_ID, TICKET_ID), () => [
    { requestId: 'unsent', content: 'x', createdAt: '', state: 'failed', files: [file], fileCount: 1 },
  ])
  await keepMessageFiles(message('stored'), [file])
  writePending(pending('stored'))
  const before = places()
  expect(before).toHaveLength(4)
  await prune()
  expect(places()).toEqual(before)
})

it('removes files without a record, of this user only', async () => {
  await keepMessageFiles(message('gone'), [file])
  await writePersonalFiles(personalKey('draft', CUSTOMER_ID, 'comment:t1'), [file])
  await writePersonalFiles(personalKey('draft', CUSTOMER_ID, 'new-ticket'), [file])
  await writePersonalFiles(personalKey('draft', 'somebody-else', 'comment:t1'), [file])
  await prune()
  expect([...device.keys()]).toEqual([personalKey('draft', 'somebody-else', 'comment:t1')])
})

it('keeps a file whose record another tab is about to write', async () => {
  await keepMessageFiles(message('soon'), [file])
  isBusy = true
  await prune()
  expect(device.size).toBe(1)
  isBusy = false
  const done = pruneFiles(CUSTOMER_ID)
  await vi.advanceTimersByTimeAsync(500)
  writePending(pending('soon'))
  await vi.advanceTimersByTimeAsync(2_000)
  await done
  expect(device.size).toBe(1)
})
