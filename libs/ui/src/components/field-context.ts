import { createContext, useContext } from 'react'

interface FieldControl {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  disabled: boolean
  /** Takes by how many characters the text is too long. */
  onExcess: (excess: number) => void
}

export const FieldContext = createContext<FieldControl | undefined>(undefined)

interface ControlProps {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
  disabled?: boolean
  required?: boolean
}

/** Adds id, description and validity of the Field to a control's props, which take precedence. */
export const useFieldControl = <Props extends ControlProps>(props: Props): Props => {
  const field = useContext(FieldContext)
  if (!field) return props
  const describedBy = [props['aria-describedby'], field.describedBy].filter(Boolean).join(' ')
  return {
    ...props,
    id: props.id ?? field.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': props['aria-invalid'] ?? (field.invalid || undefined),
    'aria-required': field.required || undefined,
    disabled: props.disabled ?? (field.disabled || undefined),
  }
}
