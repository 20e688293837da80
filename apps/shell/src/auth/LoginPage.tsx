import {
  authErrorText,
  loginSchema,
  useDeactivated,
  useSchemaForm,
  AUTH_TEXTS,
  type LoginValues,
} from '@helpdesk/auth'
import {
  Alert,
  AuthCard,
  Button,
  chakra,
  Divider,
  Field,
  Input,
  PasswordInput,
  RouterLink,
  toast,
} from '@helpdesk/ui'
import { useLocation, useNavigate } from '@helpdesk/ui/router'
import { lazy, Suspense, useState } from 'react'
import { rememberedPath } from '../app/decide'
import { isMissingChunk, OUTDATED_TEXT } from '../app/outdated'
import { auth, fetchAuthAhead } from '../app/session'
import { LateSupportHelp } from '../layout/LateSupportHelp'
import { AuthBrand } from './AuthBrand'
import { ProviderButtons } from './ProviderButtons'
import { useEarlyInput } from './use-early-input'

const NewLinkButton = lazy(() =>
  import('./NewLinkForm').then(
    ({ NewLinkButton }) => ({ default: NewLinkButton }),
    // The page itself works without it.
    () => ({ default: () => <Alert title="Error">{OUTDATED_TEXT}</Alert> }),
  ),
)

/** Sign in: section 2.3. */
export function LoginPage() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const deactivated = useDeactivated()
  const [failure, setAlert] = useState(() => errorFromCallback(state))
  const [unverified, setUnverified] = useState<string | null>(null)
  const alert = failure ?? (deactivated ? AUTH_TEXTS.deactivated : null)

  function fail(text: string) {
    setAlert(text)
    toast({ title: 'Error', description: text, type: 'error' })
  }

  async function onValid(values: LoginValues) {
    setAlert(null)
    setUnverified(null)
    try {
      await (await auth()).signIn(values)
    } catch (error) {
      if (isUnverified(error)) setUnverified(values.email)
      return fail(isMissingChunk(error) ? OUTDATED_TEXT : authErrorText('login', error))
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
      title="Welcome back"
      subtitle="Sign in to your account to continue"
      footer={
        <>
          Don&apos;t have an account?{' '}
          <RouterLink to="/auth/signup" state={state}>
            Sign up
          </RouterLink>
        </>
      }
    >
      <ProviderButtons returnTo={rememberedPath(state)} onError={fail} />
      <Divider>Or continue with email</Divider>
      {alert && <Alert title="Error">{alert}</Alert>}
      {unverified && (
        <Suspense fallback={null}>
          <NewLinkButton email={unverified} />
        </Suspense>
      )}
      <Form {...formProps} onFocus={fetchAuthAhead}>
        <Field label="Email" error={errors.email}>
          <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </Field>
        <Field
          label="Password"
          error={errors.password}
          aside={<RouterLink to="/auth/reset-password">Forgot your password?</RouterLink>}
        >
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <Button type="submit" variant="solid" loading={busy} loadingText="Signing in...">
          Sign in
        </Button>
      </Form>
      {alert && <LateSupportHelp />}
    </AuthCard>
  )
}

const isUnverified = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'email_not_confirmed'

/** The callback page leaves its error in the location. */
function errorFromCallback(state: unknown): string | null {
  return typeof state === 'object' && state && 'error' in state && typeof state.error === 'string'
    ? state.error
    : null
}

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
