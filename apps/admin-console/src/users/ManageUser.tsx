import { auditSearch } from '../model/audit'
import { useEndUserSessions } from '../api/end-user-sessions'
import { useSetUserActive } from '../api/set-user-active'
import type { User } from '../model/users'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Dialog, Flex, Heading, RouterLink, Stack, Text, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { InlineConfirm, Section } from './InlineConfirm'
import { RoleSection } from './RoleSection'

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
            title: active ? 'Account reactivated' : 'Account deactivated',
            description: active ? `${name} can sign in again.` : `${name} is signed out and cannot sign in.`,
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
          title: 'Signed out everywhere',
          description: `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${name} ended.`,
        })
      },
    })

  return (
    <Dialog title={name || email} onClose={onClose}>
      <Stack gap="4">
        <Text tone="muted" overflowWrap="anywhere">
          {email} ·{' '}
          <RouterLink to={`/admin/audit${auditSearch({ action: undefined, person: id })}`}>
            Audit log
          </RouterLink>
        </Text>
        <RoleSection user={user} isSelf={isSelf} />
        <Section>
          <Heading as="h3" size="sm">
            Sessions
          </Heading>
          <Text tone="muted" fontSize="sm">
            {open_sessions === 1 ? '1 open session.' : `${open_sessions} open sessions.`} Signing out ends all
            of them, on every device.
          </Text>
          {asked === 'sessions' ? (
            <InlineConfirm
              text={
                isSelf
                  ? 'This ends your own session here as well.'
                  : `${name} will have to sign in again on every device.`
              }
              action="Sign out everywhere"
              busy={busy}
              onConfirm={signOut}
              onCancel={() => ask(null)}
            />
          ) : (
            <Flex>
              <Button size="sm" disabled={busy || open_sessions === 0} onClick={() => ask('sessions')}>
                Sign out all sessions
              </Button>
            </Flex>
          )}
        </Section>
        <Section>
          <Heading as="h3" size="sm">
            Account
          </Heading>
          <Text tone="muted" fontSize="sm">
            {deactivated_at
              ? 'This account is deactivated and cannot sign in. Its messages are kept.'
              : 'Deactivating signs this person out everywhere. Their messages are kept and their open tickets return to the queue.'}
          </Text>
          {asked === 'deactivate' ? (
            <InlineConfirm
              text={
                isSelf
                  ? 'This is your own account. You will be signed out immediately.'
                  : `${name} will be signed out immediately.`
              }
              action="Deactivate"
              busy={busy}
              onConfirm={() => switchTo(false)}
              onCancel={() => ask(null)}
            />
          ) : (
            <Flex>
              {deactivated_at ? (
                <Button size="sm" loading={setActive.isPending} onClick={() => switchTo(true)}>
                  Reactivate account
                </Button>
              ) : (
                <Button size="sm" disabled={busy} onClick={() => ask('deactivate')}>
                  Deactivate account
                </Button>
              )}
            </Flex>
          )}
        </Section>
        {error && <Alert title="Error">{failureText(error)}</Alert>}
      </Stack>
    </Dialog>
  )
}
