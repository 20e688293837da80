import { useSchemaForm } from '@helpdesk/auth/forms/use-schema-form'
import { authErrorText } from '@helpdesk/auth/model/error-texts'
import { resetRequestSchema, type ResetRequestValues } from '@helpdesk/auth/model/schemas'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { Field } from '@helpdesk/ui/components/Field'
import { Input } from '@helpdesk/ui/components/Input'
import { LinkButton } from '@helpdesk/ui/components/LinkButton'
import { RouterLink } from '@helpdesk/ui/components/RouterLink'
import { chakra } from '@helpdesk/ui/components/layout'
import { useState } from 'react'
import { auth } from '../app/session'
import { LazySupportHelp } from '../layout/LazySupportHelp'
import { AuthBrand } from './AuthBrand'
import * as texts from './texts'

/**
 * Requests a reset link.
 * @param refused - error text of an earlier link
 */
export function ResetRequest({ refused }: { refused: string | null }) {
  const [alert, setAlert] = useState(refused)
  const [sent, setSent] = useState(false)

  async function onValid({ email }: ResetRequestValues) {
    setAlert(null)
    try {
      await (await auth()).requestPasswordReset(email)
      setSent(true)
    } catch (error) {
      setAlert(authErrorText('resetPassword', error))
    }
  }

  const { errors, busy, register, formProps } = useSchemaForm({
    schema: resetRequestSchema,
    // Mails to people without a password link here with their address.
    initial: { email: new URLSearchParams(location.search).get('email') ?? '' },
    onValid,
  })

  if (sent) {
    return (
      <AuthCard brand={<AuthBrand />} title={texts.checkEmail} subtitle={texts.resetSent}>
        <LinkButton to="/auth/login" variant="solid">
          {texts.backToLogin}
        </LinkButton>
        <LazySupportHelp />
      </AuthCard>
    )
  }
  return (
    <AuthCard
      brand={<AuthBrand />}
      title={texts.resetTitle}
      subtitle={texts.resetText}
      footer={
        <>
          {texts.rememberPassword} <RouterLink to="/auth/login">{texts.signIn}</RouterLink>
        </>
      }
    >
      {alert && <Alert title={texts.resetFailed}>{alert}</Alert>}
      <Form {...formProps}>
        <Field label={texts.email} error={errors.email}>
          <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </Field>
        <Button type="submit" variant="solid" loading={busy} loadingText={texts.sendingReset}>
          {refused ? texts.newLink : texts.sendReset}
        </Button>
      </Form>
      {alert && <LazySupportHelp />}
    </AuthCard>
  )
}

const Form = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
