// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { updateOwner, useDraftOwner } from './draft-owner'

const KEY = 'helpdesk-draft:u1:comment:t1'
const OTHER = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
let open: string[] = []

function Owner() {
  const { isElsewhere, text, takeOver } = useDraftOwner(`${KEY} helpdesk-draft:u1:reply:t1`)
  return <button onClick={takeOver}>{isElsewhere ? `elsewhere: ${text}` : 'here'}</button>
}
/** What another tab stores. */
function storeElsewhere(text: string | null) {
  if (text === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, text)
  localStorage.setItem(`${KEY}:owner`, OTHER)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: text })))
}
const shown = (text: string) => waitFor(() => expect(screen.getByRole('button')).toHaveTextContent(text))

beforeEach(() => {
  open = [OTHER]
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    locks: {
      query: async () => ({ held: open.map((tab) => ({ name: `helpdesk-tab:${tab}` })) }),
      request: () => new Promise(() => undefined),
    },
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('follows the tab that writes, and takes over', async () => {
  render(<Owner />)
  await shown('here')
  storeElsewhere('Hel')
  await shown('elsewhere: Hel')
  storeElsewhere('Hello')
  await shown('elsewhere: Hello')
  act(() => screen.getByRole('button').click())
  await shown('here')
  expect(localStorage.getItem(`${KEY}:owner`)).not.toBe(OTHER)
})

it('gives way when the other tab has sent its draft or is closed', async () => {
  render(<Owner />)
  storeElsewhere('Hello')
  await shown('elsewhere')
  storeElsewhere(null)
  await shown('here')
  cleanup()
  open = []
  storeElsewhere('Hello')
  render(<Owner />)
  await shown('here')
})

it('forgets the owner with the draft', () => {
  localStorage.setItem(KEY, 'Hello')
  updateOwner(KEY)
  expect(localStorage.getItem(`${KEY}:owner`)).toMatch(/^[0-9a-f-]{36}$/)
  localStorage.removeItem(KEY)
  updateOwner(KEY)
  expect(localStorage).toHaveLength(0)
})
