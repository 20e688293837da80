import { useSchemaForm } from '@helpdesk/auth/forms/use-schema-form'
import { authErrorText } from '@helpdesk/auth/model/error-texts'
import { resetRequestSchema } from '@helpdesk/auth/model/schemas'
import { resendConfirmation } from '@helpdesk/auth/api/resend-confirmation'
import { Alert } from '@helpdesk/ui/components/Alert'
import { Button } from '@helpdesk/ui/components/Button'
import { Field } from '@helpdesk/ui/components/Field'
import { Input } from '@helpdesk/ui/components/Input'
import { chakra } from '@helpdesk/ui/components/layout'
import { useState } from 'react'
import { auth } from '../app/session'
import * as texts from './texts'

/** Requests another confirmation mail. The answer does not reveal whether one is sent. */
export function NewLinkForm() {
  const { sentTo, alert, send } = useNewLink()
  const { errors, busy, register, formProps } = useSchemaForm({
    schema: resetRequestSchema,
    initial: { email: '' },
    onValid: ({ email }) => send(email),
  })
  if (sentTo) return <SentNote email={sentTo} />
  return (
    <>
      {alert && <Alert title={texts.error}>{alert}</Alert>}
      <Form {...formProps}>
        <Field label={texts.email} error={errors.email}>
          <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </Field>
        <Button type="submit" variant="solid" loading={busy} loadingText={texts.sendingNewLink}>
          {texts.newLink}
        </Button>
      </Form>
    </>
  )
}

/** {@link NewLinkForm} for the address of a refused sign-in. */
export function NewLinkButton({ email }: { email: string }) {
  const { sentTo, alert, send } = useNewLink()
  const [busy, setBusy] = useState(false)
  if (sentTo === email) return <SentNote email={email} />
  return (
    <>
      {alert && <Alert title={texts.error}>{alert}</Alert>}
      <Button
        loading={busy}
        loadingText={texts.sendingNewLink}
        onClick={() => {
          setBusy(true)
          void send(email).then(() => setBusy(false))
        }}
      >
        {texts.newLink}
      </Button>
    </>
  )
}

function useNewLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [alert, setAlert] = useState<string | null>(null)
  async function send(email: string) {
    setAlert(null)
    try {
      await auth()
      await resendConfirmation(email)
      setSentTo(email)
    } catch (error) {
      setAlert(authErrorText('resendConfirmation', error))
    }
  }
  return { sentTo, alert, send }
}

/** Takes the focus, because it replaces the focused button. */
const SentNote = ({ email }: { email: string }) => (
  <Note ref={takeFocus} tabIndex={-1}>
    <Alert tone="success" title={texts.checkEmail}>
      {texts.newLinkSent(email)}
    </Alert>
  </Note>
)

const takeFocus = (note: HTMLElement | null) => note?.focus({ preventScroll: true })
const Note = chakra('div', { base: { outline: 'none' } })

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
