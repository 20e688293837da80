import { addressesOf, addressesProblem, isAddress } from '../model/addresses'
import { INVITE_ROLES, MAX_INVITES, type InviteRole } from '../model/invites'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Box, Button, Card, chakra, Field, NativeSelect, Textarea } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'

interface InviteFormProps {
  busy: boolean
  error: unknown
  /** Resolves to true when the invites were sent; the form is then cleared. */
  onSend: (emails: string[], role: InviteRole) => Promise<boolean>
}

const roles = [
  { value: 'agent', label: 'Agent' },
  { value: 'admin', label: 'Admin' },
] as const

/** Form for one address or a pasted list, and the role. */
export function InviteForm({ busy, error, onSend }: InviteFormProps) {
  const [text, setText] = useState('')
  const [role, setRole] = useState<InviteRole>('agent')
  const [submitted, setSubmitted] = useState(false)
  const addresses = addressesOf(text)
  const problem = submitted ? addressesProblem(text) : null
  const doubtful = addresses.filter((address) => !isAddress(address))

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setSubmitted(true)
    if (busy) return
    if (addressesProblem(text)) return form.querySelector('textarea')?.focus()
    if (await onSend(addresses, role)) {
      setText('')
      setSubmitted(false)
    }
  }

  return (
    <Card padded aria-label="New invites">
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <Columns>
          <Field
            label="Email addresses"
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
          <Field
            label="Role"
            hint={
              role === 'admin'
                ? 'Admins have full access and can invite and deactivate people.'
                : 'Agents answer tickets.'
            }
          >
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
            <Alert title="The invites could not be sent">{failureText(error)}</Alert>
          </Box>
        )}
        <Box marginTop="4">
          <Button type="submit" variant="solid" loading={busy} loadingText="Sending...">
            {addresses.length > 1 ? `Send ${addresses.length} invites` : 'Send invite'}
          </Button>
        </Box>
      </form>
    </Card>
  )
}

function hintOf(count: number, doubtful: readonly string[]): string {
  const first = doubtful[0]
  if (first !== undefined && count > 1) {
    const more = doubtful.length > 1 ? ` and ${doubtful.length - 1} more` : ''
    return `${count} addresses, of which “${first.slice(0, 40)}”${more} cannot be right.`
  }
  return count > 1 ? `${count} addresses` : `Up to ${MAX_INVITES}, separated by commas or line breaks.`
}

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: '1fr', md: 'minmax(0, 1fr) 14rem' },
  },
})
