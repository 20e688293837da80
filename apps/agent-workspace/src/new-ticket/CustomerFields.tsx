import { usePersonSuggestions } from '@helpdesk/staff/api/search-people'
import { Field, Input } from '@helpdesk/ui'
import { useId } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { EMAIL_MAX, NAME_MAX, type NewTicketForValues } from './form-schema'
import * as texts from './texts'

interface CustomerFieldsProps {
  form: UseFormReturn<NewTicketForValues>
  readOnly: boolean
}

/** The customer: an address, with known people as suggestions, and a name for a new one. */
export function CustomerFields({ form, readOnly }: CustomerFieldsProps) {
  const list = useId()
  const { register, control, formState } = form
  const { errors } = formState
  const email = useWatch({ control, name: 'email' }).trim().toLowerCase()
  const people = usePersonSuggestions('from', email)
  const known = people.find((person) => person.email === email)
  return (
    <>
      <Field
        label={texts.email}
        error={errors.email}
        hint={known ? texts.known(known.name) : texts.emailHint}
        required
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          autoFocus
          list={list}
          maxLength={EMAIL_MAX}
          readOnly={readOnly}
          {...register('email')}
        />
      </Field>
      <datalist id={list}>
        {people.map(({ id, name, email }) => email && <option key={id} value={email} label={name} />)}
      </datalist>
      {!known && (
        <Field label={texts.name} error={errors.name} hint={texts.nameHint}>
          <Input autoComplete="off" maxLength={NAME_MAX} readOnly={readOnly} {...register('name')} />
        </Field>
      )}
    </>
  )
}
