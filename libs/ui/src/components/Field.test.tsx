import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { UiProvider } from '../UiProvider'
import { Field } from './Field'
import { Input } from './Input'

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
