import { Badge } from '@helpdesk/ui/components/Badge'
import { Button } from '@helpdesk/ui/components/Button'
import { QueryState } from '@helpdesk/ui/components/QueryState'
import { RelativeTime } from '@helpdesk/ui/components/RelativeTime'
import { Skeleton } from '@helpdesk/ui/components/Skeleton'
import { chakra, Flex, Stack } from '@helpdesk/ui/components/layout'
import { toast } from '@helpdesk/ui/toast/toast'
import type { MySession } from '../api/list-my-sessions'
import { describeDevice } from '../model/device'
import { authErrorText } from '../model/error-texts'
import { useMySessions, type Ending } from './use-my-sessions'
import * as texts from './texts'

/** The user's sessions by device, each with a button that signs it out. */
export function SessionsList() {
  const { query, ending, end } = useMySessions()

  async function onEnd(which: Ending, device: string) {
    try {
      await end(which)
      toast({ title: texts.signedOut, description: texts.signedOutText(device), type: 'success' })
    } catch (error) {
      toast({ title: texts.error, description: authErrorText('endSession', error), type: 'error' })
    }
  }

  return (
    <QueryState
      query={query}
      pendingLabel={texts.loadingYourSessions}
      pending={
        <Stack gap="3" aria-hidden>
          <Skeleton height="12" />
          <Skeleton height="12" />
        </Stack>
      }
      errorTitle={texts.sessionsFailed}
    >
      {(sessions) => (
        <>
          <List>
            {sessions.map((session) => (
              <Session
                key={session.id}
                session={session}
                busy={ending === session.id}
                onEnd={() => void onEnd(session.id, describeDevice(session.user_agent))}
              />
            ))}
          </List>
          {sessions.some(({ is_current }) => !is_current) && (
            <Flex>
              <Button loading={ending === 'others'} onClick={() => void onEnd('others', texts.otherDevices)}>
                {texts.signOutOthers}
              </Button>
            </Flex>
          )}
        </>
      )}
    </QueryState>
  )
}

function Session({ session, busy, onEnd }: { session: MySession; busy: boolean; onEnd: () => void }) {
  const device = describeDevice(session.user_agent)
  return (
    <Item>
      <Description>
        <Device>
          {device}
          {session.is_current && <Badge tone="success">{texts.thisDevice}</Badge>}
        </Device>
        <Details>
          {session.is_current ? (
            texts.activeNow
          ) : (
            <>
              {texts.lastActive} <RelativeTime value={session.last_active_at ?? session.created_at} />
            </>
          )}
          {session.ip && ` · ${session.ip}`}
        </Details>
      </Description>
      {!session.is_current && (
        <Button size="sm" loading={busy} onClick={onEnd} aria-label={texts.signOutOf(device)}>
          {texts.signOut}
        </Button>
      )}
    </Item>
  )
}

const List = chakra('ul', {
  base: { listStyle: 'none', m: '0', p: '0', borderWidth: '1px', borderColor: 'border', borderRadius: 'lg' },
})
const Item = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3.5',
    py: '2.5',
    '& + &': { borderTopWidth: '1px', borderColor: 'border' },
  },
})
const Description = chakra('div', { base: { flex: '1', minWidth: '0' } })
const Device = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', fontWeight: 'medium' },
})
const Details = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm', overflowWrap: 'anywhere' } })
