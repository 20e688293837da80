import {
  INVITE_STATES,
  isInviteState,
  type Invite,
  type InviteResult,
  type InviteRole,
} from '../model/invites'
import { useInvites } from '../api/list-invites'
import { useSendInvites } from '../api/send-invites'
import { failureText } from '@helpdesk/tickets/model/errors'
import { GuardUnsaved } from '@helpdesk/tickets/screens/leave/GuardUnsaved'
import {
  EmptyState,
  Field,
  Flex,
  Heading,
  ListEnd,
  MailIcon,
  NativeSelect,
  PageHeader,
  QueryState,
  Stack,
  toast,
} from '@helpdesk/ui'
import { useSearchParams } from '@helpdesk/ui/router'
import { useRef, useState } from 'react'
import { InviteForm } from './InviteForm'
import { InviteResults } from './InviteResults'
import { InviteTable } from './InviteTable'
import { RevokeInviteDialog } from './RevokeInviteDialog'
import * as texts from './texts'

const stateOptions = [
  { value: '', label: texts.all },
  ...INVITE_STATES.map((state) => ({ value: state, label: state.charAt(0).toUpperCase() + state.slice(1) })),
]

/** `/admin/invites`: invite agents and admins, and list the invites. */
export function Invites() {
  const [params, setParams] = useSearchParams()
  const state = INVITE_STATES.find((each) => each === params.get('state'))
  const query = useInvites(state)
  const send = useSendInvites()
  const [results, setResults] = useState<InviteResult[] | null>(null)
  const [resending, setResending] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<Invite | null>(null)
  const sentInvites = useRef<HTMLHeadingElement>(null)

  async function onSend(emails: string[], role: InviteRole) {
    try {
      setResults(await send.mutateAsync({ emails, role }))
      return true
    } catch {
      return false // the form shows the error
    }
  }

  async function onSendAgain({ id, email, role }: Invite) {
    setResending(id)
    try {
      const [result] = await send.mutateAsync({ emails: [email], role })
      // Keep the other results: their links are shown nowhere else.
      if (result) setResults((all) => [result, ...(all ?? []).filter((each) => each.email !== result.email)])
    } catch (error) {
      toast({ title: texts.error, description: failureText(error), type: 'error' })
      send.reset()
    } finally {
      setResending(null)
    }
  }

  function filterBy(value: string) {
    setParams(isInviteState(value) ? { state: value } : {}, { replace: true })
  }

  return (
    <GuardUnsaved>
      <PageHeader heading={texts.title} subtitle={texts.subtitle} />
      <Stack gap="6">
        <InviteForm
          busy={send.isPending && resending === null}
          error={resending ? null : send.error}
          onSend={onSend}
        />
        {results && (
          <InviteResults
            results={results}
            onClose={() => {
              setResults(null)
              sentInvites.current?.focus({ preventScroll: true })
            }}
          />
        )}
        <section>
          <Flex justifyContent="space-between" alignItems="center" gap="3" wrap="wrap" marginBottom="2">
            <Heading size="md" ref={sentInvites} tabIndex={-1} outline="none">
              {texts.sent}
            </Heading>
            <Field label={texts.state} hideLabel>
              <NativeSelect
                width="10rem"
                options={stateOptions}
                value={state ?? ''}
                onChange={({ target: { value } }) => filterBy(value)}
              />
            </Field>
          </Flex>
          <QueryState
            query={query}
            errorTitle={texts.loadFailed}
            pending={
              <InviteTable
                invites={undefined}
                stale={false}
                resending={null}
                onSendAgain={() => {}}
                onRevoke={() => {}}
              />
            }
            isEmpty={(invites) => invites.length === 0}
            empty={
              <EmptyState
                icon={<MailIcon />}
                title={state ? texts.noneIn(state) : texts.none}
                text={state ? texts.noneInText : texts.noneText}
              />
            }
          >
            {(invites) => (
              <InviteTable
                invites={invites}
                stale={query.isPlaceholderData}
                resending={resending}
                onSendAgain={(invite) => void onSendAgain(invite)}
                onRevoke={setRevoking}
              />
            )}
          </QueryState>
          <ListEnd query={query} one={texts.one} many={texts.many} />
        </section>
      </Stack>
      {revoking && <RevokeInviteDialog invite={revoking} onClose={() => setRevoking(null)} />}
    </GuardUnsaved>
  )
}
