import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../UiProvider'
import { Field } from './Field'
import { Input } from './Input'
import { Textarea } from './Textarea'

const show = (error?: string | { message?: string }) =>
  render(
    <UiProvider>
      <Field label="Email" hint="Your work address" error={error}>
        <Input />
      </Field>
    </UiProvider>,
  )

describe('Field', () => {
  it('names and describes its control', () => {
    show()
    const input = screen.getByLabelText('Email')
    expect(input).toHaveAccessibleDescription('Your work address')
    expect(input).not.toHaveAttribute('aria-invalid')
  })

  it.each(['Please enter a valid email address', { message: 'Please enter a valid email address' }])(
    'describes the control with the error and announces it',
    (error) => {
      show(error)
      const input = screen.getByLabelText('Email')
      expect(input).toBeInvalid()
      expect(input).toHaveAccessibleDescription(/valid email address.*Your work address/)
      expect(screen.getByRole('alert')).toHaveTextContent('Please enter a valid email address')
    },
  )
})

describe('a text beyond its limit', () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault())
  function Form({ isControlled }: { isControlled: boolean }) {
    const [text, setText] = useState('')
    const value = isControlled ? { value: text, onChange: setTextOf } : { defaultValue: '' }
    function setTextOf({ target }: React.ChangeEvent<HTMLTextAreaElement>) {
      setText(target.value)
    }
    return (
      <UiProvider>
        <form onSubmit={onSubmit}>
          <Field label="Comment" hint="Public">
            <Textarea maxLength={10_000} {...value} />
          </Field>
          <button>Send</button>
        </form>
      </UiProvider>
    )
  }

  it.each([true, false])('is kept, marked and not submitted (controlled: %s)', async (isControlled) => {
    onSubmit.mockClear()
    render(<Form isControlled={isControlled} />)
    const box = screen.getByLabelText<HTMLTextAreaElement>('Comment')
    await userEvent.click(box)
    await userEvent.paste(`${'x'.repeat(13_889)} `)
    expect(box.value).toHaveLength(13_890)
    expect(box).toBeInvalid()
    expect(box).toHaveAccessibleDescription('3,889 characters too long Public')
    expect(screen.getByRole('status')).toHaveTextContent('3,889 characters too long')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(onSubmit).not.toHaveBeenCalled()

    await userEvent.clear(box)
    await userEvent.paste('x'.repeat(10_000))
    expect(box).toBeValid()
    expect(screen.queryByRole('status')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(onSubmit).toHaveBeenCalledOnce()
  })
})
