import type { Invite } from '@helpdesk/auth/model/invite'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { RouterLink } from '@helpdesk/ui/components/RouterLink'
import { Text } from '@helpdesk/ui/components/Text'
import { Stack } from '@helpdesk/ui/components/layout'
import { useNavigate } from '@helpdesk/ui/router'
import { savePendingInvite } from '../app/pending-invite'
import { AuthBrand } from './AuthBrand'
import * as texts from './texts'

/** Replaces the sign-up form when the invited address has an account: its owner signs in to accept the invite. */
export function ExistingAccount({ invite, token }: { invite: Invite; token: string }) {
  const navigate = useNavigate()
  const go = (to: string) => {
    savePendingInvite(token)
    void navigate(to, { replace: true })
  }
  return (
    <AuthCard
      brand={<AuthBrand />}
      title={texts.accountExists}
      subtitle={texts.invitedAs(invite.role)}
      footer={
        <>
          {texts.notYou} <RouterLink to="/auth/signup">{texts.createAccount}</RouterLink>
        </>
      }
    >
      <Stack gap="4">
        <Text overflowWrap="anywhere">
          <strong>{invite.email}</strong> {texts.accountExistsText}
        </Text>
        <Button variant="solid" onClick={() => go('/auth/login')}>
          {texts.signIn}
        </Button>
        <Button onClick={() => go('/auth/reset-password')}>{texts.forgotPassword}</Button>
      </Stack>
    </AuthCard>
  )
}
