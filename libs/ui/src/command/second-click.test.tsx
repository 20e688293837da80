import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Button } from '../components/Button'
import { UiProvider } from '../UiProvider'
import { guardSecondClicks } from './second-click'

const first = vi.fn()
const other = vi.fn()

/** A button whose place another takes at once, as where a fast command has ended. */
function Replaced() {
  const [pressed, setPressed] = useState(false)
  return pressed ? (
    <a href="#other" key="other" onClick={other}>
      Delete for good
    </a>
  ) : (
    <button key="first" onClick={() => (first(), setPressed(true))}>
      Delete
    </button>
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  return guardSecondClicks()
})
const show = (child: React.ReactElement) => render(<UiProvider>{child}</UiProvider>)

it.each([
  ['a command', <Button loading={false} onClick={first} />, 1],
  ['a submit', <button type="submit" onClick={first} />, 1],
  ['a plain button', <Button onClick={first} />, 2],
])('a double click presses %s', async (_, button, times) => {
  show(button)
  await userEvent.dblClick(screen.getByRole('button'))
  expect(first).toHaveBeenCalledTimes(times)
})

it('two clicks apart press a command twice', async () => {
  show(<Button loading={false} onClick={first} />)
  await userEvent.click(screen.getByRole('button'))
  await userEvent.click(screen.getByRole('button'))
  expect(first).toHaveBeenCalledTimes(2)
})

it('the second click does not press what has taken the place of the first', () => {
  show(<Replaced />)
  fireEvent.click(screen.getByRole('button'), { detail: 1 })
  act(() => void fireEvent.click(screen.getByRole('link'), { detail: 2 }))
  expect(first).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('link'), { detail: 1 })
  expect(other).toHaveBeenCalledTimes(1)
})

it.each([
  ['a button', <button />, 'button'],
  ['a field', <input />, 'textbox'],
])('a held Enter counts once on %s', (_, element, role) => {
  show(element)
  const target = screen.getByRole(role)
  expect(fireEvent.keyDown(target, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(target, { key: 'Enter', repeat: true })).toBe(false)
  expect(fireEvent.keyDown(target, { key: 'a', repeat: true })).toBe(true)
})
