import { useSchemaForm } from '@helpdesk/auth/forms/use-schema-form'
import { authErrorText } from '@helpdesk/auth/model/error-texts'
import { newPasswordSchema, type NewPasswordValues } from '@helpdesk/auth/model/schemas'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { Field } from '@helpdesk/ui/components/Field'
import { PasswordInput } from '@helpdesk/ui/components/PasswordInput'
import { chakra } from '@helpdesk/ui/components/layout'
import { toast } from '@helpdesk/ui/toast/toast'
import { useNavigate } from '@helpdesk/ui/router'
import { useState } from 'react'
import { auth } from '../app/session'
import { AuthBrand } from './AuthBrand'
import * as texts from './texts'

/** Sets a new password after a reset link, with the password rules of sign-up. */
export function NewPasswordForm() {
  const navigate = useNavigate()
  const [alert, setAlert] = useState<string | null>(null)

  async function onValid({ password }: NewPasswordValues) {
    setAlert(null)
    try {
      await (await auth()).updatePassword(password)
    } catch (error) {
      return setAlert(authErrorText('updatePassword', error))
    }
    toast({
      title: texts.passwordUpdated,
      description: texts.passwordUpdatedText,
      type: 'success',
    })
    await navigate('/', { replace: true })
  }

  const { errors, busy, register, formProps } = useSchemaForm({
    schema: newPasswordSchema,
    initial: { password: '', confirmPassword: '' },
    onValid,
  })

  return (
    <AuthCard brand={<AuthBrand />} title={texts.newPasswordTitle} subtitle={texts.newPasswordText}>
      {alert && <Alert title={texts.resetFailed}>{alert}</Alert>}
      <Form {...formProps}>
        <Field label={texts.newPassword} error={errors.password} hint={texts.passwordRules}>
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Field label={texts.confirmPassword} error={errors.confirmPassword}>
          <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
        </Field>
        <Button type="submit" variant="solid" loading={busy} loadingText={texts.settingPassword}>
          {texts.setPassword}
        </Button>
      </Form>
    </AuthCard>
  )
}

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
