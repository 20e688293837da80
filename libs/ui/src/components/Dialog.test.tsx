import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../UiProvider'
import { Dialog, type DialogProps } from './Dialog'

function Page({ onClose, ...props }: Partial<DialogProps>) {
  const [open, setOpen] = useState(false)
  return (
    <UiProvider>
      <button onClick={() => setOpen(true)}>open</button>
      {open && (
        <Dialog
          title="Close ticket"
          {...props}
          onClose={() => {
            onClose?.()
            setOpen(false)
          }}
        >
          <p>content</p>
        </Dialog>
      )}
    </UiProvider>
  )
}

const openIt = async (props: Partial<DialogProps> = {}) => {
  render(<Page {...props} />)
  await userEvent.click(screen.getByRole('button', { name: 'open' }))
  return screen.getByRole('dialog', { name: 'Close ticket' })
}

describe('dialog', () => {
  it('is modal and has its title as its name', async () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    expect(await openIt()).toHaveAttribute('open')
    expect(showModal).toHaveBeenCalledOnce()
  })

  it('closes by its button and gives the focus back', async () => {
    await openIt()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'open' })).toHaveFocus()
  })

  it('closes on Escape', async () => {
    const onClose = vi.fn()
    await openIt({ onClose })
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('with lightDismiss %s a press beside it closes it %i times', async (lightDismiss, times) => {
    const onClose = vi.fn()
    const dialog = await openIt({ onClose, lightDismiss })
    await userEvent.click(screen.getByText('content'))
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(dialog)
    expect(onClose).toHaveBeenCalledTimes(times)
  })
})
