import { addressesOf, addressesProblem, isAddress } from '../model/addresses'
import { INVITE_ROLES, MAX_INVITES, type InviteRole } from '../model/invites'
import { failureText } from '@helpdesk/tickets/model/errors'
import { useUnsaved } from '@helpdesk/tickets/screens/leave/GuardUnsaved'
import { Alert, Box, Button, Card, chakra, Field, NativeSelect, Textarea } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import * as texts from './texts'

interface InviteFormProps {
  busy: boolean
  error: unknown
  /** Resolves to true when the invites were sent; the form is then cleared. */
  onSend: (emails: string[], role: InviteRole) => Promise<boolean>
}

const roles = [
  { value: 'agent', label: texts.agent },
  { value: 'admin', label: texts.admin },
] as const

/** Form for one address or a pasted list, and the role. */
export function InviteForm({ busy, error, onSend }: InviteFormProps) {
  const [text, setText] = useState('')
  const [role, setRole] = useState<InviteRole>('agent')
  const [submitted, setSubmitted] = useState(false)
  const addresses = addressesOf(text)
  const problem = submitted ? addressesProblem(text) : null
  useUnsaved(text.trim() !== '')
  const doubtful = addresses.filter((address) => !isAddress(address))

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setSubmitted(true)
    if (addressesProblem(text)) return form.querySelector('textarea')?.focus()
    if (await onSend(addresses, role)) {
      setText('')
      setSubmitted(false)
    }
  }

  return (
    <Card padded aria-label={texts.newInvites}>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <Columns>
          <Field
            label={texts.addresses}
            error={problem ?? undefined}
            hint={hintOf(addresses.length, doubtful)}
          >
            <Textarea
              rows={addresses.length > 1 ? 6 : 2}
              spellCheck={false}
              autoComplete="off"
              inputMode="email"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Field label={texts.role} hint={role === 'admin' ? texts.adminHint : texts.agentHint}>
            <NativeSelect
              options={roles}
              value={role}
              onChange={({ target: { value } }) =>
                setRole(INVITE_ROLES.find((known) => known === value) ?? 'agent')
              }
            />
          </Field>
        </Columns>
        {Boolean(error) && (
          <Box marginTop="4">
            <Alert title={texts.sendFailed}>{failureText(error)}</Alert>
          </Box>
        )}
        <Box marginTop="4">
          <Button type="submit" variant="solid" loading={busy} loadingText={texts.sending}>
            {addresses.length > 1 ? texts.sendMany(addresses.length) : texts.send}
          </Button>
        </Box>
      </form>
    </Card>
  )
}

function hintOf(count: number, doubtful: readonly string[]): string {
  const first = doubtful[0]
  if (first !== undefined && count > 1) {
    return texts.doubtful(count, first.slice(0, 40), doubtful.length - 1)
  }
  return count > 1 ? texts.addressCount(count) : texts.addressesHint(MAX_INVITES)
}

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: '1fr', md: 'minmax(0, 1fr) 14rem' },
  },
})
