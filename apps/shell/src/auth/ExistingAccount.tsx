import type { Invite } from '@helpdesk/auth/model/invite'
import { AuthCard } from '@helpdesk/ui/components/AuthCard'
import { Button } from '@helpdesk/ui/components/Button'
import { RouterLink } from '@helpdesk/ui/components/RouterLink'
import { Text } from '@helpdesk/ui/components/Text'
import { Stack } from '@helpdesk/ui/components/layout'
import { useNavigate } from '@helpdesk/ui/router'
import { savePendingInvite } from '../app/pending-invite'
import { AuthBrand } from './AuthBrand'

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
      title="You already have an account"
      subtitle={`You've been invited to join as a ${invite.role}`}
      footer={
        <>
          Not your account? <RouterLink to="/auth/signup">Create an account</RouterLink>
        </>
      }
    >
      <Stack gap="4">
        <Text overflowWrap="anywhere">
          <strong>{invite.email}</strong> has an account. Sign in to accept the invite.
        </Text>
        <Button variant="solid" onClick={() => go('/auth/login')}>
          Sign in
        </Button>
        <Button onClick={() => go('/auth/reset-password')}>Forgot your password?</Button>
      </Stack>
    </AuthCard>
  )
}
