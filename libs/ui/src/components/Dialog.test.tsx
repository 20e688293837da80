import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../UiProvider'
import { Dialog, type DialogProps } from './Dialog'

function Page({ onClose, children = <p>content</p>, ...props }: Partial<DialogProps>) {
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
          {children}
        </Dialog>
      )}
    </UiProvider>
  )
}

const openDialog = async (props: Partial<DialogProps> = {}) => {
  render(<Page {...props} />)
  await userEvent.click(screen.getByRole('button', { name: 'open' }))
  return screen.getByRole('dialog', { name: 'Close ticket' })
}

describe('Dialog', () => {
  it('is modal and named by its title', async () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    expect(await openDialog()).toHaveAttribute('open')
    expect(showModal).toHaveBeenCalledOnce()
  })

  it('closes by its button and restores the focus', async () => {
    await openDialog()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'open' })).toHaveFocus()
  })

  it('focuses the page when its opener was removed', async () => {
    function RemovedOpener() {
      const [step, setStep] = useState('before')
      return (
        <UiProvider>
          <main id="main" tabIndex={-1}>
            {step !== 'after' && <button onClick={() => setStep('open')}>open</button>}
          </main>
          {step === 'open' && <Dialog title="Delete" onClose={() => setStep('after')} children={null} />}
        </UiProvider>
      )
    }
    render(<RemovedOpener />)
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it('closes on Escape', async () => {
    const onClose = vi.fn()
    await openDialog({ onClose })
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('with lightDismiss %s a click outside closes it %i times', async (lightDismiss, times) => {
    const onClose = vi.fn()
    const dialog = await openDialog({ onClose, lightDismiss })
    await userEvent.click(screen.getByText('content'))
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(dialog)
    expect(onClose).toHaveBeenCalledTimes(times)
  })

  it('closes when the browser closes it without a cancel event', async () => {
    const dialog = await openDialog()
    dialog.removeAttribute('open')
    fireEvent(dialog, new Event('close'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stays open without onClose and focuses the autofocus element', async () => {
    render(
      <UiProvider>
        <Dialog title="Sign in again">
          <button>Help</button>
          <input aria-label="Password" ref={(input) => input?.setAttribute('autofocus', '')} />
        </Dialog>
      </UiProvider>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Sign in again' })
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(dialog).toHaveAttribute('open')
    dialog.removeAttribute('open')
    fireEvent(dialog, new Event('close'))
    expect(dialog).toHaveAttribute('open')
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })
})
