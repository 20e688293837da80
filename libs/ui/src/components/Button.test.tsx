import { act, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, it } from 'vitest'
import { UiProvider } from '../UiProvider'
import { Button } from './Button'

const page = (loading: boolean) => (
  <UiProvider>
    <Button loading={loading}>Save</Button>
    <input aria-label="Name" />
  </UiProvider>
)
const button = () => screen.getByRole('button', { name: 'Save' })
/** Browsers blur a focused button that is disabled. */
const loseFocus = () => act(() => button().blur())

it('regains the focus when it is enabled again', () => {
  const { rerender } = render(page(false))
  act(() => button().focus())
  rerender(page(true))
  expect(button()).toBeDisabled()
  loseFocus()
  rerender(page(false))
  expect(button()).toHaveFocus()
})

it('takes the focus neither from another element nor when it never had it', () => {
  const { rerender } = render(page(true))
  rerender(page(false))
  expect(document.body).toHaveFocus()
  act(() => button().focus())
  rerender(page(true))
  loseFocus()
  act(() => screen.getByLabelText('Name').focus())
  rerender(page(false))
  expect(screen.getByLabelText('Name')).toHaveFocus()
})

it('forwards its ref', () => {
  const ref = createRef<HTMLButtonElement>()
  render(
    <UiProvider>
      <Button ref={ref}>Save</Button>
    </UiProvider>,
  )
  expect(ref.current).toBe(button())
})
