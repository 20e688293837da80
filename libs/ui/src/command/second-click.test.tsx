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

/** A button that another control replaces at once, as after a fast command. */
function ReplacedButton() {
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
  ['a command', 1, <Button loading={false} onClick={first} />],
  ['a submit button', 1, <button type="submit" onClick={first} />],
  ['a plain button', 2, <Button onClick={first} />],
])('a double click on %s runs it %i times', async (_, times, button) => {
  show(button)
  await userEvent.dblClick(screen.getByRole('button'))
  expect(first).toHaveBeenCalledTimes(times)
})

it('two separate clicks run a command twice', async () => {
  show(<Button loading={false} onClick={first} />)
  await userEvent.click(screen.getByRole('button'))
  await userEvent.click(screen.getByRole('button'))
  expect(first).toHaveBeenCalledTimes(2)
})

it('a double click on a checkbox label toggles it twice', async () => {
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

/** A list whose next file moves under the pointer when one is removed. */
function Files() {
  const [files, setFiles] = useState(['a.png', 'b.png', 'c.png'].map((name) => new File([], name)))
  return files.length > 0 ? (
    <FileList files={files} onRemove={(removed) => setFiles(files.filter((_, index) => index !== removed))} />
  ) : (
    <button onClick={other}>Send</button>
  )
}

it('fast clicks on Remove remove one file each and click nothing else', () => {
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
  show(<ReplacedButton />)
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
])('a held Enter runs %s once', (_, element, role) => {
  show(element)
  const target = screen.getByRole(role)
  expect(fireEvent.keyDown(target, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(target, { key: 'Enter', repeat: true })).toBe(false)
  expect(fireEvent.keyDown(target, { key: 'a', repeat: true })).toBe(true)
})
