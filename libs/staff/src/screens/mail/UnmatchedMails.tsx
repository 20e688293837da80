import {
  Card,
  chakra,
  EmptyState,
  Field,
  Flex,
  ListEnd,
  MailIcon,
  NativeSelect,
  QueryState,
  Skeleton,
  Text,
} from '@helpdesk/ui'
import { useRef, useState } from 'react'
import { useUnmatchedMails } from '../../api/list-unmatched-mails'
import type { MailPile } from '../../model/mail'
import * as texts from './texts'
import { UnmatchedMailItem } from './UnmatchedMailItem'

const piles: { value: MailPile; label: string }[] = [
  { value: 'waiting', label: texts.waiting },
  { value: 'not-filed', label: texts.notFiled },
]

/**
 * Received mails that are in no ticket: those that wait for staff, or those that were not filed.
 * @param onHandled - called after one was added, discarded or its sender blocked
 */
export function UnmatchedMails({ onHandled }: { onHandled?: () => void }) {
  const [pile, setPile] = useState<MailPile>('waiting')
  const isWaiting = pile === 'waiting'
  const query = useUnmatchedMails(pile)
  const region = useRef<HTMLDivElement>(null)
  function handled() {
    // The clicked button disappears with its row.
    region.current?.focus()
    onHandled?.()
  }
  return (
    <div ref={region} tabIndex={-1} role="region" aria-label={texts.unmatched}>
      <Flex justifyContent="flex-end" marginBottom="2">
        <Field label={texts.show} hideLabel>
          <NativeSelect
            width="8rem"
            options={piles}
            value={pile}
            onChange={({ target: { value } }) => setPile(value === 'not-filed' ? value : 'waiting')}
          />
        </Field>
      </Flex>
      {!isWaiting && (
        <Text tone="muted" fontSize="sm" marginBottom="2">
          {texts.notFiledText}
        </Text>
      )}
      <QueryState
        query={query}
        errorTitle={texts.unmatchedFailed}
        pending={<Skeleton height="20" />}
        isEmpty={(mails) => mails.length === 0}
        empty={
          isWaiting ? (
            <EmptyState icon={<MailIcon />} title={texts.none} text={texts.noneText} />
          ) : (
            <EmptyState icon={<MailIcon />} title={texts.noneNotFiled} />
          )
        }
      >
        {(mails) => (
          <Card>
            <List>
              {mails.map((mail) => (
                <UnmatchedMailItem key={mail.id} mail={mail} onHandled={handled} />
              ))}
            </List>
          </Card>
        )}
      </QueryState>
      <ListEnd query={query} one={texts.oneMail} many={texts.manyMails} />
    </div>
  )
}

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': { px: '4', py: '3' },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})
