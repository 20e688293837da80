import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { Alert } from '@helpdesk/ui/components/Alert'
import { Button } from '@helpdesk/ui/components/Button'
import { Field } from '@helpdesk/ui/components/Field'
import { Input } from '@helpdesk/ui/components/Input'
import { Flex, Stack } from '@helpdesk/ui/components/layout'
import { toast } from '@helpdesk/ui/toast/toast'
import { useState } from 'react'
import { updateProfile } from '../api/update-profile'
import { useSchemaForm } from '../forms/use-schema-form'
import { authErrorText } from '../model/error-texts'
import { NAME_MAX, nameSchema, type NameValues } from '../model/signup-schemas'
import { useAuth } from '../session/hooks'
import * as texts from './texts'

/** Changes the user's name; the email is read-only. */
export function NameForm() {
  const { user, profile } = useAuth()
  const stored = profile?.name ?? ''
  const [failure, setFailure] = useState<string | null>(null)

  async function onValid({ fullName }: NameValues) {
    setFailure(null)
    try {
      const saved = await updateProfile({ name: fullName })
      reset({ fullName: saved.name })
      toast({ title: texts.profileUpdated, description: texts.profileUpdatedText, type: 'success' })
    } catch (error) {
      const text = authErrorText('updateProfile', error)
      if (toAppError(error).code.startsWith('name_')) return { fullName: text }
      setFailure(text)
    }
  }

  const { values, errors, busy, register, reset, formProps } = useSchemaForm({
    schema: nameSchema,
    initial: { fullName: stored },
    onValid,
  })

  return (
    <form {...formProps}>
      <Stack gap="4">
        <Field label={texts.fullName} error={errors.fullName} required>
          <Input autoComplete="name" maxLength={NAME_MAX} {...register('fullName')} />
        </Field>
        <Field label={texts.email} disabled>
          <Input type="email" value={user?.email ?? ''} readOnly />
        </Field>
        {failure && <Alert title={texts.error}>{failure}</Alert>}
        <Flex>
          <Button
            type="submit"
            variant="solid"
            loading={busy}
            loadingText={texts.saving}
            disabled={values.fullName.trim() === stored}
          >
            {texts.saveChanges}
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}
