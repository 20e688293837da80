// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderAt, signInAs } from '@helpdesk/tickets/testing'
import { ChooseDialog } from './ChooseDialog'

async function open(field: 'status' | 'priority', value?: string) {
  const onChoose = vi.fn()
  signInAs({ role: 'agent' })
  const dialog = <ChooseDialog field={field} value={value} onChoose={onChoose} onClose={() => undefined} />
  renderAt('/', [{ path: '/', element: dialog }])
  await screen.findByRole('dialog')
  return onChoose
}

it('shows a digit beside each choice, and picks it with this digit', async () => {
  const onChoose = await open('status')
  expect(screen.getByRole('option', { name: /^Solved ?5$/ })).toBeVisible()
  await userEvent.keyboard('5')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ status: 'solved' })
})

it('types digits after other text, and ignores those without a choice', async () => {
  const onChoose = await open('priority')
  await userEvent.keyboard('9')
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.keyboard('u1')
  expect(onChoose).not.toHaveBeenCalled()
  expect(screen.getByRole('combobox')).toHaveValue('u1')
})

it('starts at the present value, and at the first match of a text', async () => {
  const onChoose = await open('priority', 'normal')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Normal')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ priority: 'medium' })
  await userEvent.keyboard('l')
  expect(screen.getByRole('option', { selected: true })).toBe(screen.getAllByRole('option')[0])
  await userEvent.clear(screen.getByRole('combobox'))
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Normal')
})
