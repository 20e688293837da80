import { auditSearch } from '../model/audit'
import { useEndUserSessions } from '../api/end-user-sessions'
import { useSetUserActive } from '../api/set-user-active'
import type { User } from '../model/users'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Dialog, Flex, Heading, RouterLink, Stack, Text, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { InlineConfirm, Section } from './InlineConfirm'
import { RoleSection } from './RoleSection'
import * as texts from './texts'

type Step = 'deactivate' | 'sessions' | null

interface ManageUserProps {
  user: User
  /** Whether it is the admin's own account. */
  isSelf: boolean
  onClose: () => void
}

/** Dialog to change an account. Actions that lock a user out ask for confirmation in place. */
export function ManageUser({ user, isSelf, onClose }: ManageUserProps) {
  const { id, name, email, deactivated_at, open_sessions } = user
  const setActive = useSetUserActive()
  const endSessions = useEndUserSessions()
  const [asked, setAsked] = useState<Step>(null)
  const error = setActive.error ?? endSessions.error
  const busy = setActive.isPending || endSessions.isPending

  function ask(step: Step) {
    setActive.reset()
    endSessions.reset()
    setAsked(step)
  }
  const switchTo = (active: boolean) =>
    setActive.mutate(
      { id, active },
      {
        onSuccess: () => {
          setAsked(null)
          toast({
            type: 'success',
            title: active ? texts.reactivated : texts.deactivated,
            description: active ? texts.canSignIn(name) : texts.cannotSignIn(name),
          })
        },
      },
    )
  const signOut = () =>
    endSessions.mutate(id, {
      onSuccess: (ended) => {
        setAsked(null)
        toast({
          type: 'success',
          title: texts.signedOut,
          description: texts.signedOutText(ended, name),
        })
      },
    })

  return (
    <Dialog title={name || email} onClose={onClose}>
      <Stack gap="4">
        <Text tone="muted" overflowWrap="anywhere">
          {email} ·{' '}
          <RouterLink to={`/admin/audit${auditSearch({ action: undefined, person: id })}`}>
            {texts.auditLog}
          </RouterLink>
        </Text>
        <RoleSection user={user} isSelf={isSelf} />
        <Section>
          <Heading as="h3" size="sm">
            {texts.sessions}
          </Heading>
          <Text tone="muted" fontSize="sm">
            {texts.sessionsText(open_sessions)}
          </Text>
          {asked === 'sessions' ? (
            <InlineConfirm
              text={isSelf ? texts.signOutSelf : texts.signOutOther(name)}
              action={texts.signOutEverywhere}
              busy={busy}
              onConfirm={signOut}
              onCancel={() => ask(null)}
            />
          ) : (
            <Flex>
              <Button size="sm" disabled={busy || open_sessions === 0} onClick={() => ask('sessions')}>
                {texts.signOutAll}
              </Button>
            </Flex>
          )}
        </Section>
        <Section>
          <Heading as="h3" size="sm">
            {texts.account}
          </Heading>
          <Text tone="muted" fontSize="sm">
            {deactivated_at ? texts.deactivatedText : texts.deactivateText}
          </Text>
          {asked === 'deactivate' ? (
            <InlineConfirm
              text={isSelf ? texts.deactivateSelf : texts.deactivateOther(name)}
              action={texts.deactivate}
              busy={busy}
              onConfirm={() => switchTo(false)}
              onCancel={() => ask(null)}
            />
          ) : (
            <Flex>
              {deactivated_at ? (
                <Button size="sm" loading={setActive.isPending} onClick={() => switchTo(true)}>
                  {texts.reactivateAccount}
                </Button>
              ) : (
                <Button size="sm" disabled={busy} onClick={() => ask('deactivate')}>
                  {texts.deactivateAccount}
                </Button>
              )}
            </Flex>
          )}
        </Section>
        {error && <Alert title={texts.error}>{failureText(error)}</Alert>}
      </Stack>
    </Dialog>
  )
}
