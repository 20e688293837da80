// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openOtherTab } from '../testing/other-tab'
import { updateOwner, useDraftOwner } from './draft-owner'

const KEY = 'helpdesk-draft:u1:comment:t1'
let other: ReturnType<typeof openOtherTab>

function Owner() {
  const { isElsewhere, text, takeOver } = useDraftOwner(`${KEY} helpdesk-draft:u1:reply:t1`)
  return <button onClick={takeOver}>{isElsewhere ? `elsewhere: ${text}` : 'here'}</button>
}
const shown = (text: string) => waitFor(() => expect(screen.getByRole('button')).toHaveTextContent(text))

beforeEach(() => {
  other = openOtherTab()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('follows the tab that writes, and takes over', async () => {
  render(<Owner />)
  await shown('here')
  other.store(KEY, 'Hel')
  await shown('elsewhere: Hel')
  other.store(KEY, 'Hello')
  await shown('elsewhere: Hello')
  act(() => screen.getByRole('button').click())
  await shown('here')
  expect(localStorage.getItem(`${KEY}:owner`)).not.toBe(other.id)
})

it('gives way when the other tab has sent its draft or is closed', async () => {
  render(<Owner />)
  other.store(KEY, 'Hello')
  await shown('elsewhere')
  other.store(KEY, null)
  await shown('here')
  cleanup()
  other.close()
  other.store(KEY, 'Hello')
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
