// @vitest-environment jsdom
import { Link } from '@helpdesk/ui/router'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { renderAt, signInAs, signOutNow } from '../../testing'
import { GuardUnsaved, useUnsaved } from './GuardUnsaved'

function Form({ label }: { label: string }) {
  const [text, setText] = useState('')
  useUnsaved(text !== '')
  return <input aria-label={label} value={text} onChange={({ target }) => setText(target.value)} />
}
const open = (hasParts = false) =>
  renderAt('/settings', [
    {
      path: '/settings',
      element: (
        <GuardUnsaved hasParts={hasParts}>
          <Link to="/away">Away</Link>
          <Link to="/settings?part=two">Two</Link>
          <Form label="First" />
          <Form label="Second" />
        </GuardUnsaved>
      ),
    },
    { path: '/away', element: <p>away</p> },
  ])
const leavesPage = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const write = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

beforeEach(() => void signInAs())

it('asks before a change of any form is lost, and leaves after Leave', async () => {
  const { router } = open()
  await write('Second', 'x')
  await write('First', 'x{Backspace}')
  expect(leavesPage()).toBe(true)
  await userEvent.click(screen.getByText('Away'))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/settings')
  expect(screen.getByLabelText('Second')).toHaveValue('x')
  await userEvent.click(screen.getByText('Away'))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('away')).toBeVisible()
  expect(leavesPage()).toBe(false)
})

it('does not ask without changes, for another part of the page, or a signed-out user', async () => {
  const { router } = open()
  await write('First', 'x')
  await userEvent.click(screen.getByText('Two'))
  expect(router.state.location.search).toBe('?part=two')
  await write('First', '{Backspace}')
  expect(leavesPage()).toBe(false)
  await write('First', 'x')
  act(() => signOutNow())
  expect(leavesPage()).toBe(false)
})

it('asks for another part of a page that shows one at a time', async () => {
  const { router } = open(true)
  await write('First', 'x')
  await userEvent.click(screen.getByText('Two'))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(router.state.location.search).toBe('')
})
