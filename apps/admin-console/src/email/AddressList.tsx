import { priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { Badge, Button, chakra, Flex, PlusIcon, Text } from '@helpdesk/ui'
import { useState } from 'react'
import { useDeleteMailAddress } from '../api/delete-mail-address'
import type { MailAddress } from '../model/mail'
import { Confirm } from '../parts/Confirm'
import { useFocusFallback } from '../parts/focus-fallback'
import { AddressDialog } from './AddressDialog'
import * as texts from './texts'

type Open = { what: 'edit' | 'remove'; row: MailAddress } | { what: 'add' } | null

/** What happens to mails to the address. */
function detailOf({ kind, default_priority, default_tags }: MailAddress): string {
  const priority = TICKET_PRIORITIES.find((value) => value === default_priority)
  return [
    kind === 'note' ? texts.note : texts.support,
    ...(priority ? [priorityLabel(priority)] : []),
    ...default_tags,
  ].join(' · ')
}

/** The addresses of the workspace, with controls to add, change and remove them. */
export function AddressList({ addresses }: { addresses: readonly MailAddress[] }) {
  const [open, setOpen] = useState<Open>(null)
  const remove = useDeleteMailAddress()
  const close = () => setOpen(null)
  const list = useFocusFallback<HTMLUListElement>()
  return (
    <>
      {addresses.length === 0 && <Text tone="muted">{texts.noAddresses}</Text>}
      <List ref={list} tabIndex={-1} aria-label={texts.addresses}>
        {addresses.map((row) => (
          <li key={row.id}>
            <Flex gap="2" wrap="wrap" alignItems="center">
              <Text fontWeight="medium" overflowWrap="anywhere" flex="1 1 9rem">
                {row.address}
              </Text>
              {!row.is_active && <Badge>{texts.inactive}</Badge>}
              <Button
                size="sm"
                aria-label={texts.editOf(row.address)}
                onClick={() => setOpen({ what: 'edit', row })}
              >
                {texts.edit}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={texts.removeOf(row.address)}
                onClick={() => setOpen({ what: 'remove', row })}
              >
                {texts.remove}
              </Button>
            </Flex>
            <Text tone="muted" fontSize="sm">
              {detailOf(row)}
            </Text>
          </li>
        ))}
      </List>
      <Flex>
        <Button onClick={() => setOpen({ what: 'add' })}>
          <PlusIcon size={14} />
          {texts.addAddress}
        </Button>
      </Flex>
      {open?.what === 'add' && <AddressDialog row={null} onClose={close} />}
      {open?.what === 'edit' && <AddressDialog row={open.row} onClose={close} />}
      {open?.what === 'remove' && (
        <Confirm
          title={texts.removeQuestion(open.row.address)}
          text={texts.removeText}
          action={texts.remove}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(open.row.id, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  )
}

const List = chakra('ul', {
  base: { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '3', outline: 'none' },
})
