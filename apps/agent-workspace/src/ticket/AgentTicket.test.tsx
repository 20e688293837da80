import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { act } from '@testing-library/react'
import { Activity } from 'react'
import { createPortal } from 'react-dom'
import { expect, it } from 'vitest'
import { route } from './AgentTicket'

it('can be rendered ahead of time without a request', async () => {
  signInAs({ role: 'agent' })
  const sent = stubBackend(() => ({ body: [] }))
  const outside = document.createElement('div')
  const { Prerender } = route.handle
  const unseen = createPortal(
    <Activity mode="hidden">
      <Prerender />
    </Activity>,
    outside,
  )
  await act(() => renderAt('/tickets/assigned', [{ path: '/tickets/assigned', element: unseen }]))
  expect(outside.querySelector('h1')).not.toBeNull()
  expect(outside.querySelector('textarea')).not.toBeNull()
  expect(sent).toEqual([])
})
