import {
  AUTH_TEXTS,
  authErrorText,
  loginSchema,
  useAuth,
  useSchemaForm,
  type LoginValues,
} from '@helpdesk/auth'
import { Alert, Button, chakra, Dialog, Divider, Field, Input, PasswordInput, Text } from '@helpdesk/ui'
import { useLocation } from '@helpdesk/ui/router'
import { useId, useState } from 'react'
import { ProviderButtons, PROVIDERS } from '../auth/ProviderButtons'
import { signOutAndReload } from './sign-out'
import { auth } from './session'

/**
 * Over a screen whose session was lost: the same person signs in again, and goes on where they were. Nothing but
 * that or signing out closes it. Who came by a provider may have no password: they go there and come back to this
 * page, where their drafts are.
 */
export function SessionExpiredDialog() {
  const { user } = useAuth()
  const { pathname, search, hash } = useLocation()
  const email = user?.email ?? ''
  const ways = user?.app_metadata.providers ?? ['email']
  const providers = PROVIDERS.filter((provider) => ways.includes(provider))
  const textId = useId()
  const [alert, setAlert] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)

  async function onValid(values: LoginValues) {
    setAlert(null)
    try {
      await (await auth()).signIn(values)
    } catch (error) {
      setAlert(authErrorText('login', error))
    }
  }

  async function onSignOut() {
    setLeaving(true)
    await signOutAndReload()
  }

  const { errors, busy, register, formProps } = useSchemaForm({
    schema: loginSchema,
    initial: { email, password: '' },
    onValid,
  })

  return (
    <Dialog title={AUTH_TEXTS.expired} aria-describedby={textId}>
      <Text id={textId} tone="muted">
        Sign in again to go on. Everything that you have typed is still here.
      </Text>
      {alert && <Alert title="Error">{alert}</Alert>}
      {providers.length > 0 && (
        <>
          <ProviderButtons
            providers={providers}
            returnTo={`${pathname}${search}${hash}`}
            onError={setAlert}
          />
          <Divider>Or continue with email</Divider>
        </>
      )}
      <Form {...formProps}>
        <Field label="Email">
          <Input type="email" autoComplete="username" value={email} readOnly bg="bg.muted" color="fg.muted" />
        </Field>
        <Field label="Password" error={errors.password}>
          <PasswordInput
            ref={ways.includes('email') ? startHere : undefined}
            autoComplete="current-password"
            {...register('password')}
          />
        </Field>
        <Actions>
          <Button variant="ghost" loading={leaving} disabled={busy} onClick={() => void onSignOut()}>
            Sign Out
          </Button>
          <Button type="submit" variant="solid" loading={busy} loadingText="Signing in...">
            Sign in
          </Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** The dialog goes by this attribute, which React does not hand on. */
const startHere = (input: HTMLInputElement | null): void => input?.setAttribute('autofocus', '')

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
const Actions = chakra('div', { base: { display: 'flex', justifyContent: 'flex-end', gap: '2', mt: '1' } })
