import { AppError } from '@helpdesk/supabase/errors/app-error'
import { Alert } from '@helpdesk/ui/components/Alert'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { errorText } from '@helpdesk/ui/components/error-text'
import { LinkButton } from '@helpdesk/ui/components/LinkButton'
import { Spinner } from '@helpdesk/ui/components/Spinner'
import type { ReactNode } from 'react'
import { AuthBrand } from '../auth/AuthBrand'
import * as texts from './texts'
import type { MailLink } from './use-mail-link'

interface MailLinkCardProps<Value> {
  link: MailLink<Value>
  title: string
  subtitle?: (value: Value) => string
  /** In place of the page when the token is not valid. `portal` is the label of the link to the portal. */
  invalid: { title: string; text: string; portal: string }
  /** The text of a refusal by its code; empty for other errors. */
  refusal?: (code: string | undefined) => string
  /** @param alert - of the last failure, shown above the button that repeats it */
  children: (value: Value, alert: ReactNode) => ReactNode
}

/** The page of a mail's link: loads, fails or shows what the link is for. */
export function MailLinkCard<Value>({
  link: { value, error, busy, load },
  title,
  subtitle,
  invalid,
  refusal,
  children,
}: MailLinkCardProps<Value>) {
  if (error instanceof AppError && error.status === 404)
    return (
      <AuthCard brand={<AuthBrand />} title={invalid.title} subtitle={invalid.text}>
        <LinkButton to="/" variant="solid">
          {invalid.portal}
        </LinkButton>
      </AuthCard>
    )
  const alert = error !== null && (
    <Alert title={texts.failed}>
      {(error instanceof AppError && refusal?.(error.code)) || errorText(error, '')}
    </Alert>
  )
  if (value === undefined)
    return (
      <AuthCard brand={<AuthBrand />} title={title}>
        {alert}
        {error === null ? (
          <Spinner size={20} label={texts.loading} />
        ) : (
          <Button loading={busy} onClick={load}>
            {texts.retry}
          </Button>
        )}
      </AuthCard>
    )
  return (
    <AuthCard brand={<AuthBrand />} title={title} subtitle={subtitle?.(value)}>
      {children(value, alert)}
    </AuthCard>
  )
}
