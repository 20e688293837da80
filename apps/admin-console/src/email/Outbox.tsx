import { EmptyState, Field, Flex, MailIcon, NativeSelect, QueryState } from '@helpdesk/ui'
import { useState } from 'react'
import { useMails } from '../api/list-mails'
import { isMailState, MAIL_STATES, type MailState } from '../model/mail'
import { OutboxTable } from './OutboxTable'
import * as texts from './texts'

const states = [
  { value: '', label: texts.all },
  ...MAIL_STATES.map((value) => ({ value, label: texts.states[value] })),
]

/** Mails of the last 30 days with each attempt to send them. */
export function Outbox() {
  const [state, setState] = useState<MailState>()
  const query = useMails(state)
  return (
    <>
      <Flex justifyContent="flex-end" marginBottom="2">
        <Field label={texts.filter} hideLabel>
          <NativeSelect
            width="10rem"
            options={states}
            value={state ?? ''}
            onChange={({ target: { value } }) => setState(isMailState(value) ? value : undefined)}
          />
        </Field>
      </Flex>
      <QueryState
        query={query}
        errorTitle={texts.outboxFailed}
        pending={<OutboxTable mails={undefined} />}
        isEmpty={(mails) => mails.length === 0}
        empty={<EmptyState icon={<MailIcon />} title={texts.noMails} text={texts.noMailsText} />}
      >
        {(mails) => <OutboxTable mails={mails} />}
      </QueryState>
    </>
  )
}
