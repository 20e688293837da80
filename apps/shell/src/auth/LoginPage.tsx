import { useSchemaForm } from '@helpdesk/auth/forms/use-schema-form'
import { authErrorText, AUTH_TEXTS } from '@helpdesk/auth/model/error-texts'
import { loginSchema, type LoginValues } from '@helpdesk/auth/model/schemas'
import { useDeactivated } from '@helpdesk/auth/session/hooks'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { Divider } from '@helpdesk/ui/components/Divider'
import { Field } from '@helpdesk/ui/components/Field'
import { Input } from '@helpdesk/ui/components/Input'
import { PasswordInput } from '@helpdesk/ui/components/PasswordInput'
import { RouterLink } from '@helpdesk/ui/components/RouterLink'
import { chakra } from '@helpdesk/ui/components/layout'
import { toast } from '@helpdesk/ui/toast/toast'
import { useLocation, useNavigate } from '@helpdesk/ui/router'
import { lazy, Suspense, useState } from 'react'
import { rememberedPath } from '../app/decide-navigation'
import { isMissingChunk, MISSING_CHUNK_TEXT } from '../app/missing-chunk'
import { auth, preloadAuth } from '../app/session'
import { LazySupportHelp } from '../layout/LazySupportHelp'
import { AuthBrand } from './AuthBrand'
import { ProviderButtons } from './ProviderButtons'
import { useEarlyInput } from './use-early-input'
import * as texts from './texts'

const NewLinkButton = lazy(() =>
  import('./NewLinkForm').then(
    ({ NewLinkButton }) => ({ default: NewLinkButton }),
    // the page works without this button
    () => ({ default: () => <Alert title={texts.error}>{MISSING_CHUNK_TEXT}</Alert> }),
  ),
)

/** Sign-in: specification section 2.3. */
export function LoginPage() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const deactivated = useDeactivated()
  const [failure, setAlert] = useState(() => textOf(state, 'error'))
  const notice = textOf(state, 'notice')
  const [unverified, setUnverified] = useState<string | null>(null)
  const alert = failure ?? (deactivated ? AUTH_TEXTS.deactivated : null)

  function fail(text: string) {
    setAlert(text)
    toast({ title: texts.error, description: text, type: 'error' })
  }

  async function onValid(values: LoginValues) {
    setAlert(null)
    setUnverified(null)
    try {
      await (await auth()).signIn(values)
    } catch (error) {
      if (isUnverified(error)) setUnverified(values.email)
      return fail(isMissingChunk(error) ? MISSING_CHUNK_TEXT : authErrorText('login', error))
    }
    await navigate(rememberedPath(state) ?? '/', { replace: true })
  }

  const { errors, busy, register, reset, formProps } = useSchemaForm({
    schema: loginSchema,
    initial: { email: '', password: '' },
    onValid,
  })
  useEarlyInput(reset)

  return (
    <AuthCard
      brand={<AuthBrand />}
      title={texts.welcome}
      subtitle={texts.welcomeText}
      footer={
        <>
          {texts.noAccount}{' '}
          <RouterLink to="/auth/signup" state={state}>
            {texts.signUp}
          </RouterLink>
        </>
      }
    >
      <ProviderButtons returnTo={rememberedPath(state)} onError={fail} />
      <Divider>{texts.orEmail}</Divider>
      {alert && <Alert title={texts.error}>{alert}</Alert>}
      {notice && !alert && <Alert tone="info">{notice}</Alert>}
      {unverified && (
        <Suspense fallback={null}>
          <NewLinkButton email={unverified} />
        </Suspense>
      )}
      <Form {...formProps} onFocus={preloadAuth}>
        <Field label={texts.email} error={errors.email}>
          <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </Field>
        <Field
          label={texts.password}
          error={errors.password}
          aside={<RouterLink to="/auth/reset-password">{texts.forgotPassword}</RouterLink>}
        >
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <Button type="submit" variant="solid" loading={busy} loadingText={texts.signingIn}>
          {texts.signIn}
        </Button>
      </Form>
      {alert && <LazySupportHelp />}
    </AuthCard>
  )
}

const isUnverified = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'email_not_confirmed'

/** The callback page passes its error in the location's state, a sign-out without a network its notice. */
function textOf(state: unknown, key: 'error' | 'notice'): string | null {
  const text: unknown = typeof state === 'object' && state ? Reflect.get(state, key) : null
  return typeof text === 'string' ? text : null
}

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
