import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { Alert } from '@helpdesk/ui/components/Alert'
import { Button } from '@helpdesk/ui/components/Button'
import { Field } from '@helpdesk/ui/components/Field'
import { PasswordInput } from '@helpdesk/ui/components/PasswordInput'
import { Flex, Stack } from '@helpdesk/ui/components/layout'
import { toast } from '@helpdesk/ui/toast/toast'
import { useState } from 'react'
import { updatePassword } from '../api/update-password'
import { useSchemaForm } from '../forms/use-schema-form'
import { authErrorText } from '../model/error-texts'
import { passwordProblem } from '../model/password-problem'
import { newPasswordSchema, type NewPasswordValues } from '../model/schemas'
import { useAuth } from '../session/hooks'
import * as texts from './texts'

const EMPTY = { password: '', confirmPassword: '' }

/** Sets a new password, with the rules of sign-up. */
export function PasswordForm() {
  const { user } = useAuth()
  const [failure, setFailure] = useState<string | null>(null)

  async function onValid({ password }: NewPasswordValues) {
    setFailure(null)
    try {
      await updatePassword(password)
    } catch (error) {
      const problem = passwordProblem(toAppError(error))
      if (problem) return { password: problem }
      setFailure(authErrorText('updatePassword', error))
      return
    }
    reset(EMPTY)
    toast({
      title: texts.passwordUpdated,
      description: texts.passwordUpdatedText,
      type: 'success',
    })
  }

  const { errors, busy, register, reset, formProps } = useSchemaForm({
    schema: newPasswordSchema,
    initial: EMPTY,
    onValid,
  })

  return (
    <form {...formProps}>
      {/* the account name for password managers */}
      <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Stack gap="4">
        <Field label={texts.newPassword} error={errors.password} hint={texts.passwordRules}>
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Field label={texts.confirmPassword} error={errors.confirmPassword}>
          <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
        </Field>
        {failure && <Alert title={texts.error}>{failure}</Alert>}
        <Flex>
          <Button type="submit" variant="solid" loading={busy} loadingText={texts.saving}>
            {texts.changePassword}
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}
