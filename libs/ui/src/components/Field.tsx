import { chakra } from '@chakra-ui/react'
import { useId, useState, type ReactNode } from 'react'
import { FailureText } from './FailureText'
import { FieldContext } from './field-context'
import * as texts from './texts'

export interface FieldProps {
  label: ReactNode
  /** Shown below the control and linked as its description. */
  hint?: ReactNode
  /** A text, or an error of react-hook-form. */
  error?: string | { message?: string | undefined } | undefined
  required?: boolean
  disabled?: boolean
  /** Hides the label visually. */
  hideLabel?: boolean
  /** Shown at the end of the label's line, such as a link. */
  aside?: ReactNode
  id?: string
  children: ReactNode
}

/**
 * Label, control, hint and error of a form field. The control inside (Input, Textarea, NativeSelect, PasswordInput)
 * gets its id and descriptions from context: `<Field label="Email" error={errors.email}><Input {...register('email')} /></Field>`.
 * By how much a text exceeds its `maxLength` is shown here.
 */
export function Field({
  label,
  hint,
  error,
  required,
  disabled,
  hideLabel,
  aside,
  id,
  children,
}: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const [excess, setExcess] = useState(0)
  const message = typeof error === 'string' ? error : error?.message
  const ids = [
    message && `${controlId}-error`,
    excess > 0 && `${controlId}-excess`,
    hint && `${controlId}-hint`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <FieldContext
      value={{
        id: controlId,
        describedBy: ids || undefined,
        invalid: Boolean(error) || excess > 0,
        required: Boolean(required),
        disabled: Boolean(disabled),
        onExcess: setExcess,
      }}
    >
      <Root>
        <LabelRow data-hidden={hideLabel || undefined}>
          <Label htmlFor={controlId}>{label}</Label>
          {aside}
        </LabelRow>
        {children}
        {hint && <Hint id={`${controlId}-hint`}>{hint}</Hint>}
        {message && (
          <ErrorText id={`${controlId}-error`} role="alert">
            <FailureText>{message}</FailureText>
          </ErrorText>
        )}
        {excess > 0 && (
          <ErrorText id={`${controlId}-excess`} role="status">
            {texts.tooLong(excess)}
          </ErrorText>
        )}
      </Root>
    </FieldContext>
  )
}

const Root = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '1.5', minWidth: '0', position: 'relative' },
})
const LabelRow = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '2',
    fontSize: 'sm',
    '&[data-hidden]': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})
const Label = chakra('label', { base: { fontWeight: 'medium', color: 'fg' } })
const Hint = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } })
const ErrorText = chakra('p', { base: { fontSize: 'sm', color: 'danger.fg' } })
