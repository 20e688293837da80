import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Button } from '../components/Button'
import { FileList } from '../components/FileList'
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

it('two quick clicks on the text of a checkbox tick and untick it', async () => {
  show(
    <label>
      <input type="checkbox" /> Shared
    </label>,
  )
  await userEvent.click(screen.getByText('Shared'))
  expect(screen.getByRole('checkbox')).toBeChecked()
  fireEvent.click(screen.getByText('Shared'), { detail: 2 })
  expect(screen.getByRole('checkbox')).not.toBeChecked()
})

/** Files of which the next one comes under the pointer as soon as one is removed. */
function Files() {
  const [files, setFiles] = useState(['a.png', 'b.png', 'c.png'].map((name) => new File([], name)))
  return files.length > 0 ? (
    <FileList files={files} onRemove={(gone) => setFiles(files.filter((_, index) => index !== gone))} />
  ) : (
    <button onClick={other}>Send</button>
  )
}

it('a fast series of clicks on Remove removes file after file, and presses nothing else', () => {
  show(<Files />)
  const click = (detail: number) =>
    fireEvent.click(screen.getAllByRole('button')[0] ?? document.body, { detail })
  click(1)
  click(2)
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  click(3)
  expect(screen.queryByRole('listitem')).toBeNull()
  click(4)
  expect(other).not.toHaveBeenCalled()
})

it('ignores a double click on a control that replaced the first', () => {
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
