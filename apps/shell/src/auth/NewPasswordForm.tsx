import { useSchemaForm } from '@helpdesk/auth/forms/use-schema-form'
import { authErrorText } from '@helpdesk/auth/model/error-texts'
import { passwordProblem } from '@helpdesk/auth/model/password-problem'
import { hasDerivedName } from '@helpdesk/auth/model/profile'
import { refusalTexts } from '@helpdesk/auth/model/refusal-texts'
import { newPasswordSchema, type NewPasswordValues } from '@helpdesk/auth/model/schemas'
import { NAME_MAX, newAccountSchema } from '@helpdesk/auth/model/signup-schemas'
import { useAuth } from '@helpdesk/auth/session/hooks'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { addErrorTexts } from '@helpdesk/ui/components/error-text'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { Field } from '@helpdesk/ui/components/Field'
import { Input } from '@helpdesk/ui/components/Input'
import { PasswordInput } from '@helpdesk/ui/components/PasswordInput'
import { chakra } from '@helpdesk/ui/components/layout'
import { toast } from '@helpdesk/ui/toast/toast'
import { useNavigate } from '@helpdesk/ui/router'
import { useState } from 'react'
import { readReturnPath, saveReturnPath } from '../app/return-path'
import { auth } from '../app/session'
import { AuthBrand } from './AuthBrand'
import * as texts from './texts'

addErrorTexts(refusalTexts)

type Values = NewPasswordValues & { fullName?: string }
const EMPTY = { fullName: '', password: '', confirmPassword: '' }

/**
 * Sets a new password after a reset link, with the password rules of sign-up.
 * @param isNewAccount - after a confirmation link instead, of an account without a password; asks for a missing name too
 */
export function NewPasswordForm({ isNewAccount }: { isNewAccount: boolean }) {
  const navigate = useNavigate()
  const { user, profile } = useAuth()
  const [asksName] = useState(() => isNewAccount && profile !== null && hasDerivedName(profile))
  const [alert, setAlert] = useState<string | null>(null)

  async function onValid({ password, fullName }: Values) {
    setAlert(null)
    const { updatePassword, updateProfile } = await auth()
    try {
      if (fullName !== undefined) await updateProfile({ name: fullName })
      await updatePassword(password)
    } catch (error) {
      const failure = toAppError(error)
      if (failure.code.startsWith('name_')) return { fullName: authErrorText('updateProfile', error) }
      const problem = passwordProblem(failure)
      if (problem) return { password: problem }
      return setAlert(authErrorText('updatePassword', error))
    }
    toast({
      title: texts.passwordUpdated,
      description: texts.passwordUpdatedText,
      type: 'success',
    })
    const next = readReturnPath()
    saveReturnPath(null)
    await navigate(next, { replace: true })
  }

  const { errors, busy, register, formProps } = useSchemaForm<typeof EMPTY, Values>({
    schema: asksName ? newAccountSchema : newPasswordSchema,
    initial: EMPTY,
    onValid,
  })

  return (
    <AuthCard
      brand={<AuthBrand />}
      title={texts.newPasswordTitle}
      subtitle={isNewAccount ? texts.newAccountText : texts.newPasswordText}
    >
      {alert && <Alert title={texts.resetFailed}>{alert}</Alert>}
      <Form {...formProps}>
        {/* the account name for password managers */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        {asksName && (
          <Field label={texts.fullName} error={errors.fullName}>
            <Input autoComplete="name" maxLength={NAME_MAX} {...register('fullName')} />
          </Field>
        )}
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
