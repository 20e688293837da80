import { useSchemaForm } from '@helpdesk/auth/forms/use-schema-form'
import { AUTH_TEXTS, authErrorText } from '@helpdesk/auth/model/error-texts'
import { loginSchema, type LoginValues } from '@helpdesk/auth/model/schemas'
import { useAuth } from '@helpdesk/auth/session/hooks'
import { Alert } from '@helpdesk/ui/components/Alert'
import { Button } from '@helpdesk/ui/components/Button'
import { Dialog } from '@helpdesk/ui/components/Dialog'
import { Divider } from '@helpdesk/ui/components/Divider'
import { Field } from '@helpdesk/ui/components/Field'
import { Input } from '@helpdesk/ui/components/Input'
import { PasswordInput } from '@helpdesk/ui/components/PasswordInput'
import { Text } from '@helpdesk/ui/components/Text'
import { chakra } from '@helpdesk/ui/components/layout'
import { useLocation } from '@helpdesk/ui/router'
import { useId, useState } from 'react'
import { ProviderButtons, PROVIDERS } from '../auth/ProviderButtons'
import { signOutAndReload } from './sign-out'
import { auth } from './session'
import * as texts from './texts'

/**
 * Lets the user of an expired session sign in again over the current screen; only signing in or out closes it. Users
 * of a provider may have no password: they sign in there and return to this page and its drafts.
 */
export function SessionExpiredDialog() {
  const { user } = useAuth()
  const { pathname, search, hash } = useLocation()
  const email = user?.email ?? ''
  const methods = user?.app_metadata.providers ?? ['email']
  const providers = PROVIDERS.filter((provider) => methods.includes(provider))
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
    if (!(await signOutAndReload())) setLeaving(false)
  }

  const { errors, busy, register, formProps } = useSchemaForm({
    schema: loginSchema,
    initial: { email, password: '' },
    onValid,
  })

  return (
    <Dialog title={AUTH_TEXTS.expired} aria-describedby={textId}>
      <Text id={textId} tone="muted">
        {texts.expiredText}
      </Text>
      {alert && <Alert title={texts.error}>{alert}</Alert>}
      {providers.length > 0 && (
        <>
          <ProviderButtons
            providers={providers}
            returnTo={`${pathname}${search}${hash}`}
            onError={setAlert}
          />
          <Divider>{texts.orEmail}</Divider>
        </>
      )}
      <Form {...formProps}>
        <Field label={texts.email}>
          <Input type="email" autoComplete="username" value={email} readOnly bg="bg.muted" color="fg.muted" />
        </Field>
        <Field label={texts.password} error={errors.password}>
          <PasswordInput
            ref={methods.includes('email') ? setAutofocus : undefined}
            autoComplete="current-password"
            {...register('password')}
          />
        </Field>
        <Actions>
          <Button variant="ghost" loading={leaving} disabled={busy} onClick={() => void onSignOut()}>
            {texts.signOut}
          </Button>
          <Button type="submit" variant="solid" loading={busy} loadingText={texts.signingIn}>
            {texts.signIn}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

/** <dialog> focuses by this attribute, which React does not render. */
const setAutofocus = (input: HTMLInputElement | null): void => input?.setAttribute('autofocus', '')

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
const Actions = chakra('div', { base: { display: 'flex', justifyContent: 'flex-end', gap: '2', mt: '1' } })
