import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import * as z from 'zod/mini'

type Values = Record<string, string>
export type FieldErrors<Form extends Values> = Partial<Record<keyof Form & string, string>>

interface Options<Form extends Values, Output> {
  /** Validates the values and transforms them for `onValid`. */
  schema: z.ZodMiniType<Output>
  initial: Form
  /** Shows failures itself or returns field errors; must not reject. */
  onValid: (values: Output) => Promise<FieldErrors<Form> | void>
}

/**
 * State of a form of text fields with a zod schema: validates on submit, then on every change, and focuses the first
 * invalid field.
 *
 * The form of the portal, in the shell and in remotes, where it costs no byte. A remote takes react-hook-form, 12 kB
 * gzip, only where fields depend on each other or come and go: a ticket, a macro, a view.
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
    const showErrors = (found: FieldErrors<Form>) => {
      setErrors(found)
      const first = Object.keys(initial).find((name) => found[name])
      if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    }
    const checked = z.safeParse(schema, values)
    showErrors(errorsOf<Form>(checked))
    if (!checked.success) return
    running.current = true
    setBusy(true)
    try {
      const rejected = await onValid(checked.data)
      if (rejected) showErrors(rejected)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  function register(name: keyof Form & string) {
    return {
      name,
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        const next = { ...values, [name]: event.target.value }
        setValues(next)
        if (submitted.current) setErrors(errorsOf<Form>(z.safeParse(schema, next)))
      },
    }
  }

  /** Sets the values and clears errors, as if nothing had been submitted. */
  function reset(next: Form) {
    submitted.current = false
    setValues(next)
    setErrors({})
  }

  return { values, errors, busy, register, reset, formProps: { onSubmit, noValidate: true } }
}

function errorsOf<Form extends Values>(checked: z.core.util.SafeParseResult<unknown>): FieldErrors<Form> {
  if (checked.success) return {}
  const errors: Values = {}
  for (const { path, message } of checked.error.issues) errors[String(path[0])] ??= message
  return errors as FieldErrors<Form>
}
