import {
  AUTH_TEXTS,
  authErrorText,
  loginSchema,
  useAuth,
  useSchemaForm,
  type LoginValues,
} from '@helpdesk/auth'
import { Alert, Button, chakra, Field, Input, PasswordInput } from '@helpdesk/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { leave } from './leave'
import { auth } from './session'

/**
 * Over a screen whose session was lost: the same person signs in again, and goes on where they were. Nothing but
 * that or signing out closes it.
 */
export function SessionExpiredDialog() {
  const { user } = useAuth()
  const email = user?.email ?? ''
  const titleId = useId()
  const textId = useId()
  const [alert, setAlert] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const dialog = useModal()

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
    await leave().catch(() => setLeaving(false))
  }

  const { errors, busy, register, formProps } = useSchemaForm({
    schema: loginSchema,
    initial: { email, password: '' },
    onValid,
  })

  return (
    <Dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => event.preventDefault()}
      // browsers let a second Escape through
      onClose={(event) => openModal(event.currentTarget)}
    >
      <Title id={titleId}>{AUTH_TEXTS.expired}</Title>
      <Text id={textId}>Sign in again to go on. Everything that you have typed is still here.</Text>
      <Form {...formProps}>
        {alert && <Alert title="Error">{alert}</Alert>}
        <Field label="Email">
          <Input type="email" autoComplete="username" value={email} readOnly bg="bg.muted" color="fg.muted" />
        </Field>
        <Field label="Password" error={errors.password}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
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

/** Opens a dialog over everything while it is mounted; then the focus goes back to where it was. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    if (ref.current) openModal(ref.current)
    return () => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
    }
  }, [])
  return ref
}

function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  dialog.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
}

const Dialog = chakra('dialog', {
  base: {
    margin: 'auto',
    width: 'min(24rem, calc(100vw - 2rem))',
    maxHeight: 'calc(100dvh - 2rem)',
    overflowY: 'auto',
    p: '6',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'xl',
    boxShadow: 'lg',
    '&::backdrop': { bg: 'rgb(10 10 15 / 45%)', backdropFilter: 'blur(2px)' },
  },
})
const Title = chakra('h2', { base: { fontSize: 'lg', fontWeight: 'semibold', letterSpacing: '-0.01em' } })
const Text = chakra('p', { base: { mt: '1', color: 'fg.muted' } })
const Form = chakra('form', { base: { mt: '5', display: 'flex', flexDirection: 'column', gap: '4' } })
const Actions = chakra('div', { base: { display: 'flex', justifyContent: 'flex-end', gap: '2', mt: '1' } })
