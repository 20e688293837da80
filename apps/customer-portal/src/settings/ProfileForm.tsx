import { updateProfile, useAuth } from '@helpdesk/auth'
import { failureText } from '@helpdesk/tickets'
import { Alert, Box, Button, Field, Flex, Heading, Input, Stack, toast } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { nameError } from './name-rule'

/** Changes the name under which comments appear. The e-mail is shown, not changed. */
export function ProfileForm() {
  const { user, profile } = useAuth()
  const [draft, setDraft] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stored = profile?.name ?? ''
  const name = draft ?? stored

  async function save(event: FormEvent) {
    event.preventDefault()
    const problem = nameError(name)
    setShown(problem)
    setFailure(null)
    if (problem || saving) return
    setSaving(true)
    try {
      await updateProfile({ name: name.trim() })
      setDraft(null)
      toast({ title: 'Profile updated', description: 'Your name has been saved.' })
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Box as="section">
      <Heading size="sm">Profile</Heading>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="4" marginTop="3">
          <Field label="Full Name" error={shown ?? undefined} required>
            <Input autoComplete="name" value={name} onChange={(event) => setDraft(event.target.value)} />
          </Field>
          <Field label="Email" disabled>
            <Input type="email" value={user?.email ?? ''} readOnly />
          </Field>
          {failure && <Alert title="Error">{failure}</Alert>}
          <Flex>
            <Button
              type="submit"
              variant="solid"
              loading={saving}
              loadingText="Saving..."
              disabled={name.trim() === stored}
            >
              Save changes
            </Button>
          </Flex>
        </Stack>
      </form>
    </Box>
  )
}
