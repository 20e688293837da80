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
      title: 'Password updated',
      description: 'Use your new password the next time you sign in.',
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
    <AuthCard
      brand={<AuthBrand />}
      title="Set a new password"
      subtitle="Choose a new password for your account."
    >
      {alert && <Alert title="Error resetting password">{alert}</Alert>}
      <Form {...formProps}>
        <Field
          label="New Password"
          error={errors.password}
          hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        >
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Field label="Confirm Password" error={errors.confirmPassword}>
          <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
        </Field>
        <Button type="submit" variant="solid" loading={busy} loadingText="Setting password...">
          Set new password
        </Button>
      </Form>
    </AuthCard>
  )
}

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
