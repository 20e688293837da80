import { useSchemaForm } from '@helpdesk/auth/forms/use-schema-form'
import { authErrorText } from '@helpdesk/auth/model/error-texts'
import type { SignupValues } from '@helpdesk/auth/model/signup-schemas'
import { invitedSignupSchema, NAME_MAX, signupSchema } from '@helpdesk/auth/model/signup-schemas'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { Field } from '@helpdesk/ui/components/Field'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { Input } from '@helpdesk/ui/components/Input'
import { PasswordInput } from '@helpdesk/ui/components/PasswordInput'
import { RouterLink } from '@helpdesk/ui/components/RouterLink'
import { chakra } from '@helpdesk/ui/components/layout'
import { toast } from '@helpdesk/ui/toast/toast'
import { useNavigate } from '@helpdesk/ui/router'
import { useState } from 'react'
import { auth, preloadAuth } from '../app/session'
import { AuthBrand } from './AuthBrand'
import { ExistingAccount } from './ExistingAccount'
import { useInvite, type InviteCheck } from './use-invite'
import * as texts from './texts'

/** Sign-up, with or without an invite: specification sections 2.4 and 2.5. */
export function Component() {
  const check = useInvite()
  const [hasAccount, setHasAccount] = useState(false)
  if (check.kind === 'checking') return <FullScreenSpinner label={texts.checkingInvite} />
  if (check.kind === 'valid' && (check.hasAccount || hasAccount)) return <ExistingAccount {...check} />
  return <SignupForm check={check} onExistingAccount={() => setHasAccount(true)} />
}

const isExistingAccount = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'user_already_exists'

interface SignupFormProps {
  check: Exclude<InviteCheck, { kind: 'checking' }>
  /** Called when the invited address has an account. */
  onExistingAccount: () => void
}

function SignupForm({ check, onExistingAccount }: SignupFormProps) {
  const navigate = useNavigate()
  const [alert, setAlert] = useState<string | null>(null)
  const invited = check.kind === 'valid' ? check : null

  async function onValid(values: SignupValues) {
    setAlert(null)
    let needsVerification: boolean
    try {
      const invite = invited && { role: invited.invite.role, inviteToken: invited.token }
      ;({ needsVerification } = await (await auth()).signUp({ ...values, ...invite }))
    } catch (error) {
      if (invited && isExistingAccount(error)) return onExistingAccount()
      return setAlert(authErrorText('signup', error))
    }
    toast({
      title: texts.accountCreated,
      ...(needsVerification && { description: texts.accountCreatedText }),
      type: 'success',
    })
    await navigate(needsVerification ? '/auth/login' : '/', { replace: true })
  }

  const { errors, busy, register, formProps } = useSchemaForm({
    schema: invited ? invitedSignupSchema : signupSchema,
    initial: { email: invited?.invite.email ?? '', fullName: '', password: '', confirmPassword: '' },
    onValid,
  })

  return (
    <AuthCard
      brand={<AuthBrand />}
      title={texts.signUpTitle}
      subtitle={invited ? texts.invitedAs(invited.invite.role) : texts.signUpText}
      footer={
        <>
          {texts.haveAccount} <RouterLink to="/auth/login">{texts.signIn}</RouterLink>
        </>
      }
    >
      {alert && <Alert title={texts.signUpFailed}>{alert}</Alert>}
      <Form {...formProps} onFocus={preloadAuth}>
        <Field label={texts.email} error={errors.email} disabled={invited !== null}>
          <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </Field>
        <Field label={texts.fullName} error={errors.fullName}>
          <Input autoComplete="name" maxLength={NAME_MAX} {...register('fullName')} />
        </Field>
        <Field label={texts.password} error={errors.password} hint={texts.passwordRules}>
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Field label={texts.confirmPassword} error={errors.confirmPassword}>
          <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
        </Field>
        <Button type="submit" variant="solid" loading={busy} loadingText={texts.creatingAccount}>
          {texts.createAccountAction}
        </Button>
      </Form>
    </AuthCard>
  )
}

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
