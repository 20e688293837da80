import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import * as z from 'zod/mini'

type Values = Record<string, string>
export type FieldErrors<Form extends Values> = Partial<Record<keyof Form & string, string>>

interface Options<Form extends Values, Output> {
  /** Checks the values and makes of them what is submitted. */
  schema: z.ZodMiniType<Output>
  initial: Form
  /** Never rejects: failures become the page's alert. */
  onValid: (values: Output) => Promise<void>
}

/**
 * A form of a few text fields over a zod schema: checked on submit, from then on with every change; the first
 * wrong field gets the focus. The sign-in pages use it instead of react-hook-form, which alone would be a twelfth
 * of the budget for the login page's script.
 */
export function useSchemaForm<Form extends Values, Output>({
  schema,
  initial,
  onValid,
}: Options<Form, Output>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<Form>>({})
  const [busy, setBusy] = useState(false)
  const submitted = useRef(false)
  const running = useRef(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    submitted.current = true
    const form = event.currentTarget
    const checked = z.safeParse(schema, values)
    const found = errorsOf<Form>(checked)
    setErrors(found)
    if (!checked.success) {
      const [first] = Object.keys(initial).filter((name) => found[name])
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    running.current = true
    setBusy(true)
    try {
      await onValid(checked.data)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  function register(name: keyof Form & string) {
    return {
      name,
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const next = { ...values, [name]: event.target.value }
        setValues(next)
        if (submitted.current) setErrors(errorsOf<Form>(z.safeParse(schema, next)))
      },
    }
  }

  return { values, errors, busy, register, formProps: { onSubmit, noValidate: true } }
}

function errorsOf<Form extends Values>(checked: z.core.util.SafeParseResult<unknown>): FieldErrors<Form> {
  if (checked.success) return {}
  const errors: Values = {}
  for (const { path, message } of checked.error.issues) errors[String(path[0])] ??= message
  return errors as FieldErrors<Form>
}
