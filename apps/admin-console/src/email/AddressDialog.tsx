import { AppError } from '@helpdesk/supabase'
import { failureText } from '@helpdesk/tickets/model/errors'
import { priorityChoice, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { Alert, Button, chakra, Dialog, Field, Flex, Input, NativeSelect, Stack, toast } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { useSaveMailAddress } from '../api/save-mail-address'
import { isWorkspaceAddress, tagsOf, type MailAddress, type MailAddressValues } from '../model/mail'
import * as texts from './texts'

const priorities = [
  { value: '', label: texts.workspaceDefault },
  ...TICKET_PRIORITIES.map((value) => ({ value, label: priorityChoice(value) })),
]
const kinds = [
  { value: 'support', label: texts.support },
  { value: 'note', label: texts.note },
]
const empty: MailAddressValues = {
  address: '',
  kind: 'support',
  default_priority: null,
  default_tags: [],
  is_active: true,
}

/** Form of a new address (`row` null) or of an existing one, whose address stays. */
export function AddressDialog({ row, onClose }: { row: MailAddress | null; onClose: () => void }) {
  const [values, setValues] = useState<MailAddressValues>(row ?? empty)
  const [tags, setTags] = useState((row?.default_tags ?? []).join(', '))
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error } = useSaveMailAddress()
  const change = (part: Partial<MailAddressValues>) => setValues((before) => ({ ...before, ...part }))
  const exists = error instanceof AppError && error.code === '23505'

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const address = values.address.trim().toLowerCase()
    if (!isWorkspaceAddress(address)) return setProblem(texts.addressInvalid)
    setProblem(undefined)
    const { kind, default_priority, is_active } = values
    mutate(
      {
        id: row?.id ?? null,
        values: { address, kind, default_priority, is_active, default_tags: tagsOf(tags) },
      },
      {
        onSuccess: () => {
          toast({ type: 'success', title: texts.saved })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title={row ? texts.editOf(row.address) : texts.addAddress} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="4">
          {!row && (
            <Field
              label={texts.address}
              hint={texts.addressHint}
              error={exists ? texts.addressExists : problem}
              required
            >
              <Input
                type="email"
                autoComplete="off"
                autoFocus
                value={values.address}
                onChange={({ target }) => change({ address: target.value })}
              />
            </Field>
          )}
          <Field label={texts.kind}>
            <NativeSelect
              options={kinds}
              value={values.kind}
              onChange={({ target }) => change({ kind: target.value === 'note' ? 'note' : 'support' })}
            />
          </Field>
          {values.kind === 'support' && (
            <>
              <Field label={texts.priority}>
                <NativeSelect
                  options={priorities}
                  value={values.default_priority ?? ''}
                  onChange={({ target }) => change({ default_priority: target.value || null })}
                />
              </Field>
              <Field label={texts.tags} hint={texts.tagsHint}>
                <Input autoComplete="off" value={tags} onChange={({ target }) => setTags(target.value)} />
              </Field>
            </>
          )}
          <Check>
            <input
              type="checkbox"
              checked={values.is_active}
              onChange={({ target }) => change({ is_active: target.checked })}
            />
            <span>
              {texts.active}. {texts.activeHint}
            </span>
          </Check>
          {error && !exists && <Alert title={texts.saveFailed}>{failureText(error)}</Alert>}
          <Flex gap="2" justifyContent="flex-end">
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" variant="solid" loading={isPending} loadingText={texts.saving}>
              {texts.save}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Dialog>
  )
}

const Check = chakra('label', { base: { display: 'flex', gap: '2', alignItems: 'baseline' } })
